import AudioTypes
import Media
package import MediaTypes
import Playlists

/// The lyrics that belong to media, and where they were found.
package struct FoundLyrics: Hashable, Sendable {
    /// Where lyrics can be.
    package enum Place: Hashable, Sendable {
        /// In a file beside that of the music, which has the same name and the suffix `.lrc`.
        case beside
        /// In the tags of the music.
        case tags
    }

    package let lyrics: Lyrics
    package let place: Place

    package init(_ lyrics: Lyrics, from place: Place) {
        self.lyrics = lyrics
        self.place = place
    }

    /// Looks beside a file, and into it: lyrics with times come before others, and of two such the file beside before the tags. Waits for
    /// the disk.
    /// - Parameter location: `nil` for media that are no local file; then only their tags are looked at.
    /// - Throws: if it was cancelled. What cannot be read counts as absent.
    static func of(
        _ location: MediaLocation?, _ description: MediaDescription, cancellation: CancellationToken
    ) throws(MediaError) -> FoundLyrics? {
        let beside = location.flatMap { Self.beside($0, cancellation) }
        if let beside, beside.isSynchronised { return FoundLyrics(beside, from: .beside) }
        if let timed = location.flatMap({ TimedLyrics.lyrics(in: $0, cancellation: cancellation) }) {
            return FoundLyrics(timed, from: .tags)
        }
        if cancellation.isCancelled { throw .cancelled(location?.name ?? "the media") }
        let own = description.tags["lyrics"].flatMap(LRC.lyrics)
        if let own, own.isSynchronised || beside == nil { return FoundLyrics(own, from: .tags) }
        return beside.map { FoundLyrics($0, from: .beside) }
    }

    private static func beside(_ location: MediaLocation, _ cancellation: CancellationToken) -> Lyrics? {
        for suffix in [".lrc", ".LRC"] {
            guard let file = location.beside(suffix),
                let bytes = try? FileSource.contents(of: file, limit: Lyrics.sourceLimit, cancellation: cancellation)
            else { continue }
            return LRC.lyrics(in: TextDecoder.decode(bytes.decodedByMark, isCut: bytes.count == Lyrics.sourceLimit))
        }
        return nil
    }
}
