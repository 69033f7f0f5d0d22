import AudioTypes
package import Database
import Media
package import MediaTypes

// Songs that are parts of a file, which an address may name by their times.
extension LibraryStore {
    /// The most sheets of one directory that are looked at.
    private static let sheetLimit = 16
    /// By which times are compared where nobody knows the rate of the file.
    private static let usualRate = SampleRate.video

    /// The song at a path, or the one that is `part` of the file there: the track of a CUE sheet that has these times. A part of a file that no
    /// sheet cuts is no song. Reads the sheets near the file then, so it waits for the disk.
    package func song(at path: [UInt8], part: MediaRange?) throws(DatabaseError) -> LibrarySong? {
        guard let part else { return try song(at: path) }
        for sheet in try sheets(near: path) {
            let track = SheetTrack.cutting(path, in: sheet).first { $0.isSame(as: part, at: Self.usualRate) }
            guard let track, let song = try song(at: track.path(in: sheet)) else { continue }
            return song
        }
        return nil
    }

    /// The sheets that may cut the file at a path: the file itself, if it has one inside, and those beside it.
    func sheets(near path: [UInt8]) throws(DatabaseError) -> [[UInt8]] {
        let sql = """
            SELECT path FROM directories WHERE path = ? UNION ALL
            SELECT below.path FROM directories AS above JOIN directories AS below ON below.parent = above.id WHERE above.path = ?
            """
        var sheets: [[UInt8]] = []
        try database.forEachRow(sql, path, Array(path.directoryInPath)) { row throws(DatabaseError) in
            let found: [UInt8] = try row.read(0)
            guard sheets.count < Self.sheetLimit, found == path || SheetTrack.isSheet(found) else { return }
            sheets.append(found)
        }
        return sheets
    }
}

extension SheetTrack {
    /// The tracks of a sheet whose sound is in the file at a path; none if the sheet cannot be read. Waits for the disk.
    static func cutting(_ path: [UInt8], in sheet: [UInt8]) -> [SheetTrack] {
        guard let location = try? MediaLocation(path: sheet), let tracks = try? all(in: location) else { return [] }
        return tracks.filter { $0.target.path == path }
    }

    /// The path under which the library has the track.
    func path(in sheet: [UInt8]) -> [UInt8] { sheet + Array("/\(name)".utf8) }

    /// Whether the track begins and ends at the same frames as a part.
    func isSame(as part: MediaRange, at rate: SampleRate) -> Bool {
        guard let range else { return false }
        return range.start.frame(at: rate) == part.start.frame(at: rate)
            && range.end?.frame(at: rate) == part.end?.frame(at: rate)
    }
}
