import AudioTypes
import Glibc
import Media
import MediaTypes
import RealtimeAudio
import SystemSupport
import TestSupport
import Testing

@testable import Recording

// Recordings that begin and end at a time, and those whose client is told the time of each piece.
extension RecordingWorkerTests {
    /// A piece as the client gets it.
    private struct Piece: Equatable {
        var frame: Int64
        var time: Int64
        var bytes: [UInt8]
    }

    /// The client's end of a connection that carries pieces.
    private final class Client {
        let descriptor: CInt
        private var pending: [UInt8] = []

        init(_ worker: RecordingWorker) throws {
            var ends: [CInt] = [0, 0]
            try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
            descriptor = ends[1]
            worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), .pieces))
        }

        deinit { close(descriptor) }

        /// Waits for the next piece; `nil` if there is none any more.
        func next() throws -> Piece? {
            guard let head = try take(20) else { return nil }
            let count = Int(head[16...].littleEndian(as: UInt32.self))
            return Piece(
                frame: head[..<8].littleEndian(as: Int64.self), time: head[8..<16].littleEndian(as: Int64.self),
                bytes: try #require(try take(count)))
        }

        /// Takes in what is there, so that the worker need not wait.
        func drain() {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT)), count > 0 {
                pending += buffer[..<count]
            }
        }

        private func take(_ count: Int) throws -> [UInt8]? {
            while pending.count < count {
                var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                try #require(poll(&waited, 1, 60_000) == 1, "nothing came within a minute")
                var buffer = [UInt8](repeating: 0, count: 4_096)
                let received = read(descriptor, &buffer, buffer.count)
                if received <= 0 { return nil }
                pending += buffer[..<received]
            }
            defer { pending.removeFirst(count) }
            return Array(pending[..<count])
        }
    }

    private static func stage(_ format: String = "raw", _ change: (inout RecordingPlan.Wish) -> Void = { _ in }) throws
        -> RecordingStage
    {
        try RecordingStage(format, channels: 1, isOnConnection: true) {
            $0.latency = 0.005
            change(&$0)
        }
    }

    /// The samples that a piece of raw sound has from frame `first` on.
    private static func bytes(_ first: Int, _ count: Int) -> [UInt8] {
        (first..<first + count).flatMap { frame in
            let sample = Int16(RecordingStage.sample(frame, 0) * 32_768)
            return [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
        }
    }

    @Test("sends each cycle at once as a piece, with its first frame and the time at which that was sound")
    func timedPieces() async throws {
        let stage = try Self.stage()
        let client = try Client(stage.worker)
        for cycle in 0..<50 {
            try await stage.bring(240, quantum: 240)
            let piece = try #require(try client.next())
            #expect(piece.frame == Int64(cycle * 240) && piece.bytes == Self.bytes(cycle * 240, 240))
            #expect(abs(piece.time - RecordingStage.time(of: cycle * 240)) <= 50)
        }
        _ = try await stage.stop()
        #expect(try client.next() == nil)
    }

    @Test("sends nothing in one piece that was not sound in one go")
    func piecesWithGap() async throws {
        let stage = try Self.stage { $0.fillsGaps = false }
        // Nothing is sent before both cycles are there.
        try await stage.bring(240, quantum: 240)
        stage.miss(4_800)
        try await stage.bring(240, quantum: 240)
        let client = try Client(stage.worker)
        let (first, second) = (try #require(try client.next()), try #require(try client.next()))
        #expect(first.bytes == Self.bytes(0, 240) && second.bytes == Self.bytes(5_040, 240))
        #expect(second.frame == 240 && abs(second.time - RecordingStage.time(of: 5_040)) <= 50)
        _ = try await stage.stop()
    }

    @Test("tells when the first frame was sound before the client's connection is there")
    func firstFrame() async throws {
        let stage = try Self.stage()
        try await stage.bring(240, quantum: 240)
        #expect(try await waitFor("the first frame") { stage.firstFrameAt } == RecordingStage.time(of: 0))
        let client = try Client(stage.worker)
        #expect(try client.next()?.frame == 0)
        _ = try await stage.stop()
        #expect(stage.events.count { if case .firstFrame = $0 { true } else { false } } == 1)
    }

    @Test(
        "sends a container in pieces that can be decoded as they come",
        arguments: ["wav", "flac", "opus", "mp3", "mka", "m4a", "caf"])
    func timedContainers(format: String) async throws {
        let stage = try Self.stage(format)
        let client = try Client(stage.worker)
        var pieces: [Piece] = []
        for _ in 0..<50 {
            try await stage.bring(960, quantum: 960)
            try await waitUntil("the cycle to be taken") {
                client.drain()
                return stage.worker.buffer.fillCount == 0
            }
        }
        stage.worker.stop(.stopped)
        while let piece = try client.next() { pieces.append(piece) }
        #expect(pieces.count > 5 && pieces.first?.frame == 0)
        for (piece, next) in zip(pieces, pieces.dropFirst()) { #expect(piece.frame <= next.frame) }
        for piece in pieces { #expect(abs(piece.time - RecordingStage.time(of: Int(piece.frame))) <= 50) }
        let path = stage.directory.path + "/whole.\(format)"
        try writeFile(pieces.flatMap(\.bytes), to: path)
        #expect(try RecordingStage.read(path)[0].count >= 48_000)
    }

    @Test(
        "begins with the frame that is sound at the time, and lasts as long as it is to", arguments: [0, 1, 1_000, 1_024, 20_000])
    func beginsInTime(frame: Int) async throws {
        let stage = try RecordingStage {
            $0.startsAt = RecordingStage.time(of: frame)
            $0.duration = 0.25
        }
        try await stage.bring(48_000)
        let result = try await stage.result()
        #expect(result.end == .maximumDuration && result.frames == 12_000 && result.missed == 0)
        #expect(try stage.sound() == stage.expected(frame..<frame + 12_000))
        #expect(stage.firstFrameAt == RecordingStage.time(of: frame) && stage.marks.isEmpty)
    }

    @Test("puts silence in the place of what came too late for the time, and says so")
    func beginsLate() async throws {
        let stage = try RecordingStage { $0.startsAt = RecordingStage.time(of: -480) }
        try await stage.bring(4_800)
        let result = try await stage.stop()
        #expect(stage.marks == [RecordingMark(cause: .late, frame: 0, missing: 480, filled: 480)])
        #expect(stage.firstFrameAt == RecordingStage.time(of: -480) && result.frames == 5_280 && result.missed == 0)
        let silence = [Float](repeating: 0, count: 480)
        #expect(try stage.sound() == stage.expected(0..<4_800).map { silence + $0 })
    }

    @Test("ends in time, also behind a gap that is left out")
    func lastsWithGap() async throws {
        let stage = try RecordingStage {
            $0.duration = 1
            $0.fillsGaps = false
        }
        try await stage.bring(10_240)
        stage.miss(20_000)
        try await stage.bring(48_000)
        let result = try await stage.result()
        #expect(result.end == .maximumDuration && result.frames == 28_000)
        #expect(try stage.sound() == zip(stage.expected(0..<10_240), stage.expected(30_240..<48_000)).map { $0 + $1 })
    }

    @Test("ends if its time is over within a gap that is left out")
    func endsInGap() async throws {
        let stage = try RecordingStage {
            $0.duration = 1
            $0.fillsGaps = false
        }
        try await stage.bring(10_240)
        stage.miss(100_000)
        try await stage.bring(1_024)
        let result = try await stage.result()
        #expect(result.end == .maximumDuration && result.frames == 10_240)
    }

    @Test("what waits for a client that reads late comes in pieces of some size, also at the end")
    func manyPieces() async throws {
        let stage = try Self.stage()
        let client = try Client(stage.worker)
        for _ in 0..<5 { try await stage.bring(40_000, quantum: 1_024) }
        stage.worker.stop(.stopped)
        var frames = 0
        while let piece = try client.next() {
            #expect(piece.frame == Int64(frames) && piece.bytes == Self.bytes(frames, piece.bytes.count / 2))
            #expect(piece.bytes.count <= 2 * 20_480)
            frames += piece.bytes.count / 2
        }
        #expect(frames == 200_000)
    }

    @Test("a piece has as much sound at least as was asked for", arguments: [0.5, 1])
    func longPieces(latency: Double) async throws {
        let stage = try Self.stage { $0.latency = latency }
        let client = try Client(stage.worker)
        for _ in 0..<3 { try await stage.bring(48_000, quantum: 480) }
        let piece = try #require(try client.next())
        #expect(Double(piece.bytes.count / 2) >= latency * 48_000)
        client.drain()
        stage.worker.stop(.stopped)
        while try client.next() != nil {}
    }

    @Test("a pause before the time of the beginning is left out, and the next gap has a cause of its own")
    func pausedBeforeBeginning() async throws {
        let stage = try RecordingStage { $0.startsAt = RecordingStage.time(of: 10_000) }
        try await stage.bring(2_048)
        stage.worker.expectGap(.paused)
        stage.miss(20_000)
        try await stage.bring(4_096)
        stage.miss(1_024)
        try await stage.bring(1_024)
        let result = try await stage.stop()
        let late = Int64(2_048 + 20_000 - 10_000)
        #expect(
            stage.marks == [
                RecordingMark(cause: .paused, frame: 0, missing: late, filled: 0),
                RecordingMark(cause: .missed, frame: 4_096, missing: 1_024, filled: 1_024),
            ])
        #expect(result.missed == 1_024 && result.frames == 6_144)
        #expect(stage.firstFrameAt.map { abs($0 - RecordingStage.time(of: 22_048)) <= 50 } == true)
    }

    @Test("a recording that ends before its time has come leaves no file")
    func endsBeforeBeginning() async throws {
        let stage = try RecordingStage { $0.startsAt = RecordingStage.time(of: 100_000) }
        try await stage.bring(2_048)
        let result = try await stage.stop()
        #expect(result.files == 0 && result.file == nil && result.frames == 0)
        #expect(stage.paths.allSatisfy { access($0, F_OK) != 0 })
    }

    @Test("files that end on the clock do so from the time on at which the recording begins")
    func clockFromBeginning() async throws {
        let (now, clock) = (MonotonicClock.nanoseconds, CalendarClock.seconds)
        // A third of a second behind a full one, some seconds from now.
        let begin = clock.rounded(.down) + 5 + 1.0 / 3
        let stage = try RecordingStage(begin: now) {
            ($0.splitEvery, $0.splitsOnClock) = (1, true)
            $0.startsAt = now + Int64((begin - clock) * 1e9)
        }
        try await stage.bring(48_000 * 8)
        _ = try await stage.stop()
        let first = try RecordingStage.read(try #require(stage.paths.first))[0].count
        #expect(abs(first - 32_000) < 2_400, "\(first) frames")
    }
}
