extension WebAddress {
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
        func from(_ at: String.Index) -> String { "\(text[...colon])//\(text[scalars.index(after: at)...])" }
        var isClear = false
        if rest.starts(with: "//".unicodeScalars) {
            let authority = authority(in: rest)
            if let at = authority.lastIndex(of: "@") { return from(at) }
            isClear = split(Substring(authority), defaultPort: 80) != nil
        }
        guard !isClear, isOne(text), let at = rest.lastIndex(of: "@") else { return text }
        return from(at)
    }
}
