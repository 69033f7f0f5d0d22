import Media
import MediaTypes
import Playlists

/// The tracks of a CUE sheet as chapters of the one file that has them all.
enum CueChapters {
    /// Returns the chapters of a file that states none itself: those of the sheet among its tags, or of the sheet beside it, which has
    /// the same name. Waits for the disk.
    static func chapters(
        of location: MediaLocation, tags: [String: String], cancellation: CancellationToken
    ) -> [MediaChapter] {
        if let sheet = tags["cuesheet"], let chapters = chapters(of: location, sheet: Array(sheet.utf8), isInside: true) {
            return chapters
        }
        guard let dot = location.path.lastIndex(of: UInt8(ascii: ".")),
            let beside = try? MediaLocation(path: location.path[..<dot] + Array(".cue".utf8)), beside != location,
            let sheet = try? FileSource.contents(of: beside, limit: Playlist.sizeLimit + 1, cancellation: cancellation)
        else { return [] }
        return chapters(of: location, sheet: sheet, isInside: false) ?? []
    }

    /// - Parameter isInside: whether the sheet is in the file. Then whatever file it names is this one.
    private static func chapters(of location: MediaLocation, sheet: [UInt8], isInside: Bool) -> [MediaChapter]? {
        let directory = Array(location.path[..<(location.path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
        guard let sheet = try? Playlist(sheet, format: .cue, directory: directory) else { return nil }
        let scale = Double(CueRange.framesPerSecond)
        let tracks = sheet.entries.filter { isInside || (try? MediaLocation(uri: $0.uri)) == location }
        let chapters = tracks.map { track in
            MediaChapter(
                start: Double(track.range?.start ?? 0) / scale, end: track.range?.end.map { Double($0) / scale },
                title: track.title)
        }
        return chapters.isEmpty ? nil : MediaChapter.ordered(chapters)
    }
}
