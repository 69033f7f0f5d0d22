/// What the callback tells the control side: rare things, each with the segment, the frame and the time they are heard at.
package struct RenderEvent: BitwiseCopyable, Hashable, Sendable {
    /// What happened.
    package enum Kind: UInt8, BitwiseCopyable, Hashable, Sendable {
        /// The segment's first frame was rendered.
        case began
        /// The segment's last frame was rendered.
        case ended
        /// The fade out of a pause is over, and the cycle that held its end: `mediaFrame` is the next frame to be heard.
        case paused
        /// A new generation was asked for and the audio of the old one is dropped; nothing of the new one was heard yet.
        case dropped
        /// The ring ran empty in the middle of a segment.
        case starved
    }

    package var kind: Kind
    /// The segment meant; 0 where none had begun.
    package var segment: UInt64
    /// The position in the segment's track, in frames of the stream.
    package var mediaFrame: Int64
    /// When that frame is heard: CLOCK_MONOTONIC, in nanoseconds.
    package var heardAt: Int64
    /// The generation the callback was in.
    package var generation: UInt32

    @_noLocks
    package init(kind: Kind, segment: UInt64, mediaFrame: Int64, heardAt: Int64, generation: UInt32) {
        self.kind = kind
        self.segment = segment
        self.mediaFrame = mediaFrame
        self.heardAt = heardAt
        self.generation = generation
    }
}
