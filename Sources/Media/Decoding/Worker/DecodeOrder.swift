package import AudioTypes
package import PlayerModel
package import RealtimeAudio

/// An order to decode one segment into a ring.
package struct DecodeOrder: Sendable {
    /// The source to read.
    package var source: SourceToken
    /// The number of the segment.
    package var segment: UInt64
    /// The generation that the segment belongs to.
    package var generation: UInt32
    /// The frame to start at, counted as frames of the source are heard: at the renderer's rate and at ``speed``.
    package var startFrame: FrameCount
    /// Whether the callback ramps in, because the start is not the beginning of the media.
    package var rampsIn: Bool
    /// The factor by which the callback multiplies the samples; 1 leaves them as they are.
    package var gain: Float
    /// How it follows the segment before it, whose end may be shorter than what overlaps.
    package var join: SegmentJoin
    /// How many of its last frames may be left out, and are kept back besides those that may overlap.
    package var silentEnd: FrameCount
    /// How many seconds of the media a second of sound holds. All frames of the segment are counted as they are heard.
    package var speed: Double
    /// The part of the media that is heard over and over, in frames at a speed of 1; `nil` for none.
    package var loop: FrameLoop?
    /// Which silences are left out; `nil` for none.
    package var silence: SilenceRule?
    /// The side of the renderer that gets the samples, and whose format they have.
    package var producer: RenderProducer

    /// This order for a segment that begins over the end of another one. It ramps in, because the segment may begin in the
    /// middle of a waveform: it does if the ring runs dry there.
    var comingOutOfAnother: DecodeOrder {
        var order = self
        order.rampsIn = true
        return order
    }

    package init(
        source: SourceToken, segment: UInt64, generation: UInt32, startFrame: FrameCount, rampsIn: Bool, gain: Float = 1,
        join: SegmentJoin = SegmentJoin(), silentEnd: FrameCount = .zero, speed: Double = 1, loop: FrameLoop? = nil,
        silence: SilenceRule? = nil,
        producer: RenderProducer
    ) {
        self.source = source
        self.segment = segment
        self.generation = generation
        self.startFrame = startFrame
        self.rampsIn = rampsIn
        self.gain = gain
        self.join = join
        self.silentEnd = silentEnd
        self.speed = speed
        self.loop = loop
        self.silence = silence
        self.producer = producer
    }
}
