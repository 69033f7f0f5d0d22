import AudioTypes
import Media
import MediaTypes
import Playlists

/// The tracks of a disc as chapters of the one file that has them all.
enum CueChapters {
    /// Returns the chapters of a file: those that it states itself, unless it names none of them. Then those of the sheet among its tags,
    /// of the sheet beside it, which has the same name, or of its block of tracks, if it is a FLAC file. Waits for the disk.
    static func chapters(
        of location: MediaLocation, _ description: MediaDescription, cancellation: CancellationToken
    ) -> [MediaChapter] {
        let own = description.chapters
        guard own.allSatisfy({ $0.title == nil }) else { return own }
        if let sheet = description.tags["cuesheet"],
            let chapters = chapters(of: location, sheet: Array(sheet.utf8), isInside: true)
        {
            return chapters
        }
        if let beside = location.beside(".cue"),
            let sheet = try? FileSource.contents(of: beside, limit: Playlist.sizeLimit + 1, cancellation: cancellation),
            let chapters = chapters(of: location, sheet: sheet, isInside: false)
        {
            return chapters
        }
        // FFmpeg tells that there is a block, and takes the pause in front of a track for its beginning.
        guard description.container == "flac", !own.isEmpty,
            let tracks = try? SheetTrack.inBlock(of: location, cancellation: cancellation), !tracks.isEmpty
        else { return own }
        return MediaChapter.ordered(
            tracks.map { track in
                MediaChapter(start: track.range?.start.seconds ?? 0, end: track.range?.end?.seconds, title: nil)
            })
    }

    /// - Parameter isInside: whether the sheet is in the file. Then whatever file it names is this one.
    private static func chapters(of location: MediaLocation, sheet: [UInt8], isInside: Bool) -> [MediaChapter]? {
        let directory = Array(location.path[..<(location.path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
        guard let sheet = try? Playlist(sheet, format: .cue, directory: directory) else { return nil }
        let scale = Double(CueRange.framesPerSecond)
        var finder = NameFinder()
        let tracks = sheet.entries.filter { entry in
            guard !isInside, let found = finder.find(entry, in: directory, isSheet: true) else { return isInside }
            return (try? MediaLocation(uri: found.uri)) == location
        }
        let chapters = tracks.map { track in
            MediaChapter(
                start: Double(track.range?.start ?? 0) / scale, end: track.range?.end.map { Double($0) / scale },
                title: track.title)
        }
        return chapters.isEmpty ? nil : MediaChapter.ordered(chapters)
    }
}
