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
    /// The part that is heard over and over; `nil` for none.
    var loop: FrameLoop?
    /// The silences that are left out.
    var cuts = SilenceCuts()

    /// ``sampleRate`` in hertz.
    var hertz: Double { Double(sampleRate.hertz) }

    /// Returns how many seconds of the media are played with `frame`: the place in the media, and on and on where a part is repeated.
    func played(at frame: FrameCount) -> Double {
        mediaOrigin + (frame - frameOrigin).seconds(at: sampleRate) * factor
    }

    /// Returns how many seconds are played while `frame` leaves the callback, and is heard itself only `delay` nanoseconds later.
    func played(at frame: FrameCount, heardAfter delay: Int64) -> Double { played(at: frame) - Double(delay) / 1e9 * factor }

    /// Returns as frames of the media what ``played(at:)`` gives in seconds: whole ones for whole frames.
    func mediaFrames(_ played: Double) -> Double {
        let frames = played * hertz
        return abs(frames - frames.rounded()) < 1e-3 ? frames.rounded() : frames
    }

    /// Returns the place in the media, in seconds, of what is played by then.
    func place(of played: Double) -> Double {
        guard loop != nil || !cuts.isEmpty else { return played }
        let frame = given(by: played)
        return (frame + Double(cuts.skipped(by: frame))) / hertz
    }

    /// Returns the frame at which playback is by then in the media without what is left out. Behind a part that is repeated nothing counts twice:
    /// only there are silences left out.
    func given(by played: Double) -> Double {
        let frame = mediaFrames(played)
        return loop?.place(of: frame) ?? frame
    }

    /// Returns how many seconds are played when a frame of the media without what is left out is heard; the first time, where a part is
    /// repeated.
    func played(toGiven frame: Double) -> Double { (loop?.played(at: frame) ?? frame) / hertz }

    /// Returns how many seconds are played when a place in the media is heard; the first time, where a part is repeated.
    func played(toPlace seconds: Double) -> Double {
        guard loop != nil || !cuts.isEmpty else { return seconds }
        return played(toGiven: cuts.given(at: mediaFrames(seconds)))
    }

    /// Returns the place in the media that is heard with `frame`, in seconds.
    func seconds(at frame: FrameCount) -> Double { place(of: played(at: frame)) }

    /// Returns the place in the media that is heard while `frame` leaves the callback, and is heard itself only `delay` nanoseconds later.
    func seconds(at frame: FrameCount, heardAfter delay: Int64) -> Double { place(of: played(at: frame, heardAfter: delay)) }

    /// Returns the frame nearest to a place in the media; the first one, where a part is repeated.
    func frame(at seconds: Double) -> FrameCount {
        frameOrigin + FrameCount(seconds: (played(toPlace: seconds) - mediaOrigin) / factor, at: sampleRate)
    }

    /// Returns the position of sound that is at `seconds` at the time `now` (CLOCK_MONOTONIC, nanoseconds).
    func position(at seconds: Double, now: Int64, isMoving: Bool) -> HeardPosition {
        HeardPosition(seconds: seconds, monotonic: Double(now) / 1e9, rate: isMoving ? factor : 0)
    }

    /// Returns how many nanoseconds it takes to hear what lies between two places in the media.
    func nanoseconds(from start: Double, to end: Double) -> Int64 { Int64(max(0, end - start) / factor * 1e9) }
}
