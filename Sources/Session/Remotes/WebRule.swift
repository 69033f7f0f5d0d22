/// Which requests of browsers are answered. A page of somebody else can have a browser send requests here, and can give its own name the address
/// of this machine, so that its requests look as if they were for a page from here. A value.
package struct WebRule: Hashable, Sendable {
    /// What a request says about where it comes from.
    package struct Request: Hashable, Sendable {
        /// The host that it is for, with the port if there is one: the `Host` line.
        package var host: String
        /// The page that sends it, as browsers say; `nil` from other programs.
        package var origin: String?
        /// How far the page is from here: `Sec-Fetch-Site`; `nil` from other programs.
        package var site: String?
        /// Whether a person goes to the address, rather than a page asking for it.
        package var isVisit = false

        /// Makes one.
        package init(host: String, origin: String? = nil, site: String? = nil, isVisit: Bool = false) {
            self.host = host
            self.origin = origin
            self.site = site
            self.isVisit = isVisit
        }
    }

    /// Why a request is not answered.
    package enum Refusal: Hashable, Sendable {
        /// It is for a host by a name that is not ours.
        case unknownHost
        /// It comes from a page of somebody else.
        case foreignPage
    }

    private let names: Set<String>
    private let schemes: [String]

    /// Makes a rule for a machine with these names. The name in its own network, `NAME.local`, counts as well.
    /// - Parameter isSecure: whether it is asked over TLS alone. If not, a server before it may be.
    package init(names: [String], isSecure: Bool = false) {
        schemes = isSecure ? ["https://"] : ["http://", "https://"]
        let plain = names.map(Self.plain).filter { !$0.isEmpty }
        self.names = Set(plain + plain.filter { !$0.contains(".") }.map { "\($0).local" } + ["localhost"])
    }

    /// Returns why a request is not answered; `nil` if it is.
    package func refusal(of request: Request) -> Refusal? {
        guard let host = Self.name(of: request.host), names.contains(host) || Self.isAddress(host) else { return .unknownHost }
        if let origin = request.origin, !isPage(origin, of: request.host) { return .foreignPage }
        if let site = request.site, !["same-origin", "none"].contains(site), !request.isVisit { return .foreignPage }
        return nil
    }

    /// Whether a request for `host` is for this machine by the name or an address that only this machine has for itself.
    package static func isLoopback(_ host: String) -> Bool {
        guard let name = name(of: host) else { return false }
        return name == "localhost" || name == "[::1]" || isVersion4(name) && name.hasPrefix("127.")
    }

    /// The host without the port, in lower case and without a dot at its end; `nil` if it cannot be one.
    private static func name(of host: String) -> String? {
        var name = Substring(host)
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return nil }
            guard isPort(name[name.index(after: end)...]) else { return nil }
            name = name[...end]
        } else if let colon = name.firstIndex(of: ":") {
            guard isPort(name[colon...]) else { return nil }
            name = name[..<colon]
        }
        let isPlain = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "-._:[]".utf8.contains(byte)
        }
        guard isPlain, (1...253).contains(name.utf8.count) else { return nil }
        return plain(String(name))
    }

    private static func plain(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.hasPrefix(":") && UInt16(text.dropFirst()) != nil && text.utf8.count <= 6
    }

    /// Whether a host is an address in numbers. No name can be made to look like one.
    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            let inner = host.dropFirst().dropLast()
            return inner.contains(":") && inner.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return isVersion4(host)
    }

    private static func isVersion4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map { "\($0)" == part } ?? false }
    }

    private func isPage(_ origin: String, of host: String) -> Bool {
        schemes.contains { origin.lowercased() == $0 + host.lowercased() }
    }
}
