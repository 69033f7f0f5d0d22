/// The cookies that the answers of one chain of redirects set, for its later requests (RFC 6265). They are forgotten with its last answer.
struct RedirectCookies {
    private struct Cookie {
        let name: String
        let value: String
        let domain: String
        /// Whether hosts below the domain get the cookie too.
        let isForSubdomains: Bool
        let path: String
        let isSecure: Bool

        func isSame(as other: Cookie) -> Bool { name == other.name && domain == other.domain && path == other.path }
    }

    /// The most cookies that are kept, and the most bytes of a name with its value.
    private static let (countLimit, sizeLimit) = (20, 4_096)

    private var cookies: [Cookie] = []

    /// Takes in the `Set-Cookie` fields of the answer from `address`. What is no cookie, or is for other hosts, is ignored.
    mutating func take(_ fields: [String], from address: WebAddress) {
        for field in fields {
            let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(HeaderText.trimmed)
            guard let pair = parts.first.flatMap(Self.pair), !pair.name.isEmpty,
                pair.name.utf8.count + pair.value.utf8.count <= Self.sizeLimit,
                field.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
            else { continue }
            var (domain, isForSubdomains, isSecure) = (address.host, false, false)
            var path = Self.directory(of: address)
            var (isForeign, isOver) = (false, false)
            for attribute in parts.dropFirst() {
                let (name, value) = Self.pair(attribute) ?? (attribute, "")
                switch name.lowercased() {
                case "domain" where !value.isEmpty:
                    domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
                    isForSubdomains = true
                    isForeign = !Self.matches(address.host, domain)
                case "path" where value.hasPrefix("/"): path = value
                case "secure": isSecure = true
                case "max-age": isOver = Int(value).map { $0 <= 0 } ?? isOver
                default: break
                }
            }
            guard !isForeign, !isSecure || address.isSecure else { continue }
            let cookie = Cookie(
                name: pair.name, value: pair.value, domain: domain, isForSubdomains: isForSubdomains, path: path,
                isSecure: isSecure)
            cookies.removeAll { $0.isSame(as: cookie) }
            if !isOver, cookies.count < Self.countLimit { cookies.append(cookie) }
        }
    }

    /// The field `Cookie` of a request to `address`; `nil` if no cookie is for it.
    func field(for address: WebAddress) -> String? {
        let path = Self.path(of: address)
        let own = cookies.filter { cookie in
            let isForHost = cookie.isForSubdomains ? Self.matches(address.host, cookie.domain) : address.host == cookie.domain
            let isForPath =
                path == cookie.path || path.hasPrefix(cookie.path.hasSuffix("/") ? cookie.path : cookie.path + "/")
            return isForHost && isForPath && (!cookie.isSecure || address.isSecure)
        }
        return own.isEmpty ? nil : "Cookie: " + own.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// Whether a host is `domain`, or below it. A domain of one word, such as `com`, has nothing below it, and neither has a number.
    private static func matches(_ host: String, _ domain: String) -> Bool {
        if host == domain { return true }
        let isNumber = host.contains(":") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
        return domain.contains(".") && !isNumber && host.hasSuffix("." + domain)
    }

    private static func pair(_ text: String) -> (name: String, value: String)? {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        return (HeaderText.trimmed(text[..<sign]), HeaderText.trimmed(text[text.index(after: sign)...]))
    }

    private static func path(of address: WebAddress) -> String { String(address.target.prefix { $0 != "?" }) }

    /// The path for a cookie that names none: without what follows the last slash.
    private static func directory(of address: WebAddress) -> String {
        let path = path(of: address)
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
