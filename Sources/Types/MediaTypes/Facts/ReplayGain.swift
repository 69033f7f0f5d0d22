/// The loudness that media states: the gain that brings it to the loudness that all media should have, which ReplayGain 2.0
/// puts at -18 LUFS.
package struct ReplayGain: Hashable, Sendable {
    /// The loudness of a track, or of its album.
    package struct Level: Hashable, Sendable {
        /// The gain to apply, in decibels.
        package let decibels: Double
        /// The largest sample, where 1 is full scale; `nil` if unknown.
        package let peak: Double?

        package init(decibels: Double, peak: Double? = nil) {
            self.decibels = decibels
            self.peak = peak
        }
    }

    package var track: Level?
    package var album: Level?

    /// The loudness that all media should have, in LUFS (ReplayGain 2.0).
    package static let referenceLoudness = -18.0

    package init(track: Level? = nil, album: Level? = nil) {
        self.track = track
        self.album = album
    }

    /// Fills in from `other` the levels that are missing here.
    package func completed(by other: ReplayGain) -> ReplayGain {
        ReplayGain(track: track ?? other.track, album: album ?? other.album)
    }

    /// Whether neither level is known.
    package var isEmpty: Bool { track == nil && album == nil }

    /// The loudness of a part of the media, such as one track of a disc that is stored as one file: the loudness of the file is that of the
    /// disc.
    package var ofPart: ReplayGain { ReplayGain(album: album ?? track) }
}

// MARK: - Saved

extension ReplayGain: Codable {}

extension ReplayGain.Level: Codable {
    private enum Key: String, CodingKey { case decibels, peak }

    /// Takes what an earlier run has saved, within the limits of what a tag may state.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let decibels = try values.decode(Double.self, forKey: .decibels)
        guard let level = ReplayGain.level(decibels: decibels, peak: try values.decodeIfPresent(Double.self, forKey: .peak))
        else {
            throw DecodingError.dataCorruptedError(forKey: .decibels, in: values, debugDescription: "\(decibels) dB is no gain")
        }
        self = level
    }
}
