extension MediaLocation {
    /// Makes the location from the `uri` of a client: an absolute path, or a `file:` URL whose percent-escapes are raw bytes.
    /// - Throws: ``MediaError/Code/notAllowed`` for everything else.
    package init(uri: String) throws(MediaError) {
        guard let scheme = Self.scheme(of: uri) else {
            try self.init(path: uri.utf8)
            return
        }
        switch scheme {
        case "file":
            let rest = uri.utf8.dropFirst(scheme.utf8.count + 1)
            try self.init(path: try Self.decoded(try Self.pathPart(of: rest, in: uri), in: uri))
        case "http", "https":
            throw MediaError(.notAllowed, "\(MediaAddress.bare(uri)) is on the network, and names no local file")
        default:
            throw MediaError(.notAllowed, "\(MediaAddress.bare(uri)) cannot be opened: \(scheme): addresses are not allowed")
        }
    }

    /// Returns the scheme of `uri` in lower case (RFC 3986, section 3.1); `nil` for a path.
    private static func scheme(of uri: String) -> String? {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")), let first = uri.utf8.first else { return nil }
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        func isOther(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
        let word = uri.utf8[..<colon]
        guard isLetter(first), word.allSatisfy({ isLetter($0) || isOther($0) }) else { return nil }
        return String(decoding: word, as: UTF8.self).lowercased()
    }

    /// Returns the part after `file:` without the authority, which must be this machine (RFC 8089).
    private static func pathPart(
        of rest: Substring.UTF8View, in uri: String
    ) throws(MediaError) -> Substring.UTF8View {
        guard rest.starts(with: "//".utf8) else { return rest }
        let afterSlashes = rest.dropFirst(2)
        let authority = afterSlashes.prefix { $0 != UInt8(ascii: "/") }
        guard authority.isEmpty || String(decoding: authority, as: UTF8.self).lowercased() == "localhost" else {
            throw MediaError(.notAllowed, "\(MediaAddress.bare(uri)) names a file of another machine")
        }
        return afterSlashes.dropFirst(authority.count)
    }

    private static func decoded(_ escaped: Substring.UTF8View, in uri: String) throws(MediaError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(escaped.count)
        var rest = escaped
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                throw MediaError(.notAllowed, "\(uri) has a % that two hexadecimal digits do not follow")
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
