package import Database
import Loudness
package import MediaTypes

/// A song with the gains that were measured of it.
package struct MeasuredSong: Hashable, Sendable {
    package let id: Int64
    package let path: [UInt8]
    /// The file as it was measured, in bytes.
    package let size: Int64
    /// The last change of the file, in nanoseconds since 1970.
    package let modified: Int64
    package let gain: ReplayGain
}

// Lists of what was measured, and what becomes of it where files get tags.
extension LibraryStore {
    /// The next songs by their ids that have a measured gain, as far as they are among the next `limit` that were measured at all.
    /// - Parameter path: a file or directory; `nil` for everything.
    /// - Returns: the songs, and the id to go on behind; `nil` at the end.
    package func measuredSongs(
        after id: Int64, in path: [UInt8]? = nil, limit: Int
    ) throws(DatabaseError) -> (songs: [MeasuredSong], next: Int64?) {
        var (found, last, count): ([(id: Int64, path: [UInt8], size: Int64, modified: Int64)], Int64, Int) = ([], id, 0)
        let sql = """
            SELECT songs.id, directories.path, songs.name, songs.size, songs.modified
            FROM loudness JOIN songs ON songs.id = loudness.song JOIN directories ON directories.id = songs.directory
            WHERE songs.id > ? AND \(Self.isMeasured) ORDER BY songs.id LIMIT ?
            """
        try database.forEachRow(sql, id, Int64(limit)) { row throws(DatabaseError) in
            (last, count) = (try row.read(0), count + 1)
            let (directory, name): ([UInt8], [UInt8]) = (try row.read(1), try row.read(2))
            let whole = directory + [UInt8(ascii: "/")] + name
            guard path.map({ whole.isWithin($0) }) ?? true else { return }
            found.append((last, whole, try row.read(3), try row.read(4)))
        }
        var songs: [MeasuredSong] = []
        var albums: [Int64: ReplayGain.Level?] = [:]
        for song in found {
            let gain = try measuredGain(of: song.id, knownAlbums: &albums)
            guard gain.track != nil else { continue }
            songs.append(MeasuredSong(id: song.id, path: song.path, size: song.size, modified: song.modified, gain: gain))
        }
        return (songs, count == limit ? last : nil)
    }

    /// How far a gain in a file may be from the measured one that somebody has written there, in decibels: tags have two digits.
    private static let tolerance = 0.011
    /// The same for a peak: tags have six digits.
    private static let peakTolerance = 0.000_011

    /// What was measured of a song whose file has changed: the gain counts for the new file as well, if that states it. Another file that
    /// comes to the same gain by chance has another peak.
    /// - Parameter stated: what the file states now.
    /// - Returns: whether it counts. To be asked before the song is written.
    func isMeasureKept(of song: Int64, stated: ReplayGain) throws(DatabaseError) -> Bool {
        guard let stated = stated.track, let measured = try measuredGain(of: song).track else { return false }
        if let peak = stated.peak, let own = measured.peak, abs(peak - own) > Self.peakTolerance { return false }
        return abs(stated.decibels - measured.decibels) <= Self.tolerance
    }

    /// Has what was measured of a song count for its file as it is now.
    func keepMeasure(of song: Int64) throws(DatabaseError) {
        try database.run(
            """
            UPDATE loudness SET (size, modified, stamp) = (SELECT size, modified, stamp FROM songs WHERE id = loudness.song)
            WHERE song = ?
            """, song)
    }
}
