/// A rare event that the callback reports to the control side, with its segment, its frame and the time at which that frame is
/// heard.
package struct RenderEvent: BitwiseCopyable, Hashable, Sendable {
    /// What happened.
    package enum Kind: UInt8, BitwiseCopyable, Hashable, Sendable {
        /// The segment's first frame was rendered.
        case began
        /// The segment's last frame was rendered.
        case ended
        /// The fade-out of a pause is over, and so is the cycle in which it ended. `mediaFrame` is the next frame to be heard.
        case paused
        /// Control wanted a new generation, and the callback drops the audio of the old one. Nothing of the new one was heard
        /// yet.
        case dropped
        /// The ring ran empty in the middle of a segment.
        case starved
    }

    /// The kind of event.
    package var kind: Kind
    /// The segment of the event; 0 if none had begun.
    package var segment: UInt64
    /// The position in the segment's track, in frames of the stream.
    package var mediaFrame: Int64
    /// The time at which that frame is heard: CLOCK_MONOTONIC, in nanoseconds.
    package var heardAt: Int64
    /// The generation that the callback was in.
    package var generation: UInt32

    /// Makes an event.
    @_noLocks
    package init(kind: Kind, segment: UInt64, mediaFrame: Int64, heardAt: Int64, generation: UInt32) {
        self.kind = kind
        self.segment = segment
        self.mediaFrame = mediaFrame
        self.heardAt = heardAt
        self.generation = generation
    }
}
