import CFFmpeg
import MediaTypes

/// Looks at what a decoder gives: conceals damage, refuses coded sound, and counts what was lost.
struct FrameCheck {
    /// How many packets may fail in a row before the rest of a track counts as damaged: some ten seconds for most codecs.
    private static let maximumFailures = 400
    /// How many seconds of a track may be concealed in a row before the rest counts as damaged. A decoder may take other data
    /// between the sound for sound for many seconds.
    private static let longestConcealed = 30

    /// The number of packets, since the opening, that could not be decoded or became damaged sound.
    var errorCount = 0
    /// The number of packets that failed since the last good frame.
    private var failures = 0
    /// The samples of each channel that were concealed since the last good frame.
    private var concealed = 0
    private var concealment: Concealment
    private var hiddenCodec: HiddenCodec

    init(codec: AVCodecID) {
        concealment = Concealment(bound: SampleBound(codec: codec))
        hiddenCodec = HiddenCodec(codec: codec)
    }

    /// Notes that the next frame is from another position.
    mutating func jump() {
        failures = 0
        concealment.reset()
        hiddenCodec.reset()
    }

    /// Notes that the decoder is a new one, for `codec`.
    mutating func begin(_ codec: AVCodecID) {
        concealment = Concealment(bound: SampleBound(codec: codec))
        (failures, concealed) = (0, 0)
    }

    /// Counts a packet that could not be decoded.
    /// - Parameter counts: whether it is damage, and does not only lack its predecessors.
    /// - Throws: ``MediaError/Code/corrupt`` after too many in a row.
    mutating func countFailure(counts: Bool, name: String) throws(MediaError) {
        failures += 1
        if counts { errorCount += 1 }
        guard failures <= Self.maximumFailures else {
            throw MediaError(.corrupt, "\(name) is damaged: \(failures) packets in a row cannot be decoded")
        }
    }

    /// Looks at a decoded frame, and conceals it if it is damaged.
    /// - Throws: ``MediaError/Code/unsupported`` for coded sound, ``MediaError/Code/corrupt`` after too much damage in a row.
    mutating func check(_ frame: borrowing Frame, counts: Bool, name: String) throws(MediaError) {
        failures = 0
        if let codec = hiddenCodec.find(in: frame) {
            throw MediaError(
                .unsupported, "\(name) has \(codec) in place of samples: it cannot be decoded here, and would be noise")
        }
        guard try concealment.conceal(frame, name: name) else { return concealed = 0 }
        concealed += frame.count
        if counts { errorCount += 1 }
        guard concealed <= Self.longestConcealed * Int(frame.sampleRate) else {
            throw MediaError(.corrupt, "\(name) is damaged: its samples are far beyond full scale, or no numbers")
        }
    }
}
