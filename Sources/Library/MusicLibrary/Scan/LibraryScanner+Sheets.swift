import AudioTypes
import Database
import Media
import MediaTypes
import SystemSupport
import TagReading

// CUE sheets. A sheet, and a file that has one among its tags or in a block of FLAC, counts as a directory of its tracks, and each track as
// a song.
extension LibraryScanner {
    /// Has the files of a directory that its sheets cut count as no songs of their own, and only those sheets as directories that
    /// ``DirectorySheets`` says.
    func applySheets(to listing: inout DirectoryListing, in path: [UInt8], knownBelow: [[UInt8]]) {
        let sheets = DirectorySheets(listing.sheets, in: path)
        countingSheets = (path, sheets.names)
        listing.separate(
            targets: Set(sheets.files.map { Array($0.nameInPath) }), withSheets: Set(knownBelow.map { Array($0.nameInPath) }),
            withoutSheets: Set(listing.sheets).subtracting(sheets.names))
    }

    /// Whether a sheet is one of those of its directory that count.
    private func counts(_ sheet: PendingDirectory) throws(DatabaseError) -> Bool {
        let path = Array(sheet.path.directoryInPath)
        if countingSheets?.directory != path, let parent = sheet.parent {
            // Its directory is as it was.
            let names = try store.playlists(in: parent).map(\.name).filter { SheetTrack.isSheet($0) }
            countingSheets = (path, DirectorySheets(names, in: path).names)
        }
        return countingSheets?.names.contains(Array(sheet.path.nameInPath)) ?? false
    }

    /// The tracks of a sheet, or of a file with a sheet, whose sound is there.
    private static func tracks(at path: [UInt8]) -> [SheetTrack] {
        guard let location = try? MediaLocation(path: path), let tracks = try? SheetTrack.all(in: location) else { return [] }
        // A sheet in a file that does not cut it says nothing that the file itself does not say.
        if !SheetTrack.isSheet(path), tracks.count < 2 { return [] }
        return tracks.filter { DirectoryListing.Status($0.target.path)?.isFile == true }
    }

    /// Compares a sheet, or a file that had one, with what the database has of its tracks.
    func visitSheet(_ pending: PendingDirectory, _ identity: FileIdentity, _ depth: Depth) throws(DatabaseError) {
        let known = try store.directory(pending.path)
        if let known, known.parent != pending.parent { try store.move(directory: known.id, below: pending.parent) }
        let isSame = known.map { $0.modified == identity.modified && $0.inode == identity.inode && $0.device == identity.device }
        // The sound lies beside the sheet: it may have gone where the directory has changed.
        if depth == .directories, isSame == true, pending.isParentUnchanged { return }
        let isSheet = SheetTrack.isSheet(pending.path)
        // One that was written anew may name files that another one named, or no longer do: its directory is looked at once more.
        if isSheet, isSame == false, let parent = pending.parent { incomplete.insert(parent) }
        let doesCount = if isSheet { try counts(pending) } else { true }
        let tracks = doesCount ? Self.tracks(at: pending.path) : []
        if isSame == true, depth != .contents, let known {
            let songs = try store.songs(in: known.id)
            let isWhole =
                tracks.count == songs.count
                && tracks.allSatisfy { track in
                    let target = DirectoryListing.Status(track.target.path)?.identity
                    return target != nil && songs[Array(track.name.utf8)]?.identity == target
                }
            if isWhole { return }
        }
        guard tracks.isEmpty else {
            return try store.transaction { () throws(DatabaseError) in
                try write(tracks, at: pending.path, parent: pending.parent, identity)
            }
        }
        if let known {
            try store.vanish(directory: known.id)
            if let parent = pending.parent { incomplete.insert(parent) }
        }
        if !isSheet, let parent = pending.parent {
            // The file has no sheet any more: it is a song again.
            try addFile(pending.path, in: parent)
        }
    }

    /// Writes the tracks of a file that has a sheet inside. Returns whether it has.
    func writeSheet(of file: PendingFile, _ identity: FileIdentity) throws(DatabaseError) -> Bool {
        let tracks = Self.tracks(at: file.path)
        guard !tracks.isEmpty else { return false }
        try write(tracks, at: file.path, parent: file.directory, identity)
        if let known = file.known { try store.vanish(song: known) }
        return true
    }

    private func write(
        _ tracks: [SheetTrack], at path: [UInt8], parent: Int64?, _ identity: FileIdentity
    ) throws(DatabaseError) {
        let id: Int64
        if let known = try store.directory(path) {
            id = known.id
        } else {
            id = try store.addDirectory(path, parent: parent, identity)
        }
        var songs = try store.songs(in: id)
        var files: [[UInt8]: ScannedSong] = [:]
        for track in tracks {
            let target = track.target.path
            if files[target] == nil, case .song(let song) = SongReader.read(target, name: Array(target.nameInPath)) {
                files[target] = song
            }
            guard let whole = files[target] else { continue }
            let song = ScannedSong(track, of: whole)
            let (songID, change) = try store.write(
                song, in: id, path: path, over: songs.take(song.name)?.id, now: CalendarClock.seconds,
                isGone: { path throws(DatabaseError) in try isGone(path) })
            try store.reappear(song: songID)
            count(change)
        }
        for (_, song) in songs.left { try store.vanish(song: song.id) }
        try store.finish(directory: id, identity, modified: identity.modified)
    }
}

extension ScannedSong {
    /// The tags of which a track has one value, however many its file has.
    private static let tagsOfOneValue: [SongTag] = [
        .title, .titleSort, .artistSort, .album, .albumSort, .albumArtistSort, .composerSort, .work, .date, .originalDate,
        .comment,
    ]

    /// Makes the song of a track out of what was read of the file that has its sound. What the sheet does not say, the file does.
    convenience init(_ track: SheetTrack, of whole: ScannedSong) {
        var file = whole.file
        var tags = file.tags
        let said = track.tags
        // Further values would be further titles of each of the file's tracks.
        for tag in Self.tagsOfOneValue { tags.keepFirst(of: tag) }
        for tag in [SongTag.titleSort, .recordingIdentifier, .releaseTrackIdentifier] { tags[tag] = nil }
        (tags[.title], tags[.track], tags.lyrics, tags.further[Self.sheetTag]) = (said["title"], said["track"], [], nil)
        if let artist = said["artist"] ?? (tags.artist == nil ? said["albumartist"] : nil) { tags.setArtist(.artist, to: artist) }
        if let artist = said["albumartist"] { tags.setArtist(.albumArtist, to: artist) }
        if let album = said["album"] { (tags[.album], tags[.albumSort]) = (album, nil) }
        if let genre = said["genre"] { tags[all: .genre] = [genre] }
        if let date = said["date"] { tags[.date] = date }
        if let disc = said["disc"] { tags[.disc] = disc }
        tags.replayGain = track.replayGain(in: tags.replayGain)
        file.tags = tags
        file.sound.milliseconds = track.milliseconds(of: file.sound.milliseconds)
        var stamp = Checksum()
        let numbers: [Int64] = [whole.stamp, track.range?.start.value ?? 0, track.range?.end?.value ?? -1]
        for number in numbers {
            stamp.combine(UInt64(bitPattern: number))
        }
        self.init(
            name: Array(track.name.utf8), identity: whole.identity, stamp: Int64(bitPattern: stamp.value), file: file)
    }
}
