import MediaTypes
import SystemSupport
import TestSupport
import Testing

@Suite("Recordings and their times, of a real input", .serialized)
struct TimedRecordingTests {
    /// A piece of a recording over a connection: its first frame, when that was sound in nanoseconds, and the samples of its first channel.
    private struct Piece {
        let frame: Int
        let time: Int
        let samples: [Float]
    }

    /// Returns the pieces of `bytes`, whose frames have two floats.
    private static func pieces(_ bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var place = 0
        func number(_ count: Int) -> Int {
            defer { place += count }
            return bytes[place..<place + count].littleEndian(as: Int.self)
        }
        while place + 20 <= bytes.count {
            let (frame, time, count) = (number(8), number(8), number(4))
            guard place + count <= bytes.count else { break }
            let samples = (0..<count / 8).map {
                Float(bitPattern: bytes[place + $0 * 8..<place + $0 * 8 + 4].littleEndian(as: UInt32.self))
            }
            pieces.append(Piece(frame: frame, time: time, samples: samples))
            place += count
        }
        return pieces
    }

    @Test("a client that asks for a latency gets each cycle of the graph, with its frame and its time")
    func pieces() async throws {
        let studio = try await RecordingStudio.set()
        let data = try studio.daemon.connect()
        let opened = try await data.call(
            "record.open", #"{"format":"raw","bits":"float","channels":2,"sampleRate":48000,"latency":0.01}"#)
        let first = try #require(opened.number(at: "result.firstFrameAt"))
        let reading = Task { try await data.readRest() }
        try await studio.waitForSound(2)
        let listed = try await studio.client.call("record.list")
        #expect(listed.number(at: "result.0.firstFrameAt") == first)
        let stopped = try await studio.stop(Int(opened.number(at: "result.recording") ?? 0))
        let pieces = Self.pieces(try await reading.value)
        #expect(pieces.first?.time == Int((first * 1e9).rounded()) || abs(Double(pieces[0].time) / 1e9 - first) < 1e-6)
        var next = 0
        for piece in pieces {
            #expect(piece.frame == next)
            next += piece.samples.count
        }
        #expect(next == Int(stopped.number(at: "result.frames") ?? 0))
        // The graph has a cycle of 256 frames at most then, and a busy machine may bring some of them late.
        #expect(pieces.filter { $0.samples.count <= 512 }.count > pieces.count / 2, "\(pieces.map(\.samples.count))")
        let numbers = pieces.flatMap(\.samples)
        let sounding = try #require(numbers.firstIndex { $0 != 0 })
        let start = Int(numbers[sounding] * 0x1p24) - sounding
        let wrong = numbers.indices.count { numbers[$0] != 0 && numbers[$0] != Float((start + $0) & 0xFF_FFFF) * 0x1p-24 }
        #expect(wrong == 0)
        // The times are those of the frames: what lies between two pieces is as long as the frames between them. On a busy machine the
        // graph begins some cycles late.
        let inTime = zip(pieces, pieces.dropFirst()).count {
            abs(Double($1.time - $0.time) / 1e9 - Double($1.frame - $0.frame) / 48_000) < 0.001
        }
        #expect(inTime > pieces.count / 2, "\(inTime) of \(pieces.count)")
    }

    @Test("recordings that were told one time begin with the same frame, and last as long as they were told to")
    func together() async throws {
        let studio = try await RecordingStudio.set()
        let when = Double(MonotonicClock.nanoseconds) / 1e9 + 3
        let order = #""bits":"float","duration":0.5,"at":{"monotonic":\#(when)}"#
        let started = try await studio.client.call("record.start", #"{"path":"a.wav",\#(order)}"#)
        #expect(started.string(at: "result.state") == "waiting" && !started.line.contains("firstFrameAt"))
        try await studio.client.call("record.start", #"{"path":"b.wav",\#(order)}"#)
        var firsts: [Float] = []
        for _ in 0..<2 {
            let ended = try await studio.client.waitForEvent("recording.ended")
            #expect(
                ended.string(at: "params.reason") == "maxDuration" && ended.number(at: "params.frames") == 24_000, "\(ended.line)"
            )
            let audio = try await AudioFiles.decode(
                try #require(ended.string(at: "params.path")), sampleRate: 48_000, channelCount: 2)
            firsts.append(audio.samples[0])
        }
        #expect(firsts[0] == firsts[1] && firsts[0] != 0, "\(firsts.map { $0 * 0x1p24 })")
    }

    @Test("a meeting has the input and what the output plays in step, frame by frame")
    func meeting() async throws {
        let studio = try await RecordingStudio.set(positions: "MONO")
        // Numbers of 24 bits, as the microphone has them.
        let numbers = (0..<48_000 * 60).flatMap { frame in [Float](repeating: Float(frame + 1) * 0x1p-23, count: 2) }
        let path = studio.directory.file("numbers.wav")
        try AudioFiles.writeWave(PCMAudio(sampleRate: 48_000, channelCount: 2, samples: numbers), bits: 24, to: path)
        try await studio.client.call("play", "{\"uri\":\"\(path)\"}")
        try await waitUntil("sound") {
            (try? await studio.client.call("status"))?.number(at: "result.position.seconds") ?? 0 > 0.2
        }
        let started = try await studio.client.call("record.start", #"{"source":"meeting","path":"meeting.wav","bits":"float"}"#)
        #expect(started.string(at: "result.source") == "meeting" && started.number(at: "result.channels") == 2)
        try await studio.waitForSound(3)
        let listed = try await studio.client.call("record.list")
        #expect(listed.value(at: "result.0.from", as: [String].self)?.count == 2, "\(listed.line)")
        let stopped = try await studio.stop(1)
        let audio = try await AudioFiles.decode(
            try #require(stopped.string(at: "result.path")), sampleRate: 48_000, channelCount: 2)
        let frames = (0..<audio.frameCount).map { (audio.samples[$0 * 2], audio.samples[$0 * 2 + 1]) }
        let both = frames.filter { $0.0 != 0 && $0.1 != 0 }
        var apart: [Int: Int] = [:]
        for (input, output) in both { apart[Int((input * 0x1p24).rounded()) - Int((output * 0x1p23).rounded()), default: 0] += 1 }
        // A busy machine may miss cycles of either, and each joint may be a step of its own.
        let usual = apart.values.max() ?? 0
        #expect(both.count > 96_000 && usual > both.count / 2, "\(both.count) frames, \(apart.count) steps, \(usual)")
        #expect(stopped.number(at: "result.frames") == Double(audio.frameCount))
    }

    @Test("a client that leaves before the first frame leaves no recording behind")
    func leaves() async throws {
        let studio = try await RecordingStudio.set()
        for source in ["player", "input"] {
            do {
                let data = try studio.daemon.connect()
                try await data.send(
                    line:
                        "{\"id\":1,\"method\":\"record.open\",\"params\":{\"source\":\"\(source)\",\"format\":\"raw\",\"latency\":0.02}}"
                )
                try await studio.client.waitForEvent("recording.began")
            }
            try await studio.client.waitForEvent("recording.ended")
        }
        #expect(try await studio.client.call("record.list").line.contains(#""result":[]"#))
    }

    @Test("a meeting begins now, so sound that is kept ready is refused for it")
    func meetingWithPreRoll() async throws {
        let studio = try await RecordingStudio.set(positions: "MONO", recording: "pre_roll = 5")
        let order = #"{"path":"a.wav","preRoll":1}"#
        try await waitUntil("sound that is kept ready") {
            (try? await studio.client.reply(to: "record.start", order))?.number(at: "result.recording") != nil
        }
        _ = try await studio.stop(1)
        try await waitUntil("sound that is kept ready again") {
            let reply = try? await studio.client.reply(to: "record.start", #"{"source":"meeting","path":"b.wav","preRoll":1}"#)
            return reply?.errorName == "invalid_params" && reply?.line.contains("a meeting has two channels") == true
        }
    }

    @Test("what cannot begin at its time is refused, and what the words of times do not go with")
    func refused() async throws {
        let studio = try await RecordingStudio.set()
        let now = Double(MonotonicClock.nanoseconds) / 1e9
        for (order, error) in [
            (#""at":{"monotonic":\#(now - 1)}"#, "too_late"), (#""at":{"monotonic":\#(now + 4000)}"#, "too_late"),
            (#""at":{"monotonic":1,"time":1}"#, "invalid_params"), (#""at":{}"#, "invalid_params"),
            (#""duration":0"#, "invalid_params"),
            (#""latency":0.01"#, "invalid_params"), (#""source":"player","duration":1"#, "invalid_params"),
            (#""source":"player","at":{"monotonic":\#(now + 10)}"#, "invalid_params"),
        ] {
            let reply = try await studio.client.reply(to: "record.start", "{\(order)}")
            #expect(reply.errorName == error, "\(order): \(reply.line)")
        }
        for order in [
            #""latency":0.0001"#, #""latency":3"#, #""latency":0.01,"chunks":true"#,
            #""latency":0.01,"source":"player","format":"copy""#,
        ] {
            let reply = try await studio.client.reply(to: "record.open", "{\(order)}")
            #expect(reply.errorName == "invalid_params", "\(order): \(reply.line)")
        }
    }
}
