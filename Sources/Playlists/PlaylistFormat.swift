/// How a playlist is written.
package enum PlaylistFormat: Hashable, Sendable, CaseIterable {
    /// One location a line, in UTF-8 or Latin-1, or in UTF-16 with a mark.
    case m3u
    /// An INI file of numbered keys.
    case pls
    /// XML (xspf.org, version 1).
    case xspf
    /// The index of a disc: tracks as parts of files.
    case cue

    /// The format that a file's name promises; `nil` for everything that is no playlist.
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

    /// The format that the content shows, or `promised` where it shows none: playlists with the wrong suffix are common.
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
