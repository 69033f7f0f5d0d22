/// The format of a playlist file.
package enum PlaylistFormat: Hashable, Sendable, CaseIterable {
    /// One location in each line, in UTF-8 or Windows-1252, or in UTF-16 with a byte order mark.
    case m3u
    /// An INI file of numbered keys.
    case pls
    /// XML (xspf.org, version 1).
    case xspf
    /// The index of a disc: tracks as parts of files.
    case cue
    /// What Windows Media Player reads: like XML, or an INI file.
    case asx

    /// Finds the format that the suffix of a file's name promises; `nil` if the file is not a playlist.
    package init?(path: some BidirectionalCollection<UInt8>) {
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch String(decoding: path[path.index(after: dot)...], as: UTF8.self).lowercased() {
        case "m3u", "m3u8": self = .m3u
        case "pls": self = .pls
        case "xspf": self = .xspf
        case "cue": self = .cue
        case "asx", "wax", "wvx": self = .asx
        default: return nil
        }
    }

    /// Finds the format that the content shows, or takes `promised` if it shows none: playlists with the wrong suffix are
    /// common.
    init(of text: ArraySlice<UInt8>, promised: PlaylistFormat) {
        self = Self.shown(by: text) ?? promised
        // Some have the head of XML, too.
        if promised == .asx, self == .xspf, !text.contains(Array("xspf.org".utf8)) { self = .asx }
    }

    /// How many bytes of its beginning show the format of a list.
    package static let beginning = 512

    /// Finds the format that the first bytes of a list show; `nil` if they show none.
    package static func shown(byBeginning bytes: [UInt8]) -> PlaylistFormat? {
        let text = bytes.decodedByMark
        guard let format = shown(by: text) else { return nil }
        return format == .xspf && !text.contains(Array("xspf.org".utf8)) ? nil : format
    }

    private static func shown(by text: ArraySlice<UInt8>) -> PlaylistFormat? {
        let start = text.drop { $0.isBlank }
        if start.starts(withWord: "#EXTM3U") { return .m3u }
        if start.starts(withWord: "[playlist]") { return .pls }
        if start.starts(withWord: "<asx") || start.starts(withWord: "[reference]") { return .asx }
        return start.starts(withWord: "<?xml") || start.starts(withWord: "<playlist") ? .xspf : nil
    }
}
