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

    /// Finds the format that the suffix of a file's name promises; `nil` if the file is not a playlist.
    package init?(path: some BidirectionalCollection<UInt8>) {
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch String(decoding: path[path.index(after: dot)...], as: UTF8.self).lowercased() {
        case "m3u", "m3u8": self = .m3u
        case "pls": self = .pls
        case "xspf": self = .xspf
        case "cue": self = .cue
        default: return nil
        }
    }

    /// Finds the format that the content shows, or takes `promised` if it shows none: playlists with the wrong suffix are
    /// common.
    init(of text: ArraySlice<UInt8>, promised: PlaylistFormat) {
        let start = text.drop { $0.isBlank }
        if start.starts(withWord: "#EXTM3U") {
            self = .m3u
        } else if start.starts(withWord: "[playlist]") {
            self = .pls
        } else if start.starts(withWord: "<?xml") || start.starts(withWord: "<playlist") {
            self = .xspf
        } else {
            self = promised
        }
    }
}
