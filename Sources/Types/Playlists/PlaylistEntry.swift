/// One entry of a playlist.
package struct PlaylistEntry: Hashable, Sendable {
    /// An absolute path, a `file:` URL whose percent-escapes are raw bytes, or an `http:` or `https:` URL as it was
    /// written.
    ///
    /// Always a `file:` URL if the entry has a ``range``.
    package var uri: String
    package var title: String?
    package var artist: String?
    package var album: String?
    /// The duration in seconds; `nil` if unknown.
    package var duration: Double?
    /// The part of the file that the entry stands for; `nil` for the whole file.
    package var range: CueRange?
    /// What only a CUE sheet says: the artist of the track itself, the artist of the disc, the number of the track, the genre and the
    /// date of the disc.
    package var trackArtist: String?
    package var albumArtist: String?
    package var track: String?
    package var genre: String?
    package var date: String?
    /// The number of the disc with the number of discs, if the sheet states that: `1/2`.
    package var disc: String?
    /// What the remarks of a sheet say of loudness, by the names of tags: `replaygain_track_gain`, `replaygain_track_peak`, and those of
    /// the album.
    package var replayGain: [String: String] = [:]
    /// Whether the list has the path of another system (`C:\Music\a.mp3`). Then the address is that path in the directory of the list,
    /// where no file is called so: what it means has to be found.
    package var isForeign = false
    /// Whether the address may lead to public addresses only (see ``publicOnlyLine``).
    package var isPublicOnly = false

    /// The line of an M3U file which says of the entry behind it that its address may lead to public addresses only: a client of the
    /// network or a public host has named it. Other programs take it for a comment.
    static let publicOnlyLine: StaticString = "#FERMATA-REACH:public"

    package init(
        uri: String, title: String? = nil, artist: String? = nil, album: String? = nil, duration: Double? = nil,
        range: CueRange? = nil
    ) {
        self.uri = uri
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.range = range
    }
}

/// A part of a file, in frames of a compact disc's time code.
package struct CueRange: Hashable, Sendable {
    /// How many time code frames a second has (IEC 60908).
    package static let framesPerSecond: Int64 = 75

    /// The first frame of the part.
    package var start: Int64
    /// The frame behind the last one of the part; `nil` for the end of the file.
    package var end: Int64?

    package init(start: Int64, end: Int64?) {
        self.start = start
        self.end = end
    }
}
