package import Database
import Loudness
package import MediaTypes

/// What was measured of the sound of a song.
package struct MeasuredSound: Hashable, Sendable {
    /// Empty if the song was not measured, or states a loudness.
    package var gain = ReplayGain()
    /// `nil` if the song was not measured, or is silent.
    package var ends: SoundEnds?

    package init(gain: ReplayGain = ReplayGain(), ends: SoundEnds? = nil) {
        self.gain = gain
        self.ends = ends
    }

    var isEmpty: Bool { gain.isEmpty && ends == nil }
}

/// A song that is to be measured.
package struct UnmeasuredSong: Hashable, Sendable {
    package let id: Int64
    package let path: [UInt8]
    /// The file as the library knows it, and the stamp of the song.
    package let (size, modified, stamp): (Int64, Int64, Int64)
}

// What was measured of songs.
extension LibraryStore {
    /// What the column of outcomes has.
    private enum Kept {
        static let (measured, stated, failed): (Int64, Int64, Int64) = (0, 1, 2)
        /// The daemon has ended while it measured the song: once more does no harm.
        static let interrupted: Int64 = 3
        /// It has ended a second time: nobody tries the song again until it changes.
        static let givenUp: Int64 = 4
    }

    /// Whether the row of a song, if it has one, is of the file as it is now.
    private static let isCurrent = """
        loudness.song IS NOT NULL AND loudness.size = songs.size AND loudness.modified = songs.modified \
        AND loudness.stamp = songs.stamp
        """

    /// Whether the row of a song has measures of the file as it is now.
    static let isMeasured = "\(isCurrent) AND loudness.outcome = \(Kept.measured)"

    /// The next songs by their ids that were not measured as their files are now.
    package func unmeasured(after id: Int64, limit: Int) throws(DatabaseError) -> [UnmeasuredSong] {
        var songs: [UnmeasuredSong] = []
        let sql = """
            SELECT songs.id, directories.path, songs.name, songs.size, songs.modified, songs.stamp
            FROM songs JOIN directories ON directories.id = songs.directory LEFT JOIN loudness ON loudness.song = songs.id
            WHERE songs.id > ? AND NOT (\(Self.isCurrent) AND loudness.outcome <> \(Kept.interrupted))
            ORDER BY songs.id LIMIT ?
            """
        try database.forEachRow(sql, id, Int64(limit)) { row throws(DatabaseError) in
            let (directory, name): ([UInt8], [UInt8]) = (try row.read(1), try row.read(2))
            songs.append(
                UnmeasuredSong(
                    id: try row.read(0), path: directory + [UInt8(ascii: "/")] + name, size: try row.read(3),
                    modified: try row.read(4), stamp: try row.read(5)))
        }
        return songs
    }

    /// Whether anything was ever noted of a song's loudness.
    package func hasLoudness() throws(DatabaseError) -> Bool {
        try database.value("SELECT EXISTS (SELECT 1 FROM loudness)", as: Int64.self) == 1
    }

    /// How many songs were measured, and how many are left.
    package func loudnessCounts() throws(DatabaseError) -> LoudnessProgress {
        var progress = LoudnessProgress()
        let sql = """
            SELECT CASE WHEN \(Self.isCurrent) THEN loudness.outcome ELSE \(Kept.interrupted) END AS state, count(*)
            FROM songs LEFT JOIN loudness ON loudness.song = songs.id GROUP BY state
            """
        try database.forEachRow(sql) { row throws(DatabaseError) in
            let count = Int(clamping: try row.read(1) as Int64)
            switch try row.read(0) as Int64 {
            case Kept.measured: progress.measured += count
            case Kept.stated: progress.stated += count
            case Kept.failed, Kept.givenUp: progress.failed += count
            default: progress.left += count
            }
        }
        return progress
    }

    /// Forgets the songs that could not be measured, so that they are tried again: those of which `contains` says so by their paths.
    package func forgetFailed(where contains: ([UInt8]) -> Bool) throws(DatabaseError) {
        var songs: [Int64] = []
        let sql = """
            SELECT songs.id, directories.path, songs.name FROM loudness JOIN songs ON songs.id = loudness.song
            JOIN directories ON directories.id = songs.directory WHERE loudness.outcome = \(Kept.failed)
            """
        try database.forEachRow(sql) { row throws(DatabaseError) in
            let (directory, name): ([UInt8], [UInt8]) = (try row.read(1), try row.read(2))
            if contains(directory + [UInt8(ascii: "/")] + name) { songs.append(try row.read(0)) }
        }
        guard !songs.isEmpty else { return }
        try writingFiles { () throws(DatabaseError) in
            for song in songs { try database.run("DELETE FROM loudness WHERE song = ?", song) }
        }
    }

    /// Notes what has become of measuring a song, unless it is gone by now.
    package func note(_ outcome: LoudnessOutcome, of song: UnmeasuredSong) throws(DatabaseError) {
        switch outcome {
        case .measured(let blocks, let peak, let ends):
            let isSilence = blocks.integrated == nil
            try note(Kept.measured, of: song, peak: isSilence ? nil : peak, isSilence ? nil : blocks.bytes, ends: ends)
        case .stated(let ends): try note(Kept.stated, of: song, ends: ends)
        case .failed: try note(Kept.failed, of: song)
        case .unreachable, .ended, .impossible: break
        }
    }

    /// Notes that the daemon has ended while the song at a path was measured. Returns whether it was not the first time: such a song is not
    /// measured any more.
    package func noteInterrupted(at path: [UInt8]) throws(DatabaseError) -> Bool {
        let sql = """
            SELECT songs.id, songs.size, songs.modified, songs.stamp,
                CASE WHEN \(Self.isCurrent) THEN loudness.outcome END
            FROM songs JOIN directories ON directories.id = songs.directory LEFT JOIN loudness ON loudness.song = songs.id
            WHERE directories.path = ? AND songs.name = ?
            """
        let found = try database.firstRow(sql, Array(path.directoryInPath), Array(path.nameInPath)) {
            row throws(DatabaseError) -> (UnmeasuredSong, Int64?) in
            let song = UnmeasuredSong(
                id: try row.read(0), path: path, size: try row.read(1), modified: try row.read(2), stamp: try row.read(3))
            return (song, try row.read(4))
        }
        guard let (song, before) = found else { return false }
        let isAgain = before == Kept.interrupted
        if before == nil || isAgain { try note(isAgain ? Kept.givenUp : Kept.interrupted, of: song) }
        return isAgain
    }

    private func note(
        _ outcome: Int64, of song: UnmeasuredSong, peak: Double? = nil, _ blocks: [UInt8]? = nil, ends: SoundEnds? = nil
    ) throws(DatabaseError) {
        try writingFiles { () throws(DatabaseError) in
            try database.run(
                "INSERT OR REPLACE INTO loudness SELECT id, ?, ?, ?, ?, ?, ?, ? FROM songs WHERE id = ?", song.size,
                song.modified, song.stamp, outcome, peak, blocks, ends?.bytes, song.id)
        }
    }
}

// The gains that follow.
extension LibraryStore {
    /// The most songs of an album whose loudness is put together: what has more is no album that anybody plays through.
    private static let albumLimit = 1_000

    /// The gains that were measured of the song at a path; empty without any.
    package func measuredGain(at path: [UInt8]) throws(DatabaseError) -> ReplayGain {
        let id = try database.value(
            """
            SELECT songs.id FROM songs JOIN directories ON directories.id = songs.directory
            WHERE directories.path = ? AND songs.name = ?
            """, Array(path.directoryInPath), Array(path.nameInPath), as: Int64.self)
        return try id.map { id throws(DatabaseError) in try measuredGain(of: id) } ?? ReplayGain()
    }

    /// What was measured of the song at a path; empty without any.
    package func measuredSound(at path: [UInt8]) throws(DatabaseError) -> MeasuredSound {
        let sql = """
            SELECT songs.id, loudness.ends FROM songs JOIN directories ON directories.id = songs.directory
            JOIN loudness ON loudness.song = songs.id WHERE directories.path = ? AND songs.name = ? AND \(Self.isCurrent)
            """
        let found = try database.firstRow(sql, Array(path.directoryInPath), Array(path.nameInPath)) {
            row throws(DatabaseError) -> (Int64, [UInt8]?) in (try row.read(0), try row.read(1))
        }
        guard let (song, ends) = found else { return MeasuredSound() }
        return MeasuredSound(gain: try measuredGain(of: song), ends: ends.flatMap { SoundEnds(bytes: $0) })
    }

    /// The gains that were measured of a song; empty without any. The album has one once all of its songs have been looked at, so that no song
    /// of it is played with another gain than the last, and if none of them states a loudness, which was not measured.
    package func measuredGain(of song: Int64) throws(DatabaseError) -> ReplayGain {
        var albums: [Int64: ReplayGain.Level?] = [:]
        return try measuredGain(of: song, knownAlbums: &albums)
    }

    /// Does the same for one of many songs: what was found out about their albums is not asked again.
    func measuredGain(of song: Int64, knownAlbums: inout [Int64: ReplayGain.Level?]) throws(DatabaseError) -> ReplayGain {
        let sql = """
            SELECT songs.album, loudness.peak, loudness.blocks FROM songs JOIN loudness ON loudness.song = songs.id
            WHERE songs.id = ? AND \(Self.isMeasured)
            """
        let found = try database.firstRow(sql, song) {
            row throws(DatabaseError) -> (album: Int64?, track: ReplayGain.Level?) in
            (try row.read(0), Self.level(try row.read(1), try row.read(2)))
        }
        guard let found, let track = found.track else { return ReplayGain() }
        guard let album = found.album else { return ReplayGain(track: track) }
        if let known = knownAlbums[album] { return ReplayGain(track: track, album: known) }
        let level = try albumLevel(of: album)
        knownAlbums[album] = .some(level)
        return ReplayGain(track: track, album: level)
    }

    private func albumLevel(of album: Int64) throws(DatabaseError) -> ReplayGain.Level? {
        let sql = """
            SELECT CASE WHEN \(Self.isCurrent) THEN loudness.outcome END, loudness.peak, loudness.blocks
            FROM songs LEFT JOIN loudness ON loudness.song = songs.id WHERE songs.album = ? LIMIT \(Self.albumLimit + 1)
            """
        var (blocks, peak, songCount, isComplete) = (LoudnessHistogram(), 0.0, 0, true)
        try database.forEachRow(sql, album) { row throws(DatabaseError) in
            songCount += 1
            guard isComplete, let outcome = try row.read(0) as Int64?, outcome != Kept.interrupted,
                outcome != Kept.stated
            else {
                isComplete = false
                return
            }
            guard outcome == Kept.measured, let bytes = try row.read(2) as [UInt8]?, let own = LoudnessHistogram(bytes: bytes)
            else { return }
            blocks.add(own)
            peak = max(peak, try row.read(1) as Double? ?? 0)
        }
        return isComplete && songCount <= Self.albumLimit ? Self.level(peak, blocks) : nil
    }

    private static func level(_ peak: Double?, _ bytes: [UInt8]?) -> ReplayGain.Level? {
        bytes.flatMap { LoudnessHistogram(bytes: $0) }.flatMap { level(peak, $0) }
    }

    private static func level(_ peak: Double?, _ blocks: LoudnessHistogram) -> ReplayGain.Level? {
        blocks.integrated.flatMap { ReplayGain.level(decibels: ReplayGain.referenceLoudness - $0, peak: peak) }
    }
}
