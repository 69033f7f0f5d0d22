import MPDMigration
import Playlists

extension FuzzTarget {
    /// Changes of a stored playlist: how many, what they are, and then the file.
    static let edits = FuzzTarget("edits", atMost: 4_096) { bytes in
        var invention = Invention(bytes)
        let edits = (0..<invention.pick(8)).map { _ in
            (
                kind: invention.pick(3), first: invention.pick(256), second: invention.pick(256),
                text: invention.text(inventedAddresses)
            )
        }
        let file = Array(invention.rest())
        guard var text = try? PlaylistText(file) else { return }
        precondition(text.bytes == file, "an unchanged file comes out byte for byte")
        for edit in edits {
            let before = (0..<text.count).map { Array(text.location($0)) }
            let start = edit.first % (text.count + 1)
            switch edit.kind {
            case 0:
                do throws(PlaylistError) {
                    try text.insert([PlaylistEntry(uri: edit.text, title: edit.text, duration: 3)], at: start)
                } catch { continue }
                precondition(text.count == before.count + 1)
            case 1:
                let end = start + edit.second % (text.count - start + 1)
                text.remove(start..<end)
                precondition(text.count == before.count - (end - start))
            default:
                guard start < text.count else { continue }
                text.move(start..<start + 1, to: edit.second % text.count)
                precondition(text.count == before.count)
            }
            guard let again = try? PlaylistText(text.bytes) else { preconditionFailure("an edit has made the file unreadable") }
            precondition(again.count == text.count, "what is written is read as the same entries")
            for index in 0..<text.count { precondition(again.location(index).elementsEqual(text.location(index))) }
        }
    }

    private static let inventedAddresses = ["/a", "/a b ", "http://h/x", "file:///%00", "#c", "a", "/\n", "http://h/\r\n/x"]

    /// `mpd.conf` up to a zero, and MPD's state.
    static let migration = FuzzTarget("migration", atMost: 4_096) { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let included = parts.count > 1 ? Array(parts[1]) : []
        let paths = MPDPaths(environment: ["HOME": "/home/u"], music: "/music", homes: ["v": "/home/v"])
        let configuration = MPDConfiguration(
            Array(parts[0]), path: "/etc/mpd.conf", read: { _ in included }, expand: paths.absolute)
        let state = MPDState(included)
        precondition(state.current.map(state.songs.indices.contains) ?? true)
        precondition(state.elapsed >= 0 && state.elapsed.isFinite)
        let proposal = ConfigurationProposal(configuration, state, paths: paths)
        for line in proposal.text.utf8.split(separator: 0x0A) { precondition(!line.contains { $0 < 0x20 || $0 == 0x7F }) }
    }
}
