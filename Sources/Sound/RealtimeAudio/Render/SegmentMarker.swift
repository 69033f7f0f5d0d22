/// What begins or ends at one frame of a ``SampleRing``: a chunk descriptor, pushed before its audio is committed, so that
/// the callback knows a track's first and last frame at the very frame where it is heard.
package struct SegmentMarker: BitwiseCopyable, Sendable {
    /// What happens at the marker's frame.
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// A segment's audio begins.
        case begin
        /// The current segment has no more audio: frames that are missing from here on are no underrun.
        case end
        /// The current segment goes on, but perhaps not for long: frames that are missing before its next one are no underrun.
        case lull
    }

    /// The ring's frame counter at which the marker takes effect.
    package var ringFrame: UInt64
    /// The number of a run of audio: each started play, seek or queued track gets its own, ever increasing.
    package var segment: UInt64
    /// `begin`: the first frame's position in its track, in frames of the stream. `end`: the position after the last one.
    package var mediaFrame: Int64
    /// The seek or play that the audio belongs to; the callback drops audio of any other.
    package var generation: UInt32
    /// Whether a segment begins or ends here.
    package var kind: Kind
    /// `begin`: ramp in, because the audio starts in the middle of a waveform (a seek). A track's own first frame stays as it is.
    package var rampsIn: Bool
    /// `begin`: the gain that every sample of the segment is multiplied by, from its first frame to its last; 1 leaves them as
    /// they are.
    package var gain: Float

    /// Makes a marker.
    package init(
        ringFrame: UInt64, segment: UInt64, mediaFrame: Int64, generation: UInt32, kind: Kind, rampsIn: Bool, gain: Float = 1
    ) {
        self.ringFrame = ringFrame
        self.segment = segment
        self.mediaFrame = mediaFrame
        self.generation = generation
        self.kind = kind
        self.rampsIn = rampsIn
        self.gain = gain
    }
}
