import Database
import SystemSupport
import TagReading

// What becomes of files that were read, and of songs that are gone.
extension LibraryScanner {
    /// How many songs are removed in one transaction.
    private static let removalSize = 1_024

    /// Has the next scan look at the directory of a file again that was a song: what is gone leaves the database at the end of a scan, which
    /// may not come.
    private func noteVanished(_ file: PendingFile) { if file.known != nil { incomplete.insert(file.directory) } }

    /// Writes what was read of a file.
    func write(_ file: PendingFile, _ outcome: SongReader.Outcome?) throws(DatabaseError) {
        if outcome != nil, !leftOut.isEmpty { try takeIn(file.path) }
        switch outcome {
        case .song(let song):
            tellOfTags(song, at: file.path)
            let mayBeDisc = song.file.tags.further[ScannedSong.sheetTag] != nil || song.file.hasCueSheetBlock
            if mayBeDisc, try writeSheet(of: file, song.identity) {
                noteVanished(file)
                return
            }
            let (id, change) = try store.write(
                song, in: file.directory, path: file.directoryPath, over: file.known, now: CalendarClock.seconds,
                isGone: { path throws(DatabaseError) in try isGone(path) })
            // Only one that was elsewhere may have been noted as gone.
            if change == .moved { try store.reappear(song: id) }
            count(change)
        case .noMusic:
            if let known = file.known { try store.vanish(song: known) }
            noteVanished(file)
            control.update { $0.filesRead += 1 }
        case .unreadable, nil: incomplete.insert(file.directory)
        }
    }

    func count(_ change: SongChange) {
        control.update {
            $0.filesRead += 1
            switch change {
            case .added: $0.songsAdded += 1
            case .changed: $0.songsChanged += 1
            case .moved: $0.songsMoved += 1
            }
        }
    }

    /// Finds out which of the new songs are songs that are gone, with other tags.
    func recogniseRetagged() throws(DatabaseError) {
        let control = control
        let count = try store.recogniseRetagged {
            !control.isCancelled
        } isGone: { path throws(DatabaseError) in
            try isGone(path)
        }
        control.update {
            // A scan before this one may have added some of them, and was cancelled.
            $0.songsAdded = max(0, $0.songsAdded - count)
            $0.songsMoved += count
        }
    }

    /// Removes what is gone.
    func removeVanished() throws(DatabaseError) {
        let playlistCount = try store.vanishedPlaylistCount()
        control.update { $0.playlistsChanged += playlistCount }
        var count = 1
        while count > 0 {
            count = try store.transaction { () throws(DatabaseError) -> Int in try store.removeVanished(limit: Self.removalSize) }
            control.update { $0.songsRemoved += count }
        }
    }
}
