import AudioTypes

/// How the frames that the callback counts lie on the time line of their media: the one place where frames, seconds and delays are
/// converted into each other.
struct TimeLine: Hashable, Sendable {
    /// The frame that is heard at ``mediaOrigin``.
    var frameOrigin = FrameCount.zero
    /// In seconds from the beginning of the media.
    var mediaOrigin = 0.0
    /// The rate at which frames are heard.
    var sampleRate: SampleRate
    /// How many seconds of the media one second of sound holds.
    var factor = 1.0

    /// Returns the place in the media that is heard with `frame`, in seconds.
    func seconds(at frame: FrameCount) -> Double {
        mediaOrigin + (frame - frameOrigin).seconds(at: sampleRate) * factor
    }

    /// Returns the place in the media that is heard while `frame` leaves the callback, and is heard itself only `delay` nanoseconds later.
    func seconds(at frame: FrameCount, heardAfter delay: Int64) -> Double {
        seconds(at: frame) - Double(delay) / 1e9 * factor
    }

    /// Returns the frame nearest to a place in the media.
    func frame(at seconds: Double) -> FrameCount {
        frameOrigin + FrameCount(seconds: (seconds - mediaOrigin) / factor, at: sampleRate)
    }

    /// Returns the position of sound that is at `seconds` at the time `now` (CLOCK_MONOTONIC, nanoseconds).
    func position(at seconds: Double, now: Int64, isMoving: Bool) -> HeardPosition {
        HeardPosition(seconds: seconds, monotonic: Double(now) / 1e9, rate: isMoving ? factor : 0)
    }

    /// Returns how many nanoseconds it takes to hear what lies between two places in the media.
    func nanoseconds(from start: Double, to end: Double) -> Int64 { Int64(max(0, end - start) / factor * 1e9) }
}
