package import MediaTypes
import Network
package import PlayerModel
import Playlists

/// A playlist on the network. It usually has the addresses of one radio station.
package struct StationList {
    /// The largest size of a list, in bytes.
    private static let sizeLimit = 1 << 20
    /// The largest number of mirrors to try.
    private static let mirrorLimit = 16

    /// The items that the list names, in order. Addresses of other kinds than network addresses are among them; the code that
    /// opens the items refuses those.
    package let items: [QueueItem]
    /// Sentences about entries that were left out.
    package let faults: [String]
    /// Where the addresses of the items may lead.
    package let reach: NetworkReach

    /// Reads the list from `source`; `nil` if that is no list, or if it is the list of a stream's segments (HLS).
    init?(_ source: NetworkSource) throws(MediaError) {
        guard let format = Self.format(source.content) else { return nil }
        let bytes = try Self.read(source)
        let address = source.content.address
        let path = Array(address.path.utf8)
        let directory = path[..<max(1, path.lastIndex(of: UInt8(ascii: "/")) ?? 1)]
        let playlist: Playlist
        do throws(PlaylistError) {
            playlist = try Playlist(bytes, format: format, directory: Array(directory))
        } catch {
            throw MediaError(.unsupported, "the playlist \(address.text) \(error)")
        }
        if playlist.isStream { return nil }
        // A path names a file on the server that the list came from.
        items = playlist.entries.compactMap { entry in
            var item = QueueItem(entry)
            guard entry.uri.hasPrefix("/") else { return item }
            guard let address = try? address.resolving(entry.uri) else { return nil }
            item.location = address.location
            return item
        }
        faults = playlist.faults
        reach = source.content.reach
    }

    /// The addresses to try until one can be opened: stations list mirrors.
    var mirrors: [String] { items.prefix(Self.mirrorLimit).map(\.location) }

    /// Returns the format that the server states, or else the one that the name of the file suggests.
    private static func format(_ content: RemoteContent) -> PlaylistFormat? {
        switch content.mediaType {
        case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/mpegurl", "application/vnd.apple.mpegurl":
            .m3u
        case "audio/x-scpls", "application/pls+xml", "application/x-scpls": .pls
        case "application/xspf+xml": .xspf
        case let type where type.hasPrefix("audio/") || type.hasPrefix("video/"): nil
        default: PlaylistFormat(path: content.address.path.utf8).flatMap { $0 == .cue ? nil : $0 }
        }
    }

    private static func read(_ source: NetworkSource) throws(MediaError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let result = unsafe piece.withUnsafeMutableBytes { buffer in
                Result { () throws(MediaError) in unsafe try source.read(into: buffer, at: Int64(bytes.count)) }
            }
            let count = try result.get()
            if count == 0 { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= sizeLimit else {
                throw MediaError(
                    .unsupported,
                    "the playlist \(source.content.address.text) is larger than the 1 MiB that one on the network may have")
            }
        }
    }
}
