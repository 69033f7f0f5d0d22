import AudioTypes

/// A part of the current item that is heard over and over.
package struct MediaLoop: Hashable, Sendable {
    /// The shortest part, in seconds: what is shorter is no sound that one listens to, and keeps the disk busy.
    package static let shortest = 0.1
    /// The largest number of passes.
    package static let mostPasses = 1_000

    /// Where it begins and where it ends, in seconds of the media.
    package var from, to: Double
    /// How many times it is heard before playback goes on behind it; `nil`: until somebody ends it.
    package var count: Int?
    /// How many of these times are to come, with the one that is heard; `nil` without a ``count``.
    package var left: Int?

    package init(from: Double, to: Double, count: Int? = nil) {
        (self.from, self.to) = (from, to)
        self.count = count.map { min(max(1, $0), Self.mostPasses) }
        left = self.count
    }

    /// Returns the loop in frames, for a run that begins at the second `start`; `nil` if it begins behind the part.
    func frames(from start: Double, at rate: SampleRate) -> FrameLoop? {
        let (first, end) = (FrameCount(seconds: from, at: rate).value, FrameCount(seconds: to, at: rate).value)
        guard FrameCount(seconds: start, at: rate).value < end else { return nil }
        return FrameLoop(start: first, end: end, passes: left)
    }
}
