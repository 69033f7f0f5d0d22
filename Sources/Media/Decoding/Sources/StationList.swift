import Media
package import MediaTypes
import Network
package import PlayerModel
import Playlists

/// A playlist on the network. It usually has the addresses of one radio station.
package struct StationList {
    /// The largest size of a list, in bytes.
    private static let sizeLimit = 1 << 20
    /// How many addresses are tried for one item: stations list mirrors.
    static let mirrorLimit = 16
    /// How deep lists may name lists.
    static let depthLimit = 4

    /// The items that the list names, in order. Addresses of other kinds than network addresses are among them; the code that
    /// opens the items refuses those.
    package let items: [QueueItem]
    /// Sentences about entries that were left out.
    package let faults: [String]
    /// Where the addresses of the items may lead.
    package let reach: NetworkReach

    /// Reads the list from `source`; `nil` if that is no list, or if it is the list of a stream's segments (HLS).
    init?(_ source: NetworkSource) throws(MediaError) {
        var shown = Self.format(source.content)
        if shown == nil { shown = try Self.shown(by: source) }
        guard let format = shown else { return nil }
        let bytes = ListCharacterSet.inUTF8(try Self.read(source))
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
        items = playlist.entries.compactMap { Self.item($0, in: address) }
        let foreign = playlist.entries.filter(\.isForeign).count
        faults = playlist.faults + (foreign == 0 ? [] : ["\(foreign) entries that are paths of another system are left out."])
        reach = source.content.reach
    }

    /// Returns the item of an entry of the list at `address`; `nil` if it can be none.
    private static func item(_ entry: PlaylistEntry, in address: WebAddress) -> QueueItem? {
        guard !entry.isForeign else { return nil }
        var item = QueueItem(entry)
        if entry.uri.hasPrefix("/") {
            // A path names a file on the server that the list came from.
            guard let address = try? address.resolving(entry.uri) else { return nil }
            item.location = address.location
        } else if address.charset != nil, let named = try? WebAddress(entry.uri), named.charset == nil {
            item.location = named.inheriting(address.charset).location
        }
        return item
    }

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

    /// The format that the first bytes show where the server states no type of sound: some call their lists text, or nothing.
    private static func shown(by source: NetworkSource) throws(MediaError) -> PlaylistFormat? {
        let type = source.content.mediaType
        let unclear = [
            "", "application/octet-stream", "video/x-ms-asf", "video/x-ms-wvx", "audio/x-ms-wax", "application/x-ms-asx",
        ]
        guard unclear.contains(type) || type.hasPrefix("text/") else { return nil }
        return PlaylistFormat.shown(byBeginning: try source.bytes(in: 0..<Int64(PlaylistFormat.beginning)))
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
