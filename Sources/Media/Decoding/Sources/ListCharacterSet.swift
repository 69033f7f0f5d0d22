import Playlists
import SystemSupport

/// The character set that an M3U list names (`#EXTENC:`).
package enum ListCharacterSet {
    /// Returns the bytes of a list with its remarks in UTF-8, if it names another set for them. Paths stay as they are: a file here may
    /// have any bytes in its name.
    package static func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
        guard let name = Playlist.statedCharacterSet(of: bytes), let set = CharacterSet(name), set.name != "UTF-8" else {
            return bytes
        }
        let end = UInt8(ascii: "\n")
        let lines = bytes.split(separator: end, omittingEmptySubsequences: false).map { line -> [UInt8] in
            guard line.first == UInt8(ascii: "#"), let text = set.decode(line) else { return Array(line) }
            return Array(text.utf8)
        }
        return Array(lines.joined(separator: [end]))
    }
}
