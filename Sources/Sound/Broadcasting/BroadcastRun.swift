import AudioTypes
import Media
import MediaTypes
import RealtimeAudio
import SystemSupport

/// The work of a ``Broadcast``'s thread.
struct BroadcastRun: ~Copyable {
    enum Message: Sendable {
        case end
        case follow(CaptureBuffer?)
        case encode(Set<Broadcast.Stream>)
    }

    /// Into how many pieces a second is cut.
    private static let piecesPerSecond = 10

    private let format: PCMFormat
    private let thread: WorkerThread<Message>
    private let report: @Sendable (Broadcast.News) -> Void
    private var encoders: [BroadcastEncoder] = []
    private var sound: BroadcastSound
    private var pace: BroadcastPace
    /// The buffer whose sound comes once the one before is empty; the outer `nil` if there is none.
    private var nextBuffer: CaptureBuffer??
    /// Whether something was encoded since the last pieces.
    private var hasNew = false

    init(_ format: PCMFormat, thread: WorkerThread<Message>, report: @escaping @Sendable (Broadcast.News) -> Void) {
        self.format = format
        self.thread = thread
        self.report = report
        sound = BroadcastSound(format.stream)
        pace = BroadcastPace(rate: Int(format.stream.sampleRate.hertz), at: MonotonicClock.nanoseconds)
    }

    mutating func run() {
        while true {
            for message in thread.takeMessages() {
                switch message {
                case .end: return
                case .follow(let buffer): nextBuffer = .some(buffer)
                case .encode(let streams): encode(streams)
                }
            }
            takeSound()
            if let buffer = nextBuffer {
                nextBuffer = nil
                sound.follow(buffer)
                takeSound()
            }
            writeSilence(pace.silence(dueAt: MonotonicClock.nanoseconds))
            givePieces()
            sleep()
        }
    }

    private mutating func encode(_ streams: Set<Broadcast.Stream>) {
        encoders.removeAll { !streams.contains($0.stream) }
        for stream in streams where !encoders.contains(where: { $0.stream == stream }) {
            do throws(MediaError) {
                let encoder = try BroadcastEncoder(stream, format)
                encoders.append(encoder)
                report(.began(stream, head: encoder.head))
            } catch {
                report(.failed(stream, error.description))
            }
        }
    }

    private mutating func takeSound() {
        guard sound.hasMore() else { return }
        writeSilence(pace.silence(beforeSoundAt: MonotonicClock.nanoseconds, waiting: sound.waiting))
        while sound.hasMore() { write(sound.take()) }
    }

    private mutating func writeSilence(_ count: Int) {
        var left = count
        while left > 0 {
            let some = sound.makeSilence(atMost: left)
            write(some)
            left -= some
        }
    }

    /// Encodes the first `count` frames that were made.
    private mutating func write(_ count: Int) {
        guard count > 0 else { return }
        pace.wrote(count)
        hasNew = true
        let planes = unsafe sound.planes
        forEachEncoder { encoder throws(MediaError) in unsafe try encoder.write(planes, count: count) }
    }

    private mutating func givePieces() {
        guard hasNew else { return }
        hasNew = false
        let report = report
        forEachEncoder { encoder throws(MediaError) in
            let piece = try encoder.takePiece()
            if !piece.isEmpty { report(.piece(encoder.stream, piece)) }
        }
    }

    /// Does `work` with each encoder. One that fails is done with.
    private mutating func forEachEncoder(_ work: (BroadcastEncoder) throws(MediaError) -> Void) {
        var failed: Set<Broadcast.Stream> = []
        for encoder in encoders {
            do throws(MediaError) {
                try work(encoder)
            } catch {
                failed.insert(encoder.stream)
                report(.failed(encoder.stream, error.description))
            }
        }
        if !failed.isEmpty { encoders.removeAll { failed.contains($0.stream) } }
    }

    private func sleep() {
        guard sound.maySleep(piecesPerSecond: Self.piecesPerSecond) else { return }
        thread.wait(timeout: Int32(BroadcastPace.longestSleep / 1_000_000))
    }
}
