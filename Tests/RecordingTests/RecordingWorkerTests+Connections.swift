import AudioTypes
import Glibc
import Media
import MediaTypes
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Recording

// Recordings that go over a connection to their client.
extension RecordingWorkerTests {
    @Test("over a connection is the same bytes as in a file, in chunks or front to back", arguments: [true, false])
    func connection(inChunks: Bool) async throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let input = StreamFormat(sampleRate: .video, channelLayout: .mono)
        let plan = try RecordingPlan(.encoded(AudioFileFormat(named: "wav")), input: input, RecordingPlan.Wish())
        let worker = try RecordingWorker(RecordingWorker.Task(plan: plan, destination: .connection, title: "")) { _ in }
        var samples = (0..<10_000).map { Float($0 % 3_000) / 32_768 }
        samples.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            let clock = CaptureCycle(now: 1, delay: 0, clock: 1, position: 0, duration: 10_000, graphRate: 48_000)
            withUnsafePointer(to: base) { worker.buffer.producer.capture(from: $0, frameCount: 10_000, cycle: clock) }
        }
        worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), inChunks ? .chunks : .none))
        worker.stop(.stopped)
        let file = Self.receive(ends[1], inChunks: inChunks)
        close(ends[1])
        let directory = try TemporaryDirectory()
        try writeFile(file, to: directory.path + "/a.wav")
        #expect(try RecordingStage.read(directory.path + "/a.wav")[0] == samples)
        samples = []
        // The length of the RIFF chunk, which only chunks can correct.
        let length = file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect((length == file.count - 8) == inChunks)
    }

    @Test("ends if its client goes while nothing is brought")
    func clientGoesInPause() async throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let ended = Mutexed<RecordingResult>()
        let worker = try RecordingWorker(
            RecordingWorker.Task(plan: try PlanTests.plan(), destination: .connection, title: "")
        ) { if case .ended(let result) = $0 { ended.value.withLock { $0 = result } } }
        worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), .none))
        close(ends[1])
        #expect(try await waitFor("the end") { ended.value.withLock { $0 } }.end == .stopped)
    }

    @Test("ends if its client goes, also one that never read", arguments: [0, 400_000])
    func clientGoes(frames: Int) async throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let ended = Mutexed<RecordingResult>()
        let plan = try PlanTests.plan()
        let worker = try RecordingWorker(RecordingWorker.Task(plan: plan, destination: .connection, title: "")) {
            if case .ended(let result) = $0 { ended.value.withLock { $0 = result } }
        }
        worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), .none))
        let silence = [Float](repeating: 0, count: 400_000)
        silence.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            let clock = CaptureCycle(now: 1, delay: 0, clock: 1, position: 0, duration: 400_000, graphRate: 48_000)
            let planes = [base, base]
            planes.withUnsafeBufferPointer { planes in
                guard let base = planes.baseAddress else { return }
                worker.buffer.producer.capture(from: base, frameCount: max(frames, 1), cycle: clock)
            }
        }
        close(ends[1])
        worker.stop(.stopped)
        let result = try await waitFor("the end") { ended.value.withLock { $0 } }
        #expect(result.end == .stopped)
    }

    @Test("knows that a client is gone, and that one which has only ended its own side is not")
    func leaves() throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let sink = ConnectionSink(FileDescriptor(owning: ends[0]), .none)
        #expect(!sink.isLeft)
        #expect(shutdown(ends[1], CInt(SHUT_WR)) == 0 && !sink.isLeft)
        #expect(close(ends[1]) == 0 && sink.isLeft)
    }

    @Test("takes so many orders to split while it waits for a slow place, and no more")
    func manySplits() async throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let ended = Mutexed<RecordingResult>()
        let worker = try RecordingWorker(
            RecordingWorker.Task(plan: try PlanTests.plan(), destination: .connection, title: "")
        ) { if case .ended(let result) = $0 { ended.value.withLock { $0 = result } } }
        let silence = [Float](repeating: 0, count: 400_000)
        silence.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            let clock = CaptureCycle(now: 1, delay: 0, clock: 1, position: 0, duration: 400_000, graphRate: 48_000)
            [base, base].withUnsafeBufferPointer { planes in
                guard let base = planes.baseAddress else { return }
                worker.buffer.producer.capture(from: base, frameCount: 400_000, cycle: clock)
            }
        }
        worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), .none))
        // It begins to write, and nobody reads.
        try await waitUntil("the first sound to be taken") { worker.buffer.fillCount < 400_000 }
        #expect((0..<1_000).count { _ in worker.split() } == RecordingWorker.mostWaitingSplits)
        close(ends[1])
        worker.stop(.stopped)
        _ = try await waitFor("the end") { ended.value.withLock { $0 } }
    }

    /// Reads until the other side closes, and puts chunks in their places.
    private static func receive(_ descriptor: CInt, inChunks: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        guard inChunks else { return bytes }
        var file: [UInt8] = []
        var place = 0
        while place + 12 <= bytes.count {
            let offset = bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let count = bytes[place + 8..<place + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
            if file.count < offset + count { file += [UInt8](repeating: 0, count: offset + count - file.count) }
            file.replaceSubrange(offset..<offset + count, with: bytes[place + 12..<place + 12 + count])
            place += 12 + count
        }
        return file
    }
}
