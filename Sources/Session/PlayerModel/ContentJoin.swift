package import MediaTypes

/// How the end of a track is joined with the beginning of the next one by what is heard there. All times are seconds of sound as it is heard,
/// so at the speed of each track.
///
/// Silence is left out. Over the rest, one track goes as the other comes: the end overlaps for as long as the sound dies away, and the
/// beginning for as long as it rises. What ends or begins at once overlaps with nothing.
package struct ContentJoin: Hashable, Sendable {
    /// One of the two tracks.
    package struct Side: Hashable, Sendable {
        package var ends: SoundEnds
        /// How long the part of the track is that is played.
        package var played: Double
        /// How many seconds of the media a second of its sound holds.
        package var speed = 1.0
        /// The gain that it is played with.
        package var decibels = 0.0

        package init(ends: SoundEnds, played: Double, speed: Double = 1, decibels: Double = 0) {
            self.ends = ends
            self.played = played
            self.speed = speed
            self.decibels = decibels
        }

        /// How loud the whole is as it is heard.
        fileprivate var level: Double { ends.level + decibels }

        /// Returns the level below which it is silent beside sound that is heard at `level`.
        fileprivate func silence(beside level: Double) -> Double {
            min(level - ContentJoin.silence - decibels, ends.level - ContentJoin.leastSilence)
        }
    }

    /// How far below the louder of two tracks there is silence, in decibels: nobody hears it beside that.
    private static let silence = 45.0
    /// How far below itself a track is silent at most: between two that differ that much, the soft one is no silence.
    fileprivate static let leastSilence = 30.0
    /// How far below itself a track is when it dies away, in decibels: bars of music differ by less.
    private static let dying = 15.0
    /// The most of an end that is left out as silence, in seconds. The worker keeps it in memory.
    package static let mostLeftOut = 30.0
    /// What is shorter is no overlap but an edge, in seconds: twice what is told apart.
    private static let leastOverlap = 0.04

    /// For how long the two overlap.
    package private(set) var overlap = 0.0
    /// How much of the end is left out.
    package private(set) var leftOut = 0.0
    /// How much of the beginning is left out.
    package private(set) var skipped = 0.0

    /// Joins two tracks with an overlap of at most `limit` seconds. At most half of what is heard of a track overlaps.
    package init(of leaving: Side, with coming: Side, limit: Double) {
        let level = max(leaving.level, coming.level)
        let (end, fade) = Self.times(leaving, beside: level) { leaving.ends.ends(at: $0) }
        let (begin, rise) = Self.times(coming, beside: level) { coming.ends.begins(at: $0) }
        leftOut = min(end, Self.mostLeftOut, max(0, leaving.played))
        skipped = min(begin, Self.mostLeftOut, max(0, coming.played))
        // Sound that is silent for longer than what can be left out is followed there, and not mixed with anything.
        guard end <= leftOut, begin <= skipped else { return }
        let longest = max(0, min(limit, (leaving.played - leftOut) / 2, (coming.played - skipped) / 2))
        let wanted = min(fade + rise, longest)
        overlap = wanted < Self.leastOverlap ? 0 : wanted
    }

    /// Returns how long a side is silent, and for how long behind that it rises, or before that it dies away.
    private static func times(_ side: Side, beside level: Double, _ seconds: (Double) -> Double) -> (
        silent: Double, changing: Double
    ) {
        let silent = seconds(side.silence(beside: level)) / side.speed
        return (silent, max(0, seconds(side.ends.level - dying) / side.speed - silent))
    }

    /// Returns the longest silence that may be left out at the end of sound that is heard at `speed`, whatever follows.
    package static func longestSilence(of ends: SoundEnds, speed: Double) -> Double {
        min(ends.ends(at: ends.level - leastSilence) / speed, mostLeftOut)
    }
}
