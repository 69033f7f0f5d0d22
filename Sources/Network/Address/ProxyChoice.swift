import Glibc

/// Which proxy is asked for which address: the one of the configuration, else those of the environment, as curl and others know
/// them: `http_proxy`, `https_proxy`, `all_proxy` and, for hosts without one, `no_proxy`.
package struct ProxyChoice: Hashable, Sendable {
    /// The word of the configuration for no proxy, whatever the environment says.
    private static let none = "none"

    private let configured: String
    private let variables: [String: String]

    /// - Parameters:
    ///   - configured: the address of a proxy, `none`, or empty to go by the environment.
    ///   - variables: the environment, as far as it is about proxies.
    package init(_ configured: String = none, variables: [String: String] = [:]) {
        self.configured = configured
        self.variables = variables
    }

    /// What the process was started with.
    package static func environment(_ configured: String) -> ProxyChoice {
        // HTTP_PROXY is not looked at: web servers set it to what a stranger sent them.
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"]
        var variables: [String: String] = [:]
        for name in names {
            if let text = unsafe getenv(name) { variables[name] = unsafe String(cString: text) }
        }
        return ProxyChoice(configured, variables: variables)
    }

    /// The proxy's address; `nil` to go without.
    func proxy(for address: WebAddress) -> String? { chosen(for: address).map(Self.complete) }

    /// With the scheme that it is taken for where it has none, so that what is told of it can leave its password out; and so that
    /// nobody but the proxy looks names up, whichever kind of SOCKS is named.
    private static func complete(_ proxy: String) -> String {
        guard let end = proxy.firstRange(of: "://")?.lowerBound else { return "http://\(proxy)" }
        let askingItself = ["socks": "socks4a", "socks4": "socks4a", "socks5": "socks5h"]
        return askingItself[proxy[..<end].lowercased()].map { $0 + proxy[end...] } ?? proxy
    }

    /// A proxy's address without user and password, whatever is wrong with it otherwise: what may be said.
    static func shown(_ proxy: String) -> String {
        guard let at = proxy.unicodeScalars.lastIndex(of: "@") else { return proxy }
        let scheme = proxy.firstRange(of: "://").map { proxy[..<$0.upperBound] } ?? ""
        return String(scheme) + proxy[proxy.unicodeScalars.index(after: at)...]
    }

    private func chosen(for address: WebAddress) -> String? {
        guard configured != Self.none, !isException(address.host) else { return nil }
        guard configured.isEmpty else { return configured }
        let names = (address.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
        return names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }

    private func isException(_ host: String) -> Bool {
        let list = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        return list.split { $0 == "," || $0 == " " }.contains { entry in
            let name = entry.drop { $0 == "." }.lowercased()
            return entry == "*" || host == name || host.hasSuffix(".\(name)") && !name.isEmpty
        }
    }
}
