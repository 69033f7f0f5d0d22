@testable import Playlists

extension FuzzTarget {
    /// A playlist of each format: the first byte says what its name promises.
    static let playlists = FuzzTarget("playlists", atMost: 4_096) { bytes in
        var invention = Invention(bytes)
        let format = invention.pick(PlaylistFormat.allCases)
        guard let list = try? Playlist(Array(invention.rest()), format: format, directory: Array("/music".utf8)) else { return }
        precondition(list.entries.count <= Playlist.entryLimit)
        for entry in list.entries {
            precondition(!entry.uri.utf8.contains { $0 == 0 || $0 == 10 }, "no address has a line end: \(entry.uri)")
            if let duration = entry.duration { precondition(duration.isFinite && duration >= 0, "\(duration)") }
            if let range = entry.range {
                precondition(range.start >= 0 && range.end.map { $0 >= range.start } ?? true, "\(range)")
            }
        }
        for fault in list.faults { precondition(fault.utf8.count < 65_536) }
    }
}
