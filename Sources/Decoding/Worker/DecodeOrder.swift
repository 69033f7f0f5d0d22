package import AudioTypes
package import PlayerModel
package import RealtimeAudio

/// What the worker is to put into a ring.
package struct DecodeOrder: Sendable {
    /// The source to read.
    package var source: SourceToken
    /// The number of this run of audio.
    package var segment: UInt64
    /// The generation it belongs to.
    package var generation: UInt32
    /// Where to start, in frames of the renderer's rate.
    package var startFrame: FrameCount
    /// Whether the callback ramps in, because the start is not the media's own beginning.
    package var rampsIn: Bool
    /// What the callback multiplies its samples by; 1 leaves them as they are.
    package var gain: Float
    /// How many of its first frames are to overlap with the end of the segment before, at most. The end may be shorter.
    package var overlap: FrameCount
    /// Where the samples go, and in which format.
    package var producer: RenderProducer

    /// The same, begun over the end of another: where the ring has run dry just there, it comes in the middle of a waveform.
    var comingOutOfAnother: DecodeOrder {
        var order = self
        order.rampsIn = true
        return order
    }

    package init(
        source: SourceToken, segment: UInt64, generation: UInt32, startFrame: FrameCount, rampsIn: Bool, gain: Float = 1,
        overlap: FrameCount = .zero, producer: RenderProducer
    ) {
        self.source = source
        self.segment = segment
        self.generation = generation
        self.startFrame = startFrame
        self.rampsIn = rampsIn
        self.gain = gain
        self.overlap = overlap
        self.producer = producer
    }
}
