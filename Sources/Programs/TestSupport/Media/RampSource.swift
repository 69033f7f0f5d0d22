package import AudioTypes
import Decoding
import Glibc
package import MediaTypes
package import PlayerModel

/// Media whose samples tell their position: frame `n` of a ramp that starts at `first` has the value `first + n`, in the right
/// channel negated. Whole numbers up to 2^24 are exact in 32 bits.
package final class RampSource: MediaSource {
    package struct Behaviour: Sendable {
        package var frameCount: Int64
        package var first: Float = 1
        package var rate = SampleRate.cd
        package var isSeekable = true
        package var isRemote = false
        /// The frame at which reading fails.
        package var failsAt: Int64?
        package var seekFails = false
        /// The gate at which seeks wait, except those to the start.
        package var seekGate: Gate?
        /// The frame to which a seek goes on for as long as somebody wants it.
        package var endlessSeek: Int64?
        /// The most frames that one read gives.
        package var chunk = Int.max
        /// How many packets could not be decoded, counted once this many frames were read.
        package var decodeErrors: [Int64: Int] = [:]
        /// The format in which an output may get it as it is.
        package var codedFormat: StreamFormat?

        package init(
            frameCount: Int64, first: Float = 1, rate: SampleRate = .cd, isSeekable: Bool = true, isRemote: Bool = false,
            failsAt: Int64? = nil, seekFails: Bool = false, seekGate: Gate? = nil, endlessSeek: Int64? = nil,
            chunk: Int = .max, decodeErrors: [Int64: Int] = [:], codedFormat: StreamFormat? = nil
        ) {
            self.frameCount = frameCount
            self.first = first
            self.rate = rate
            self.isSeekable = isSeekable
            self.isRemote = isRemote
            self.failsAt = failsAt
            self.seekFails = seekFails
            self.seekGate = seekGate
            self.endlessSeek = endlessSeek
            self.chunk = chunk
            self.decodeErrors = decodeErrors
            self.codedFormat = codedFormat
        }
    }

    package let behaviour: Behaviour
    package let description: SourceDescription
    private var position: Int64 = 0
    package private(set) var decodeErrorCount = 0
    private let onEnd: @Sendable () -> Void

    private let onSeek: @Sendable () -> Void

    package init(
        _ behaviour: Behaviour, onSeek: @escaping @Sendable () -> Void = {}, onEnd: @escaping @Sendable () -> Void = {}
    ) {
        self.behaviour = behaviour
        self.onSeek = onSeek
        self.onEnd = onEnd
        var description = SourceDescription(
            format: StreamFormat(sampleRate: behaviour.rate, channelLayout: .stereo), codec: "ramp", bitsPerSample: nil,
            duration: FrameCount(behaviour.frameCount).seconds(at: behaviour.rate), isSeekable: behaviour.isSeekable,
            isRemote: behaviour.isRemote, tags: [:])
        description.codedFormat = behaviour.codedFormat
        self.description = description
    }

    deinit { onEnd() }

    package func convert(to format: StreamFormat) {}

    package func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        if let limit = behaviour.failsAt, position >= limit { throw .broken }
        let end = min(behaviour.frameCount, behaviour.failsAt ?? .max)
        let count = min(Int(end - position), capacity, behaviour.chunk)
        for frame in 0..<count {
            let value = behaviour.first + Float(position + Int64(frame))
            planes[0][frame] = value
            planes[1][frame] = -value
        }
        for (frame, errors) in behaviour.decodeErrors where (position..<position + Int64(count)).contains(frame) {
            decodeErrorCount += errors
        }
        position += Int64(count)
        return count
    }

    package func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
        if behaviour.seekFails { throw .broken }
        if frame > .zero {
            onSeek()
            behaviour.seekGate?.wait()
        }
        if frame.value == behaviour.endlessSeek {
            while isWanted() { sched_yield() }
            throw PlaybackError(.superseded, "nobody wants it any more")
        }
        position = min(frame.value, behaviour.frameCount)
    }
}

extension PlaybackError {
    package static let broken = PlaybackError(.media(.corrupt), "it breaks off")
}
