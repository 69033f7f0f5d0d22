package import Media
package import MediaTypes
import TagReading

/// What the file of a song says and the library does not keep: lyrics are long, and few are ever asked for.
package struct SongDetails: Hashable, Sendable {
    /// The loudness that the file states, from which the player takes its gain.
    package let replayGain: ReplayGain
    /// Each text of lyrics with its lines, within ``TagLimits``.
    package let lyrics: [String]

    /// Reads them from the file of a song, or of a track of a CUE sheet. Any thread; waits for the disk. `cancellation` ends that early.
    /// - Parameter uri: the path of the song, or its URL.
    /// - Throws: what opening a file throws: it may be gone, or its disk.
    package static func read(_ uri: String, cancellation: CancellationToken) throws(MediaError) -> SongDetails {
        if let track = try SheetTrack.of(uri, cancellation: cancellation) {
            let description = try MediaProbe.describe(track, cancellation: cancellation)
            // Lyrics in the file are those of the whole disc.
            return SongDetails(replayGain: description.replayGain, lyrics: [])
        }
        let location = try MediaLocation(uri: uri)
        let description = try MediaProbe.describe(location, cancellation: cancellation)
        return SongDetails(replayGain: description.replayGain, lyrics: lyrics(in: location, found: description.tags))
    }

    /// The lyrics as ``MusicFileReader`` reads them, or by the demuxer if that reader does not know the kind of file: the demuxer keeps
    /// one text only.
    private static func lyrics(in location: MediaLocation, found tags: [String: String]) -> [String] {
        if let file = try? MusicFileReader.read(location.path), !file.tags.lyrics.isEmpty { return file.tags.lyrics }
        return MusicTags(found: tags).lyrics
    }
}
