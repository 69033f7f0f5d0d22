package import MediaTypes

import func Glibc.log10
import func Glibc.pow

/// What the user wants done about media that differ in loudness.
package struct ReplayGainSettings: Hashable, Sendable {
    /// Which of its two loudnesses a track is played by.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Everything is played as it was recorded.
        case off
        /// All tracks as loud as each other.
        case track
        /// All albums as loud as each other, and the tracks of each as loud or soft as they are on it.
        case album
        /// By the album where the queue plays one, else by the track.
        case auto
    }

    package var mode: Mode
    /// Added to the gain of whatever has one, in decibels.
    package var preampDecibels: Double
    /// The gain of what has none, in decibels.
    package var untaggedDecibels: Double
    /// Whether a gain is lowered where the loudest sample would go past full scale with it.
    package var preventsClipping: Bool

    package init(
        mode: Mode = .off, preampDecibels: Double = 0, untaggedDecibels: Double = 0, preventsClipping: Bool = true
    ) {
        self.mode = mode
        self.preampDecibels = preampDecibels
        self.untaggedDecibels = untaggedDecibels
        self.preventsClipping = preventsClipping
    }

    /// The gain to play something by; `nil` where it is to be played as it is.
    ///
    /// - Parameter isWithinAlbum: whether the queue plays its album; counts for ``Mode/auto``.
    package func gain(for media: ReplayGain, isWithinAlbum: Bool) -> TrackGain? {
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

/// The gain that all of a track is played with.
package struct TrackGain: Hashable, Sendable {
    package let decibels: Double
    /// What every sample is multiplied by; exactly 1 at 0 dB.
    package let factor: Float

    package init(decibels: Double) {
        self.decibels = decibels
        factor = Float(pow(10, decibels / 20))
    }
}
