import AudioTypes

/// The texts that name media: paths, `file:`, `http:` and `https:` addresses, and those of streams that clients send.
package enum MediaAddress {
    /// The beginning of the address of a stream that a client sends.
    package static let pushedScheme = "stream:"

    /// Returns whether `text` begins like an address of the network. Blanks around an address are no part of it (``trimmed(_:)``).
    package static func isWeb(_ text: String) -> Bool {
        let scalars = text.unicodeScalars.drop(while: isBlank)
        return ["http:", "https:"].contains { String(scalars.prefix($0.count)).lowercased() == $0 }
    }

    /// Returns a text that may be an address without the blanks and line ends around it, if it is one of the network: they come with it
    /// when it is copied, and browsers leave them out too. Paths stay unchanged, because names of files may have blanks at their ends.
    package static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.first.map(isBlank) == true || scalars.last.map(isBlank) == true, isWeb(text) else { return text }
        let rest = scalars.drop(while: isBlank)
        let end = rest.lastIndex { !isBlank($0) }
        return String(Substring(end.map { rest[...$0] } ?? rest))
    }

    /// Blanks and the control characters of ASCII.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 }

    /// Returns whether `text` is the address of a stream that a client sends.
    package static func isPushed(_ text: String) -> Bool { text.hasPrefix(pushedScheme) }

    /// Returns a text that may be an address, without user and password: the form that other programs and people may see.
    ///
    /// Paths stay unchanged. If a text begins like an address of the network but is not valid, everything that could be a
    /// password is left out.
    package static func shown(_ text: String) -> String {
        // Nearly all texts are paths.
        guard text.utf8.first != UInt8(ascii: "/"), text.utf8.contains(UInt8(ascii: "@")),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return text }
        let scalars = text.unicodeScalars
        let rest = scalars[scalars.index(after: colon)...]
        var isClear = false
        if rest.starts(with: "//".unicodeScalars) {
            let authority = WebAuthority.text(in: rest)
            if let at = authority.lastIndex(of: "@") { return bare(text, from: colon, to: at) }
            isClear = WebAuthority.split(Substring(authority), defaultPort: 80) != nil
        }
        return !isClear && isWeb(text) ? bare(text) : text
    }

    /// Returns a text that may be an address with everything escaped that may not be shown (``CleanText``), if it is one of the network:
    /// to servers this is the same address; and without blanks around it. Paths stay unchanged, because to the disk they would be others.
    package static func escaped(_ text: String) -> String {
        let text = trimmed(text)
        guard isWeb(text), !CleanText.isClean(text) else { return text }
        let digits = Array("0123456789ABCDEF")
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            let character = String(scalar)
            if CleanText.isClean(character) { return result += character }
            for byte in character.utf8 { result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])" }
        }
    }

    /// Returns an address of any scheme without everything that could be a user and a password. What is left need not be an
    /// address: this is for errors about addresses that are not opened.
    package static func bare(_ text: String) -> String {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let at = text.utf8.lastIndex(of: UInt8(ascii: "@")),
            colon < at
        else { return text }
        return bare(text, from: colon, to: at)
    }

    private static func bare(_ text: String, from colon: String.Index, to at: String.Index) -> String {
        "\(text[...colon])//\(text[text.utf8.index(after: at)...])"
    }
}
