import AudioTypes
import MediaTypes

import func Glibc.log10
import func Glibc.pow

/// The user's settings for media that differ in loudness.
package struct ReplayGainSettings: Hashable, Sendable {
    /// The decibels that are added to the gain of media that state a loudness.
    package var preampDecibels: Double
    /// The gain of media that state no loudness, in decibels.
    package var untaggedDecibels: Double
    /// Whether a gain is lowered if the largest sample would go past full scale with it.
    package var preventsClipping: Bool

    package init(preampDecibels: Double = 0, untaggedDecibels: Double = 0, preventsClipping: Bool = true) {
        self.preampDecibels = preampDecibels
        self.untaggedDecibels = untaggedDecibels
        self.preventsClipping = preventsClipping
    }

    /// Returns the gain to play `media` with; `nil` if it is to be played as it is.
    ///
    /// - Parameter isWithinAlbum: whether the queue plays the album of the track; only ``ReplayGainMode/auto`` uses it.
    func gain(for media: ReplayGain, by mode: ReplayGainMode, isWithinAlbum: Bool) -> TrackGain? {
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
