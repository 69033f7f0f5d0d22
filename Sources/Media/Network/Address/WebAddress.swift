package import MediaTypes
package import SystemSupport

/// An `http:` or `https:` address, split into its parts (RFC 3986).
///
/// The code looks for delimiters among Unicode's scalars, not among characters. If a combining mark such as U+030C
/// follows a delimiter, both are one character, which Swift does not recognise as the delimiter.
package struct WebAddress: Hashable, Sendable {
    /// Whether the scheme is `https:`.
    let isSecure: Bool
    /// The host: a name or a number, in lower case, and without the brackets of IPv6.
    let host: String
    let port: UInt16
    /// Path and query as in a request line, without characters that would end that line.
    let target: String
    /// `user:password`, with percent-escapes decoded; `nil` if the address has none.
    let credentials: String?
    /// The character set of the texts of a station, from the fragment `#charset=`, as MPD has it; `nil` if the address names none.
    package private(set) var charset: CharacterSet?

    /// Splits an address into its parts.
    /// - Throws: ``MediaError/Code/notAllowed`` for every other scheme, and for a text that is not an address.
    package init(_ text: String) throws(MediaError) {
        let text = MediaAddress.trimmed(text)
        let scalars = text.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":") else {
            throw MediaError(.notAllowed, "\(MediaAddress.shown(text)) is not an address of the network")
        }
        let scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw MediaError(
                .notAllowed,
                "\(MediaAddress.shown(text)) cannot be opened: from the network only http: and https: addresses are followed"
            )
        }
        isSecure = scheme == "https"
        let rest = scalars[scalars.index(after: colon)...]
        guard rest.starts(with: "//".unicodeScalars) else {
            throw MediaError(.notAllowed, "\(MediaAddress.shown(text)) names no host")
        }
        let authority = WebAuthority.text(in: rest)
        target = Self.target(text[authority.endIndex...])
        charset = Self.charset(in: text)
        let at = authority.lastIndex(of: "@")
        credentials = at.map { Self.decoded(Substring(authority[..<$0])) }
        let named = Substring(at.map { authority[authority.index(after: $0)...] } ?? authority)
        guard let place = InternationalHost.ascii(named) else {
            throw MediaError(.notAllowed, "\(MediaAddress.shown(text)) names no host that could be asked")
        }
        guard let (host, port) = WebAuthority.split(place, defaultPort: isSecure ? 443 : 80) else {
            throw MediaError(.notAllowed, "\(MediaAddress.shown(text)) names no host that could be asked")
        }
        self.host = host
        self.port = port
    }

    /// The address without user, password and fragment: the form that may be shown.
    package var text: String { "\(isSecure ? "https" : "http")://\(authority)\(target)" }

    /// The address with user and password, and with the character set. Only for the code that opens it.
    package var location: String { plainLocation + (charset.map { "#charset=\($0.name)" } ?? "") }

    private var plainLocation: String {
        guard let credentials else { return text }
        let (user, password) = Self.userAndPassword(credentials)
        let parts = [user, password].compactMap { $0.map(Self.encoded) }
        return "\(isSecure ? "https" : "http")://\(parts.joined(separator: ":"))@\(authority)\(target)"
    }

    /// Host and port as the request contains them, without the scheme's default port.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The path without the query.
    package var path: Substring { target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)] }

    private init(isSecure: Bool, host: String, port: UInt16, target: String, credentials: String?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
        self.credentials = credentials
    }

    /// Returns what `reference` means in a document that came from this address (RFC 3986, section 5.2). It gets the user
    /// and password of this address if it has the same host, protocol and port, and no user and password of its own.
    /// - Throws: ``MediaError/Code/notAllowed``, like ``init(_:)``.
    package func resolving(_ reference: String) throws(MediaError) -> WebAddress {
        lendingCredentials(to: try resolvingAlone(reference)).inheriting(charset)
    }

    /// Returns the address with a character set, if it has none of its own: what leads to a station speaks for it.
    package func inheriting(_ charset: CharacterSet?) -> WebAddress {
        var address = self
        address.charset = self.charset ?? charset
        return address
    }

    /// Returns `other` with the user and password of this address, if they are valid for it too.
    func lendingCredentials(to other: WebAddress) -> WebAddress {
        guard other.credentials == nil, hasOrigin(of: other) else { return other }
        return WebAddress(isSecure: isSecure, host: host, port: port, target: other.target, credentials: credentials)
    }

    /// Whether protocol, host and port are those of another address (RFC 6454).
    func hasOrigin(of other: WebAddress) -> Bool { (isSecure, host, port) == (other.isSecure, other.host, other.port) }

    private func resolvingAlone(_ reference: String) throws(MediaError) -> WebAddress {
        let scalars = reference.unicodeScalars
        let word = scalars.prefix { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains(scalar))
        }
        if scalars[word.endIndex...].first == ":", word.first?.properties.isAlphabetic == true {
            return try WebAddress(reference)
        }
        if reference.utf8.starts(with: "//".utf8) { return try WebAddress("\(isSecure ? "https" : "http"):\(reference)") }
        let path = self.path
        let joined: String
        if scalars.first == "/" {
            joined = reference
        } else if scalars.isEmpty || scalars.first == "#" {
            joined = target
        } else if scalars.first == "?" {
            joined = path + reference
        } else {
            joined = path[...(path.lastIndex(of: "/") ?? path.startIndex)] + reference
        }
        return WebAddress(
            isSecure: isSecure, host: host, port: port, target: Self.target(joined[...]), credentials: credentials)
    }
}

extension WebAddress {
    /// Splits what precedes the `@` into user and password.
    static func userAndPassword(_ credentials: String) -> (user: Substring, password: Substring?) {
        guard let colon = credentials.unicodeScalars.firstIndex(of: ":") else { return (credentials[...], nil) }
        return (credentials[..<colon], credentials[credentials.unicodeScalars.index(after: colon)...])
    }

    /// Returns the character set in the fragment of an address.
    private static func charset(in text: String) -> CharacterSet? {
        guard let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        let parts = text.utf8[text.utf8.index(after: hash)...].split(separator: UInt8(ascii: "&"), maxSplits: 16)
        let key = "charset="
        let part = parts.first { $0.prefix(key.utf8.count).elementsEqual(key.utf8) }
        return part.flatMap { CharacterSet(String(Substring($0.dropFirst(key.utf8.count)))) }
    }

    /// Returns path and query with dot segments resolved, and with characters escaped that a request line must not
    /// contain.
    private static func target(_ text: Substring) -> String {
        // Escape first: in ASCII every character is one byte.
        let whole = escaped(text)
        let withoutFragment = whole[..<(whole.utf8.firstIndex(of: UInt8(ascii: "#")) ?? whole.endIndex)]
        let end = withoutFragment.utf8.firstIndex(of: UInt8(ascii: "?")) ?? withoutFragment.endIndex
        return withoutDots(withoutFragment[..<end]) + withoutFragment[end...]
    }

    /// Removes the dot segments of a path (RFC 3986, section 5.2.4).
    private static func withoutDots(_ path: Substring) -> String {
        // Few paths have any, and an address may be long.
        let pairs = zip(path.utf8, path.utf8.dropFirst())
        let mayHaveDots = pairs.contains { $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: ".") }
        if path.utf8.first == UInt8(ascii: "/"), !mayHaveDots { return String(path) }
        var kept: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(path.hasPrefix("/") ? 1 : 0)
        for (place, part) in parts.enumerated() {
            let isLast = place == parts.count - 1
            switch part {
            case ".": if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(part)
            }
        }
        return "/" + kept.joined(separator: "/")
    }

    /// Escapes user or password, with every character that could end it.
    private static func encoded(_ text: Substring) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            if WebAuthority.isOfName(byte) {
                result.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    /// Whether each byte may stand in a request line as it is.
    private static let isPlain: [Bool] = {
        let special = Set("\"<>\\^`{|}".utf8)
        return (UInt8.min...UInt8.max).map { $0 > 0x20 && $0 < 0x7F && !special.contains($0) }
    }()

    private static func escaped(_ text: Substring) -> String {
        let (isPlain, digits) = (isPlain, Array("0123456789ABCDEF".utf8))
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isPlain[Int(byte)] {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes percent-escapes; an incomplete one stays as it is.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
