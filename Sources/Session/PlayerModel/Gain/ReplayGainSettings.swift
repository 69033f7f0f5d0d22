import MediaTypes

import func Glibc.log10
import func Glibc.pow

/// The user's settings for media that differ in loudness.
package struct ReplayGainSettings: Hashable, Sendable {
    /// Which loudness decides the gain of a track: its own or that of its album.
    package enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// All media are played as they were recorded.
        case off
        /// All tracks are equally loud.
        case track
        /// All albums are equally loud, and the tracks of an album keep the differences that they have on it.
        case album
        /// As `album` if the queue plays the album of the track, else as `track`.
        case auto
    }

    package var mode: Mode
    /// The decibels that are added to the gain of media that state a loudness.
    package var preampDecibels: Double
    /// The gain of media that state no loudness, in decibels.
    package var untaggedDecibels: Double
    /// Whether a gain is lowered if the largest sample would go past full scale with it.
    package var preventsClipping: Bool

    package init(
        mode: Mode = .off, preampDecibels: Double = 0, untaggedDecibels: Double = 0, preventsClipping: Bool = true
    ) {
        self.mode = mode
        self.preampDecibels = preampDecibels
        self.untaggedDecibels = untaggedDecibels
        self.preventsClipping = preventsClipping
    }

    /// Returns the gain to play `media` with; `nil` if it is to be played as it is.
    ///
    /// - Parameter isWithinAlbum: whether the queue plays the album of the track; only ``Mode/auto`` uses it.
    func gain(for media: ReplayGain, isWithinAlbum: Bool) -> TrackGain? {
        guard mode != .off else { return nil }
        let usesAlbum = mode == .album || mode == .auto && isWithinAlbum
        guard let level = usesAlbum ? media.album ?? media.track : media.track ?? media.album else {
            return TrackGain(decibels: untaggedDecibels)
        }
        let gain = TrackGain(decibels: level.decibels + preampDecibels)
        guard preventsClipping, let peak = level.peak, Double(gain.factor) * peak > 1 else { return gain }
        return TrackGain(decibels: -20 * log10(peak))
    }
}

/// The gain that a whole track is played with.
package struct TrackGain: Hashable, Sendable {
    package let decibels: Double
    /// The factor that every sample is multiplied by; exactly 1 at 0 dB.
    package let factor: Float

    package init(decibels: Double) {
        self.decibels = decibels
        factor = Float(pow(10, decibels / 20))
    }
}
