import AudioTypes
import Glibc
import Media
import MediaTypes
import RealtimeAudio
import Synchronization
import TestSupport
import Testing

@testable import Recording

/// A recording of frames that a test makes, with a graph in front of it that never misses anything by itself.
final class RecordingStage {
    let directory: TemporaryDirectory
    let worker: RecordingWorker
    private let log = Log()
    private var channelCount: Int
    private let plan: RecordingPlan
    private var clock = CaptureCycle(
        now: 1_000_000_000, delay: 0, clock: 1, position: 0, duration: 0, graphRate: 48_000)
    /// The number of the next frame.
    private(set) var next = 0
    /// The clock of the second source of a meeting, and the number of its next frame.
    var clockBeside = CaptureCycle(now: 0, delay: 0, clock: 1, position: 0, duration: 0, graphRate: 48_000)
    private(set) var nextBeside = 0

    init(
        _ format: String = "wav", channels: Int = 2, naming: RecordingNaming = .path("take"),
        journal: RecordingJournal? = nil, splitsAtItems: Bool = false, picks: [Int]? = nil, isMuted: Bool = false,
        isOnConnection: Bool = false, isMeeting: Bool = false, begin: Int64 = 1_000_000_000,
        _ change: (inout RecordingPlan.Wish) -> Void = { _ in }
    ) throws {
        directory = try TemporaryDirectory()
        channelCount = channels
        var wish = RecordingPlan.Wish()
        change(&wish)
        clock.now = begin
        clockBeside.now = begin
        if isMeeting { channelCount = 1 }
        let recorded = picks?.count ?? channels
        let input = StreamFormat(sampleRate: .video, channelLayout: .standard(channelCount: recorded) ?? .stereo)
        let options = format == "wav" ? AudioFileFormat.Options(samples: .float32) : AudioFileFormat.Options()
        plan = try RecordingPlan(
            .encoded(AudioFileFormat(named: format, options)), input: input,
            picks: try picks.map { numbers throws(RecordingPlan.Refusal) in try ChannelPicks(numbers, of: channels) },
            isMeeting: isMeeting, wish)
        worker = try RecordingWorker(
            RecordingWorker.Task(
                plan: plan,
                destination: isOnConnection ? .connection : .files(RecordingDirectory(directory.path), naming), title: "",
                splitsAtItems: splitsAtItems, journal: journal, isMuted: isMuted)
        ) { [log] event in log.events.withLock { $0.append(event) } }
    }

    private final class Log: Sendable {
        let events = Mutex<[RecordingEvent]>([])
    }

    /// What has happened so far.
    var events: [RecordingEvent] { log.events.withLock { $0 } }

    /// The marks so far.
    var marks: [RecordingMark] { events.compactMap { if case .marked(let mark) = $0 { mark } else { nil } } }

    /// When the first frame was sound, as it was told.
    var firstFrameAt: Int64? {
        for case .firstFrame(let time) in events { return time }
        return nil
    }

    /// When frame `frame` is sound, as long as the graph runs on.
    static func time(of frame: Int) -> Int64 { 1_000_000_000 + Int64((Double(frame) / 48_000 * 1e9).rounded()) }

    /// What a frame sounds like.
    static func sample(_ frame: Int, _ channel: Int) -> Float { Float(frame % 30_000 + 1) / 32_768 * (channel % 2 == 0 ? 1 : -1) }

    /// Brings `count` frames in cycles of `quantum`; each is `silent` or has its number.
    /// - Parameter beginsItem: whether an item that the player plays begins with the first frame.
    func bring(_ count: Int, quantum: Int = 1_024, silent: Bool = false, beginsItem: Bool = false) async throws {
        var left = count
        clock.beginsItem = beginsItem
        while left > 0 {
            let frames = min(quantum, left)
            let planes = (0..<channelCount).map { channel in
                (0..<frames).map { silent ? 0 : Self.sample(next + $0, channel) }
            }
            let pointers = planes.map { plane in
                let pointer = UnsafeMutablePointer<Float>.allocate(capacity: frames)
                pointer.update(from: plane, count: frames)
                return pointer
            }
            defer { for pointer in pointers { pointer.deallocate() } }
            clock.duration = Int64(frames)
            pointers.map { UnsafePointer($0) }.withUnsafeBufferPointer { planes in
                guard let base = planes.baseAddress else { return }
                worker.buffer.producer.capture(from: base, frameCount: frames, cycle: clock)
            }
            clock.beginsItem = false
            miss(frames)
            left -= frames
            // The graph brings nothing faster than it can be written, unless a test wants that.
            if worker.buffer.fillCount < worker.buffer.capacity / 2 { continue }
            try await waitUntil("room in the buffer") { worker.buffer.fillCount < worker.buffer.capacity / 2 }
        }
    }

    /// Brings `count` frames of the second source of a meeting, each its number below zero.
    func bringBeside(_ count: Int, quantum: Int = 1_024) {
        var left = count
        while left > 0 {
            let frames = min(quantum, left)
            var samples = (0..<frames).map { Self.sample(nextBeside + $0, 1) }
            clockBeside.duration = Int64(frames)
            samples.withUnsafeMutableBufferPointer { samples in
                guard let base = samples.baseAddress else { return }
                withUnsafePointer(to: UnsafePointer(base)) {
                    worker.second?.producer.capture(from: $0, frameCount: frames, cycle: clockBeside)
                }
            }
            missBeside(frames)
            left -= frames
        }
    }

    /// Lets the graph run on for `count` frames of the second source that nobody gets.
    func missBeside(_ count: Int) {
        clockBeside.position += Int64(count)
        clockBeside.now += Int64(count) * 1_000_000_000 / 48_000
        nextBeside += count
    }

    /// Goes on with sound of another format.
    func changeFormat(hertz: Int, channels: Int) throws {
        channelCount = channels
        let input = StreamFormat(
            sampleRate: try #require(SampleRate(hertz: hertz)), channelLayout: .standard(channelCount: channels) ?? .stereo)
        worker.changeFormat(try RecordingPlan(plan.format, input: input, plan.wish))
    }

    /// Lets the graph run on for `count` frames that nobody gets.
    func miss(_ count: Int) {
        clock.position += Int64(count)
        clock.now += Int64(count) * 1_000_000_000 / 48_000
        next += count
    }

    /// Ends the recording and returns what it has become.
    func stop() async throws -> RecordingResult {
        worker.stop(.stopped)
        return try await result()
    }

    /// Waits until the recording has ended, and returns what it has become.
    func result() async throws -> RecordingResult {
        try await waitFor("the end") {
            for case .ended(let result) in events { return result }
            return nil
        }
    }

    /// The paths of all files, in their order.
    var paths: [String] {
        var paths: [String] = []
        for event in events {
            switch event {
            case .began(let path): paths.append(path)
            case .split(_, let next): paths.append(next)
            default: break
            }
        }
        return paths
    }

    /// Decodes all files, one after the other: one array a channel.
    func sound() throws -> [[Float]] {
        var planes: [[Float]] = []
        for path in paths {
            let file = try Self.read(path)
            if planes.isEmpty { planes = file.map { _ in [] } }
            for (channel, samples) in file.enumerated() { planes[channel] += samples }
        }
        return planes
    }

    /// Decodes a file: one array a channel.
    static func read(_ path: String) throws -> [[Float]] {
        var reader = try AudioReader(MediaLocation(uri: path))
        var planes = Array(repeating: [Float](), count: reader.outputFormat.channelCount)
        let buffers = planes.map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 4_096) }
        defer { for buffer in buffers { buffer.deallocate() } }
        while true {
            let count: Int
            do throws(MediaError) {
                count = try buffers.withUnsafeBufferPointer { planes throws(MediaError) in
                    try reader.read(into: planes, capacity: 4_096)
                }
            } catch {
                // Ogg whose end is missing says so, behind its last frame.
                guard error.code == .incomplete else { throw error }
                return planes
            }
            if count == 0 { return planes }
            for channel in planes.indices { planes[channel] += UnsafeBufferPointer(start: buffers[channel], count: count) }
        }
    }

    /// What the frames `range` sound like: one array a channel.
    func expected(_ range: Range<Int>) -> [[Float]] {
        (0..<channelCount).map { channel in range.map { Self.sample($0, channel) } }
    }
}

/// A value that another thread gives.
final class Mutexed<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
