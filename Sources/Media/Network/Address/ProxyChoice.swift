import Glibc

/// The choice of the proxy for each address: the configured proxy, or else those of the environment variables that curl
/// and other programs know: `http_proxy`, `https_proxy`, `all_proxy` and, for hosts that need no proxy, `no_proxy`.
package struct ProxyChoice: Hashable, Sendable {
    /// The configured value for no proxy, whatever the environment says.
    private static let none = "none"

    private let configured: String
    private let variables: [String: String]

    /// Makes a choice.
    /// - Parameters:
    ///   - configured: the address of a proxy, or `none`, or empty to follow the environment.
    ///   - variables: the environment variables about proxies.
    package init(_ configured: String = none, variables: [String: String] = [:]) {
        self.configured = configured
        self.variables = variables
    }

    /// Returns the choice with the environment of this process; `configured` as in ``init(_:variables:)``.
    package static func environment(_ configured: String) -> ProxyChoice {
        // HTTP_PROXY is ignored: web servers set it to a header that a stranger sent them.
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"]
        var variables: [String: String] = [:]
        for name in names {
            if let text = unsafe getenv(name) { variables[name] = unsafe String(cString: text) }
        }
        return ProxyChoice(configured, variables: variables)
    }

    /// Returns the address of the proxy for `address`; `nil` for none.
    func proxy(for address: WebAddress) -> String? { chosen(for: address).map(Self.complete) }

    /// Completes a proxy's address. If it has no scheme, it gets `http://`, which is how it is read, so that messages
    /// about it can leave its password out. A SOCKS scheme becomes the one with which only the proxy looks up names.
    private static func complete(_ proxy: String) -> String {
        guard let end = proxy.firstRange(of: "://")?.lowerBound else { return "http://\(proxy)" }
        let askingItself = ["socks": "socks4a", "socks4": "socks4a", "socks5": "socks5h"]
        return askingItself[proxy[..<end].lowercased()].map { $0 + proxy[end...] } ?? proxy
    }

    /// Returns a proxy's address without user and password, even if it is not valid otherwise: the form for messages.
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
