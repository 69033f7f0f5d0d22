import AudioTypes
import MediaTypes

/// The format of a track by its frames.
struct FrameFormats: Equatable {
    /// The format of the first frame: the track's format for the owner.
    private(set) var first: StreamFormat
    /// The format of the last frame. It differs from ``first`` if the stream changes in the middle.
    private(set) var current: StreamFormat
    /// Whether there was a frame with another rate than the first: positions then no longer give a time.
    private(set) var hasChangedRate = false
    private var shape = FrameShape()
    private var isPrimed = false

    /// - Parameter announced: what the container says, which holds until a frame comes.
    init(announced: StreamFormat?) {
        first = announced ?? StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        current = first
    }

    /// Looks at a decoded frame.
    /// - Throws: ``MediaError/Code/unsupported`` if its rate or number of channels cannot be played.
    mutating func notice(_ frame: borrowing Frame, name: String) throws(MediaError) {
        let shape = FrameShape(frame)
        guard shape != self.shape else { return }
        guard let format = shape.format(of: frame) else {
            throw MediaError(
                .unsupported, "\(name) has \(frame.channelCount) channels at \(frame.sampleRate) Hz, which cannot be played")
        }
        if isPrimed, format.sampleRate != first.sampleRate { hasChangedRate = true }
        self.shape = shape
        current = format
    }

    /// Notes that the very first frame was decoded, from which the track has its format.
    mutating func prime() {
        first = current
        isPrimed = true
    }
}
