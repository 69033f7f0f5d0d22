import AudioTypes
import Glibc
import Media
import Playback
import Synchronization

/// Media whose every sample says where it stands: frame `n` of a ramp that starts at `first` is `first + n`, the right
/// channel the same negated. Whole numbers up to 2^24 are exact in 32 bits.
final class RampSource: MediaSource {
    struct Behaviour: Sendable {
        var frameCount: Int64
        var first: Float = 1
        var rate = SampleRate.cd
        var isSeekable = true
        var isRemote = false
        /// Reading fails when it gets to this frame.
        var failsAt: Int64?
        var seekFails = false
        /// Where seeks, but to the start, wait.
        var seekGate: Gate?
        /// Where a seek to this frame goes on for as long as somebody wants it.
        var endlessSeek: Int64?
        /// The most frames one read gives.
        var chunk = Int.max
        /// Packets that could not be decoded, counted when this many frames were read.
        var decodeErrors: [Int64: Int] = [:]
    }

    let behaviour: Behaviour
    let description: SourceDescription
    private var position: Int64 = 0
    private(set) var decodeErrorCount = 0
    private let onEnd: @Sendable () -> Void

    private let onSeek: @Sendable () -> Void

    init(
        _ behaviour: Behaviour, onSeek: @escaping @Sendable () -> Void = {}, onEnd: @escaping @Sendable () -> Void = {}
    ) {
        self.behaviour = behaviour
        self.onSeek = onSeek
        self.onEnd = onEnd
        description = SourceDescription(
            format: StreamFormat(sampleRate: behaviour.rate, channelLayout: .stereo), codec: "ramp", bitsPerSample: nil,
            duration: FrameCount(behaviour.frameCount).seconds(at: behaviour.rate), isSeekable: behaviour.isSeekable,
            isRemote: behaviour.isRemote, tags: [:])
    }

    deinit { onEnd() }

    func convert(to format: StreamFormat) {}

    func read(
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

    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
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
    static let broken = PlaybackError(Code(rawValue: "media_corrupt"), "it breaks off")
}

/// Opens ramps by name; a name it does not know is missing, one that `hangs` waits for its cancellation.
final class RampOpening: MediaOpening {
    private let ramps: [String: RampSource.Behaviour]
    private let hangs: Set<String>
    private let alive = Mutex(0)
    private let waiting = Mutex(0)
    private let seeks = Mutex(0)

    init(_ ramps: [String: RampSource.Behaviour], hangs: Set<String> = []) {
        self.ramps = ramps
        self.hangs = hangs
    }

    /// How often something hung so far.
    var hangCount: Int { waiting.withLock { $0 } }

    /// How many seeks to another place than the start the sources have begun.
    var seekCount: Int { seeks.withLock { $0 } }

    /// How many sources exist.
    var openCount: Int { alive.withLock { $0 } }

    func isRemote(_ uri: String) -> Bool { uri.hasPrefix("http:") }

    func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        if hangs.contains(uri) {
            let gate = Gate()
            cancellation.register { gate.open() }
            waiting.withLock { $0 += 1 }
            gate.wait()
            throw PlaybackError(.superseded, "cancelled", uri: uri)
        }
        guard let behaviour = ramps[uri] else {
            throw PlaybackError(PlaybackError.Code(rawValue: "media_not_found"), "no such ramp", uri: uri)
        }
        alive.withLock { $0 += 1 }
        return RampSource(
            behaviour, onSeek: { [self] in seeks.withLock { $0 += 1 } }, onEnd: { [self] in alive.withLock { $0 -= 1 } })
    }
}
