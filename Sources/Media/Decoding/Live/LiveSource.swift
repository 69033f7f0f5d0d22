import AudioTypes
import Glibc
import Media
import MediaTypes
import PlayerModel
import RealtimeAudio
import SystemSupport

/// The source of live sound: what a client sends is heard after the latency that it asked for. A ``LiveFeed`` decides what becomes of the
/// sound, and this does it, on the decode thread.
@safe final class LiveSource: MediaSource {
    /// How long sound takes to go over from before a piece that is left out to behind it, and to rise after a gap, in seconds.
    private static let blendSeconds = 0.005
    /// The most sound that waits outside of the ring, in seconds, while the output gets ready.
    private static let mostWaiting = 4.0
    /// How often to look whether what the ring held before has been played, in seconds.
    private static let looking = 0.02

    /// How often the resampler is told anew to leave out the same part, in nanoseconds: it does so for a limited time.
    private static let squeezeRenewal: Int64 = 2_000_000_000
    /// A smaller change of that part is none.
    private static let squeezeStep = 0.000_002

    let description: SourceDescription
    private let stream: PushedStream
    private let input: any LiveInput
    private let failed: (PlaybackError) -> Void
    private var format: StreamFormat
    private var feed: LiveFeed
    private var order: DecodeOrder?
    private var origin: (taken: UInt64, silent: UInt64) = (0, 0)

    /// The frames that came and are not on their way into the ring.
    private let frames: HeldFrames
    /// How many of `frames` may go into the ring.
    private var released = 0
    /// How many frames of silence go into the ring before them.
    private var silence = 0
    /// How many frames came since the last decision.
    private var arrived = 0
    private var resampler: Resampler?
    private var scratch: PlaneBuffer
    /// The part that the resampler leaves out, and when it was told, by the monotonic clock in nanoseconds.
    private var squeezed: (part: Double, time: Int64) = (0, 0)
    /// Until when to wait for more, by the monotonic clock in nanoseconds; `nil`: for ever.
    private var deadline: Int64?
    /// Whether the client wants everything to be heard that came.
    private var isWhole = false
    private var hasEnded = false
    /// The gap that is over once something of what follows goes into the ring, and those that are over.
    private var gap: LiveGap?
    private var gapsOver: [LiveGap] = []
    /// The ring's counter at the newest lull.
    private var lull: UInt64?
    private(set) var isWaiting = false

    init(
        _ stream: PushedStream, _ input: any LiveInput, _ description: SourceDescription, latency: Double,
        failed: @escaping (PlaybackError) -> Void
    ) {
        self.stream = stream
        self.input = input
        self.description = description
        self.failed = failed
        format = input.format
        feed = LiveFeed(latency: latency, waitsForTime: stream.beginsAtTime)
        frames = HeldFrames(channelCount: input.format.channelCount, capacity: 8_192)
        scratch = PlaneBuffer(channelCount: input.format.channelCount, capacity: Resampler.largestPiece)
    }

    var isLive: Bool { true }
    var decodeErrorCount: Int { input.decodeErrorCount }

    func convert(to format: StreamFormat) throws(PlaybackError) {
        self.format = format
        resampler = nil
        squeezed = (0, 0)
    }

    /// Live sound has no other place than now.
    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) {}

    func follow(_ order: DecodeOrder) {
        self.order = order
        let reading = order.producer.reading
        origin = (order.producer.written, reading.silent)
    }

    func takeGaps() -> [LiveGap] {
        defer { gapsOver = [] }
        return gapsOver
    }

    func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        do throws(MediaError) {
            return unsafe try produce(into: planes, capacity: capacity)
        } catch {
            let failure = PlaybackError(error, uri: stream.uri)
            if error.code != .cancelled { failed(failure) }
            throw failure
        }
    }

    private func produce(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(MediaError) -> Int {
        isWaiting = false
        while true {
            let count = unsafe try give(into: planes, capacity: capacity)
            if count > 0 { return count }
            if isWhole, frames.count == 0 {
                if hasEnded { return 0 }
                rest()
            }
            guard try gather() else {
                isWaiting = true
                return 0
            }
        }
    }

    /// Gives frames that may go into the ring; 0 if there are none.
    private func give(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(MediaError) -> Int {
        if silence > 0 {
            let count = min(silence, capacity)
            for channel in 0..<format.channelCount { unsafe planes[channel].update(repeating: 0, count: count) }
            silence -= count
            return count
        }
        if resampler == nil {
            resampler = try Resampler(from: input.format, to: format, name: stream.name, isAdjustable: true)
        }
        while true {
            if (resampler?.waitingCount ?? 0) > 0 {
                let buffer = unsafe AudioReader.Planes(start: planes, count: format.channelCount)
                return unsafe resampler?.take(into: buffer, at: 0, capacity: capacity) ?? 0
            }
            if released > 0 {
                let piece = min(released, resampler?.pieceSize ?? 0)
                guard let planes = unsafe scratch.planes.baseAddress else { return 0 }
                let taken = unsafe frames.take(into: planes, atMost: piece)
                released -= taken
                unsafe resampler?.put(scratch.planes, from: 0, count: taken)
            } else if isWhole, frames.count == 0 {
                // What the filter holds back belongs to the sound.
                guard resampler?.end() == true else { return 0 }
            } else {
                return 0
            }
        }
    }

    /// Lets the callback know that nothing is missing until more comes, and begins anew.
    private func rest() {
        isWhole = false
        resampler = nil
        squeezed = (0, 0)
        feed.flushed()
        guard let order, lull != order.producer.written, order.producer.written != origin.taken else { return }
        lull = order.producer.written
        // Where the queue of markers is full, silence counts as missing.
        _ = order.producer.push(
            SegmentMarker(
                ringFrame: order.producer.written, segment: order.segment, mediaFrame: 0, generation: order.generation,
                kind: .lull, rampsIn: false))
    }

    /// Waits for sound, and decides what becomes of it. Returns `false` if the worker has something else to do before.
    private func gather() throws(MediaError) -> Bool {
        guard let interruption = order?.producer.workerDescriptor else { return true }
        while true {
            if !isWhole, frames.count < Int(Self.mostWaiting * rate) {
                switch try input.read(into: frames, until: deadline, orSignalOf: interruption) {
                case .frames(let count): arrived += count
                case .flushed: isWhole = true
                case .ended: (isWhole, hasEnded) = (true, true)
                case .timedOut: break
                case .interrupted: return false
                }
            } else if let deadline, wait(until: deadline, orSignalOf: interruption) {
                return false
            }
            switch decide() {
            case .proceed:
                deadline = nil
                return true
            case .wait(let time): deadline = time
            }
        }
    }

    private enum Decision {
        /// Something may go into the ring, or everything has.
        case proceed
        /// Until then by the monotonic clock in nanoseconds more may come; `nil`: for ever.
        case wait(until: Int64?)
    }

    private func decide() -> Decision {
        guard let order, !isWhole || frames.count > 0 else { return .proceed }
        let now = MonotonicClock.nanoseconds
        let reading = order.producer.reading
        let before = Double(max(0, Int64(bitPattern: origin.taken &- reading.taken))) / Double(format.sampleRate.hertz)
        let cycle = Double(reading.quantum) / Double(format.sampleRate.hertz)
        // What the ring held before comes first, or is dropped by the next cycle.
        if !isWhole, before > 2 * cycle {
            feed.hold(ring(order.producer, reading, now), now: Double(now) / 1e9)
            return .wait(until: now + Int64(min(before - 2 * cycle, Self.looking) * 1e9))
        }
        let decision = feed.decide(
            waiting: Double(frames.count) / rate, arrived: Double(arrived) / rate, isWhole: isWhole,
            ring: ring(order.producer, reading, now), now: Double(now) / 1e9)
        arrived = 0
        if let until = decision.holdsUntil { return .wait(until: until.isFinite ? Int64(until * 1e9) : nil) }
        if let over = decision.gap {
            gap = LiveGap(silence: (gap?.silence ?? 0) + over.silence, skipped: (gap?.skipped ?? 0) + over.skipped)
        }
        let blend = Int(Self.blendSeconds * rate)
        if decision.skipped > 0 { frames.drop(Int((decision.skipped * rate).rounded()), blendingOver: blend) }
        if decision.rampsIn { frames.rampIn(over: blend) }
        silence = Int((decision.silence * Double(format.sampleRate.hertz)).rounded())
        squeeze(by: decision.squeeze, now)
        released = frames.count
        if released > 0, let over = gap {
            gapsOver.append(over)
            gap = nil
        }
        return .proceed
    }

    private func squeeze(by part: Double, _ now: Int64) {
        let isOld = part != 0 && now - squeezed.time > Self.squeezeRenewal
        guard isOld || abs(part - squeezed.part) > Self.squeezeStep || part == 0 && squeezed.part != 0 else { return }
        resampler?.squeeze(by: part)
        squeezed = (part, now)
    }

    /// Frames of the input in a second.
    private var rate: Double { Double(input.format.sampleRate.hertz) }

    private func ring(_ producer: RenderProducer, _ reading: RingReading, _ now: Int64) -> LiveFeed.Ring {
        let rate = Double(format.sampleRate.hertz)
        let cycle = Double(reading.quantum) / rate
        // A cycle is taken out of the ring at once, and passes evenly.
        let left = reading.cycleStart.map { max(0, cycle - Double(now - $0) / 1e9) } ?? 0
        return LiveFeed.Ring(
            level: Double(reading.fill) / rate + left, cycle: cycle,
            played: max(0, Double(Int64(bitPattern: reading.taken &- origin.taken)) / rate - (reading.isMoving ? left : 0)),
            silent: Double(reading.silent &- origin.silent) / rate, capacity: Double(producer.capacity) / rate)
    }

    /// Waits, and returns whether `interruption` was signalled meanwhile.
    private func wait(until deadline: Int64, orSignalOf interruption: EventDescriptor) -> Bool {
        var waited = pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&waited, 1, MonotonicClock.millisecondsLeft(until: deadline)) > 0
    }
}
