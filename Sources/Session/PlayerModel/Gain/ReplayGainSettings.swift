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
    /// - Parameters:
    ///   - measured: what was measured of the media. It counts only if the media state nothing: who has tagged a file knows better.
    ///   - isWithinAlbum: whether the queue plays the album of the track; only ``ReplayGainMode/auto`` uses it.
    func gain(
        for media: ReplayGain, measured: ReplayGain = ReplayGain(), by mode: ReplayGainMode, isWithinAlbum: Bool
    ) -> TrackGain? {
        guard mode != .off else { return nil }
        let usesAlbum = mode == .album || mode == .auto && isWithinAlbum
        let (known, origin) = media.isEmpty ? (measured, TrackGain.Origin.measured) : (media, .tags)
        guard let level = usesAlbum ? known.album ?? known.track : known.track ?? known.album else {
            return TrackGain(decibels: untaggedDecibels)
        }
        let gain = TrackGain(decibels: level.decibels + preampDecibels, from: origin)
        guard preventsClipping, let peak = level.peak, Double(gain.factor) * peak > 1 else { return gain }
        return TrackGain(decibels: -20 * log10(peak), from: origin)
    }
}

/// The gain that a whole track is played with.
package struct TrackGain: Hashable, Sendable {
    /// What says how loud the track is.
    package enum Origin: String, Hashable, Sendable {
        /// The media themselves, or the sheet that names the track.
        case tags
        /// The library has measured it.
        case measured
        /// Nothing: the gain is that of all such media.
        case unknown
    }

    package let decibels: Double
    /// The factor that every sample is multiplied by; exactly 1 at 0 dB.
    package let factor: Float
    package let origin: Origin

    package init(decibels: Double, from origin: Origin = .unknown) {
        self.decibels = decibels
        self.origin = origin
        factor = Float(pow(10, decibels / 20))
    }
}
