import AudioTypes
import Media
import Playlists

/// Puts the entries of playlist files in the place of these. Reads files: for a thread that may wait.
package struct PlaylistExpansion: Sendable {
    /// What is to be added to a queue, which gives the ids.
    package private(set) var items: [QueueItem] = []
    /// Sentences about what was left out.
    package private(set) var faults: [String] = []

    /// Whether the name of a local file says that it is a playlist.
    package static func isPlaylist(_ uri: String) -> Bool { playlist(uri) != nil }

    /// Reads the playlists among `uris`; everything else stays as it is, entries that are playlists themselves too.
    /// - Throws: `media_not_found`, `media_unreadable`, or `media_unsupported` where a playlist has nothing to play.
    package init(_ uris: [String]) throws(PlaybackError) {
        for uri in uris {
            if let (location, format) = Self.playlist(uri) {
                try add(uri, location, format)
            } else {
                items.append(QueueItem(id: 0, uri: uri))
            }
        }
    }

    private static func playlist(_ uri: String) -> (MediaLocation, PlaylistFormat)? {
        guard let location = try? MediaLocation(uri: uri), let format = PlaylistFormat(path: location.path) else {
            return nil
        }
        return (location, format)
    }

    private mutating func add(_ uri: String, _ location: MediaLocation, _ format: PlaylistFormat) throws(PlaybackError) {
        let name = location.name
        let bytes: [UInt8]
        do throws(MediaError) {
            bytes = try Self.read(location)
        } catch {
            throw PlaybackError(error, uri: uri)
        }
        let slash = location.path.lastIndex(of: UInt8(ascii: "/")) ?? 0
        let playlist: Playlist
        do throws(PlaylistError) {
            playlist = try Playlist(bytes, format: format, directory: Array(location.path[..<max(slash, 1)]))
        } catch {
            throw Self.unsupported("the playlist \(name) \(error)", uri)
        }
        if playlist.isStream {
            items.append(QueueItem(id: 0, uri: uri))
            return
        }
        guard !playlist.entries.isEmpty else {
            let reason = playlist.faults.first.map { ". \($0)" } ?? ""
            throw Self.unsupported("the playlist \(name) has no entry that can be played\(reason)", uri)
        }
        items += playlist.entries.map(Self.item)
        faults += playlist.faults.map { "\(name): \($0)" }
    }

    private static func unsupported(_ message: String, _ uri: String) -> PlaybackError {
        PlaybackError(.init(rawValue: MediaError.Code.unsupported.rawValue), message, uri: uri)
    }

    private static func item(_ entry: PlaylistEntry) -> QueueItem {
        let scale = CueRange.framesPerSecond
        let range = entry.range.map { range in
            MediaRange(
                start: MediaTime(value: range.start, timescale: scale),
                end: range.end.map { MediaTime(value: $0, timescale: scale) })
        }
        return QueueItem(
            id: 0, uri: entry.uri + (range?.fragment ?? ""), title: entry.title, artist: entry.artist,
            album: entry.album, duration: entry.duration)
    }

    /// The bytes of a regular file; one more than a playlist may have where it is too large, which the reader then refuses.
    private static func read(_ location: MediaLocation) throws(MediaError) -> [UInt8] {
        let source = try FileSource(location)
        var bytes = [UInt8](repeating: 0, count: Int(min(source.size ?? 0, Int64(Playlist.sizeLimit) + 1)))
        var filled = 0
        while filled < bytes.count {
            let count: Int
            // A closure that throws a type of its own is more than `withUnsafeMutableBytes` can pass on by itself.
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(MediaError) in
                    unsafe try source.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: Int64(filled))
                }
            }
            count = try result.get()
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }
}
