package import Loudness
package import MediaTypes

/// What has become of measuring a song.
package enum LoudnessOutcome: Hashable, Sendable {
    /// The song has these blocks, and this largest value where 1 is full scale, and begins and ends like this; `nil` for silence.
    case measured(LoudnessHistogram, peak: Double?, ends: SoundEnds? = nil)
    /// The file states a loudness, which counts: only its beginning and its end were decoded.
    case stated(SoundEnds? = nil)
    /// The file cannot be decoded, or its sound has no loudness.
    case failed
    /// The file cannot be read now: it is measured another time.
    case unreachable
    /// Somebody has ended it.
    case ended
    /// Nothing can be measured here. The sentence says why.
    case impossible(String)

    /// Measures a song: `path` is that of the song, which a track of a sheet has as well. Asks `goesOn`, which may wait, several times a
    /// second of work. Runs on the thread that measures.
    package typealias Measuring = @Sendable (_ path: [UInt8], _ goesOn: () -> Bool) -> LoudnessOutcome
}

/// How far measuring is.
package struct LoudnessProgress: Hashable, Sendable {
    /// What is happening.
    package enum State: String, CaseIterable, Sendable {
        /// Songs are being measured.
        case running
        /// Measuring waits for a scan.
        case paused
        /// Nothing is measured.
        case idle
    }

    package var state = State.idle
    /// How many songs are measured as their files are now.
    package var measured = 0
    /// How many are not, because their files state a loudness.
    package var stated = 0
    /// How many cannot be measured.
    package var failed = 0
    /// How many were not looked at yet.
    package var left = 0
    /// Why measuring has ended before its end; `nil` if it has not.
    package var problem: String?

    /// Makes progress of nothing.
    package init() {}

    /// Notes what has become of one more song.
    mutating func count(_ outcome: LoudnessOutcome) {
        switch outcome {
        case .measured: measured += 1
        case .stated: stated += 1
        case .failed: failed += 1
        case .unreachable, .ended, .impossible: return
        }
        left = max(0, left - 1)
    }
}
