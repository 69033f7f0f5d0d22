/// What a music file says of itself.
package struct MusicFile: Hashable, Sendable {
    package var tags = MusicTags()
    package var sound = SoundProperties()
    /// The embedded pictures, the front of the album first.
    package var pictures: [EmbeddedPicture] = []
    /// Whether it is a FLAC file with a block that has the tracks of a disc (RFC 9639, section 8.7), whatever is in that.
    package var hasCueSheetBlock = false
    /// Whether it has tags that are left out: compressed or encrypted ones, or more than may be made of the tags of a file.
    package var leavesTagsOut = false

    /// Makes a description.
    package init(
        tags: MusicTags = MusicTags(), sound: SoundProperties = SoundProperties(), pictures: [EmbeddedPicture] = [],
        hasCueSheetBlock: Bool = false, leavesTagsOut: Bool = false
    ) {
        self.tags = tags
        self.sound = sound
        self.pictures = pictures
        self.hasCueSheetBlock = hasCueSheetBlock
        self.leavesTagsOut = leavesTagsOut
    }

    /// The most pictures that are listed.
    static let pictureLimit = 32
}

/// What a file states about its sound; `nil` where it does not.
package struct SoundProperties: Hashable, Sendable {
    /// The length in milliseconds. In an MP3 without a table it is an estimate from the first frame.
    package var milliseconds: Int64?
    /// In kbit/s.
    package var bitRate: Int32?
    /// In hertz.
    package var sampleRate: Int32?
    package var channels: Int32?

    /// Makes properties of which none is known.
    package init(milliseconds: Int64? = nil, bitRate: Int32? = nil, sampleRate: Int32? = nil, channels: Int32? = nil) {
        self.milliseconds = milliseconds
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        self.channels = channels
    }
}

/// A picture inside a file, without its bytes.
package struct EmbeddedPicture: Hashable, Sendable {
    /// What it shows, by the numbers of ID3: 0 other, 3 front, 4 back, 6 the medium, 8 the artist. Containers that do not state it
    /// have the front first.
    package let kind: UInt8
    /// The media type that the file states, which may be wrong: look at the first bytes. Empty if it states none.
    package let mediaType: String
    /// The size in bytes.
    package let size: Int

    private static let frontKind: UInt8 = 3

    /// Whether it shows the front of the album.
    var isFront: Bool { kind == Self.frontKind }

    /// A picture of the front of the album.
    package static func front(mediaType: String, size: Int) -> EmbeddedPicture {
        EmbeddedPicture(kind: frontKind, mediaType: mediaType, size: size)
    }
}
