import Media
import MediaTypes
import TagReading

/// The identifiers of MusicBrainz that the file of a song states.
package struct SongIdentifiers: Hashable, Sendable {
    /// That of the recording; `nil` for none.
    package var recording: String?
    /// That of the release.
    package var release: String?
    /// Those of the artists, in the order of the file.
    package var artists: [String] = []

    /// The most artists that count.
    private static let mostArtists = 20

    package init() {}

    init(_ tags: MusicTags) {
        recording = SongIdentity.identifier(tags[.recordingIdentifier])
        release = SongIdentity.identifier(tags[.releaseIdentifier])
        // Some programs write all of them into one text.
        let artists = tags[all: .artistIdentifier].flatMap { $0.split { !$0.isHexDigit && $0 != "-" } }
        self.artists = Array(artists.compactMap { SongIdentity.identifier(String($0)) }.prefix(Self.mostArtists))
    }

    /// Reads them from the file of a song. Any thread; waits for the disk. A file that is gone, or of a kind that has no such tags, has none.
    /// - Parameter uri: the path of the song, or its URL.
    package static func read(_ uri: String) -> SongIdentifiers {
        guard let path = try? MediaLocation(uri: uri).path, let file = try? MusicFileReader.read(path) else {
            return SongIdentifiers()
        }
        return SongIdentifiers(file.tags)
    }
}
