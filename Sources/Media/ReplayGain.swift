/// How loud media says it is: what has to be added to its level to get to the loudness that all media should have, which
/// ReplayGain 2.0 puts at -18 LUFS.
package struct ReplayGain: Hashable, Sendable {
    /// The loudness of a track, or of the album it is from.
    package struct Level: Hashable, Sendable {
        /// What to add, in decibels.
        package let decibels: Double
        /// The largest sample, 1 being full scale; `nil` where unknown.
        package let peak: Double?

        package init(decibels: Double, peak: Double? = nil) {
            self.decibels = decibels
            self.peak = peak
        }
    }

    package var track: Level?
    package var album: Level?

    package init(track: Level? = nil, album: Level? = nil) {
        self.track = track
        self.album = album
    }

    /// Takes from `other` what is not known here.
    func completed(by other: ReplayGain) -> ReplayGain { ReplayGain(track: track ?? other.track, album: album ?? other.album) }
}
