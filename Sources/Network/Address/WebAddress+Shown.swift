extension WebAddress {
    /// A text that may be an address, without the user and password in it: what other programs and people get to see.
    ///
    /// Paths stay as they are. Of what begins like an address of the network and is none, everything is left out in which a
    /// password could be.
    package static func shown(_ text: String) -> String {
        // Nearly all are paths.
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
