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
        let scheme = text[...colon]
        let rest = text[text.index(after: colon)...]
        var isClear = false
        if rest.hasPrefix("//") {
            let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
            if let at = authority.lastIndex(of: "@") { return "\(scheme)//\(rest[rest.index(after: at)...])" }
            isClear = split(authority, defaultPort: 80) != nil
        }
        guard !isClear, isOne(text), let at = rest.lastIndex(of: "@") else { return text }
        return "\(scheme)//\(rest[rest.index(after: at)...])"
    }
}
