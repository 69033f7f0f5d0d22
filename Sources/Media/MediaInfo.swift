package import AudioTypes

/// What is known of media once it is open for playing.
package struct MediaInfo: Hashable, Sendable {
    /// The container, its tags and tracks.
    package let description: MediaDescription
    /// The track that is played.
    package let track: AudioTrack
    /// What its decoder gives: the format of its first frames.
    package let format: StreamFormat
    /// How loud it says it is.
    package let replayGain: ReplayGain

    /// The track's length in frames of ``format``; `nil` where unknown. See ``MediaDescription/durationIsExact``.
    package var frameCount: FrameCount? {
        description.duration.map { time in
            let exact = time.value.multipliedFullWidth(by: Int64(format.sampleRate.hertz))
            guard exact.high == 0, exact.low < UInt64(Int64.max) else {
                return FrameCount(seconds: time.seconds, at: format.sampleRate)
            }
            return FrameCount((Int64(exact.low) + time.timescale / 2) / time.timescale)
        }
    }
}
