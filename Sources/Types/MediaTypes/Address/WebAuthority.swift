/// User, password, host and port of an address of the network (RFC 3986, section 3.2).
package enum WebAuthority {
    /// Returns user, password, host and port, which follow the two slashes at the start of `text`.
    package static func text(in text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        text.dropFirst(2).prefix { !"/?#".unicodeScalars.contains($0) }
    }

    /// Splits `place`, the text behind the `@` if there is one, into the host, in lower case, and the port; `nil` if it is no
    /// valid host and port.
    package static func split(_ place: Substring, defaultPort: UInt16) -> (host: String, port: UInt16)? {
        var host = place
        var port: Substring?
        if place.hasPrefix("[") {
            guard let end = place.firstIndex(of: "]") else { return nil }
            host = place[place.index(after: place.startIndex)..<end]
            let rest = place[place.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
            guard host.utf8.allSatisfy({ isHexadecimal($0) || ":.".utf8.contains($0) }) else { return nil }
        } else {
            if let colon = place.firstIndex(of: ":") {
                host = place[..<colon]
                port = place[place.index(after: colon)...]
            }
            guard host.utf8.allSatisfy(isOfName) else { return nil }
        }
        guard !host.isEmpty, host.utf8.count <= 255 else { return nil }
        guard let port, !port.isEmpty else { return (host.lowercased(), defaultPort) }
        guard let number = UInt16(port), number > 0 else { return nil }
        return (host.lowercased(), number)
    }

    /// Returns whether the name of a host may contain a byte unescaped.
    package static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(UnicodeScalar(byte)).isHexDigit }
}
