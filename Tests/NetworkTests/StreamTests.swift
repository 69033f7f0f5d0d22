import AudioTypes
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("A file behind an address", .serialized)
struct StreamTests {
    private func heard(_ server: MediaServer, _ query: String = "", file: String = "noise.flac") throws -> Sound {
        var reader = try AudioReader(at: server.address(file + query), .patient)
        return try Sound(reading: &reader)
    }

    @Test(
        "is heard once, whole and in order, whatever the server's habits",
        arguments: [
            "", "?chunked=1", "?ranges=no", "?bare=1", "?rate=400000", "?cut=20000", "?cut=20000&grows=1&ranges=no",
            "?chunked=1&cut=90000&grows=1",
            "?stall=100000&once=1", "?stall=100000",
        ])
    func whole(_ query: String) async throws {
        let server = try await MediaServer.withNoise()
        // A connection that is silent for a third of that is made again.
        let configuration = NetworkConfiguration(timeoutSeconds: query.contains("stall") ? 3 : 30)
        var reader = try AudioReader(at: server.address("noise.flac\(query)"), configuration)
        #expect(try Sound(reading: &reader) == Sound(of: server.directory.file("noise.flac")))
    }

    @Test("is heard once and in order though the connection is cut twenty times", arguments: ["flac", "mp3", "wav", "ogg"])
    func cutTwentyTimes(suffix: String) async throws {
        let server = try await MediaServer.withNoise("noise.\(suffix)")
        let file = server.directory.file("noise.\(suffix)")
        let size = try await Tool.run("stat", ["-c", "%s", file])
        let bytes = try #require(Int(String(decoding: size.dropLast(), as: UTF8.self)))
        let sound = try heard(server, "?cut=\(bytes / 20)", file: "noise.\(suffix)")
        #expect(try sound == Sound(of: file))
        #expect(server.requests.count >= 20)
    }

    @Test("can be sought in, to the frame, by ranges", arguments: ["flac", "mp3", "m4a"])
    func seeking(suffix: String) async throws {
        let server = try await MediaServer.withNoise("noise.\(suffix)", seconds: 20)
        let whole = try Sound(of: server.directory.file("noise.\(suffix)"))
        var reader = try AudioReader(at: server.address("noise.\(suffix)?cut=300000"), .patient)
        let isSeekable = reader.isSeekable
        #expect(isSeekable)
        for frame in [700_000, 44_100, 3, 880_000, 440_000] {
            try reader.seek(to: .init(Int64(frame)))
            #expect(try Sound(reading: &reader, atMost: 5_000) == whole.part(from: frame, count: 5_000), "at \(frame)")
        }
    }

    @Test("in fragments (MP4) is begun without a look at all of them, heard whole, and can be sought in")
    func fragments() async throws {
        let server = try await MediaServer.start()
        let file = server.directory.file("noise.mp4")
        try await AudioFiles.encode(
            AudioFixture.unique(frameCount: 44_100 * 30),
            options: ["-c:a", "alac", "-movflags", "frag_keyframe+empty_moov+default_base_moof", "-frag_duration", "2000000"],
            to: file)
        let whole = try Sound(of: file)
        // The connection gives what is asked for, and is silent before the last fragments.
        var reader = try AudioReader(at: server.address("noise.mp4?rate=400000"), .patient)
        #expect(try Sound(reading: &reader, atMost: 10_000) == whole.part(from: 0, count: 10_000))
        #expect(server.requests.count == 1, "\(server.requests)")
        let duration = reader.info.description.duration
        #expect(duration == nil, "no more than the first fragment was seen")
        var other = try AudioReader(at: server.address("noise.mp4"), .patient)
        try other.seek(to: .init(800_000))
        #expect(try Sound(reading: &other, atMost: 5_000) == whole.part(from: 800_000, count: 5_000))
        var again = try AudioReader(at: server.address("noise.mp4?"), .patient)
        #expect(try Sound(reading: &again) == whole)
    }

    @Test("in fragments with an index of them in front (DASH) tells its length")
    func indexedFragments() async throws {
        let server = try await MediaServer.start()
        let file = server.directory.file("noise.mp4")
        try await AudioFiles.encode(
            AudioFixture.unique(frameCount: 44_100 * 30),
            options: [
                "-c:a", "alac", "-movflags", "frag_keyframe+empty_moov+default_base_moof+global_sidx", "-frag_duration",
                "2000000",
            ],
            to: file)
        let whole = try Sound(of: file)
        #expect(whole.count == 44_100 * 30)
        var reader = try AudioReader(at: server.address("noise.mp4"), .patient)
        let seconds = try #require(reader.info.description.duration).seconds
        #expect(abs(seconds - 30) < 0.1)
        try reader.seek(to: .init(1_200_000))
        #expect(try Sound(reading: &reader, atMost: 5_000) == whole.part(from: 1_200_000, count: 5_000))
    }

    @Test("cannot be sought in where the server has no ranges")
    func notSeekable() async throws {
        let server = try await MediaServer.withNoise()
        var reader = try AudioReader(at: server.address("noise.flac?ranges=no"))
        let isSeekable = reader.isSeekable
        #expect(!isSeekable)
        let error = #expect(throws: MediaError.self) { try reader.seek(to: .init(1_000)) }
        #expect(error?.code == .notSeekable)
    }

    @Test("ends where it ends though more was announced, with an error; what is announced too short ends there")
    func lies() async throws {
        let server = try await MediaServer.withNoise("noise.wav")
        let whole = try Sound(of: server.directory.file("noise.wav"))
        var longer = try AudioReader(at: server.address("noise.wav?lie=5000"), .patient)
        // WAV says itself how long it is, so that nothing is missed.
        #expect(try Sound(reading: &longer) == whole)
        var shorter = try AudioReader(at: server.address("noise.wav?lie=-40000&ranges=no"), .patient)
        #expect(try Sound(reading: &shorter) == whole.part(from: 0, count: whole.count - 10_000))
        let source = try NetworkSource(
            try WebAddress(server.address("noise.wav?lie=5000&ranges=no")), .patient, cancellation: CancellationToken())
        let error = #expect(throws: MediaError.self) { try source.readToTheEnd() }
        #expect(error?.code == .networkFailed && error?.message.contains("5000 bytes too early") == true)
    }

    @Test("that is not there, is refused or is no HTTP is an error with a sentence")
    func errors() async throws {
        let server = try await MediaServer.withNoise()
        let (missing, broken) = (server.address("nothing.flac"), server.address("noise.flac?status=500"))
        #expect(throws: MediaError(.notFound, "there is nothing at \(missing) (status 404)")) { _ = try AudioReader(at: missing) }
        #expect(throws: MediaError(.networkFailed, "\(broken) cannot be read: the server answers with status 500")) {
            _ = try AudioReader(at: broken)
        }
        let (partless, empty) = (server.address("noise.flac?status=416"), server.address("nothing.flac?status=416"))
        #expect(
            throws: MediaError(
                .networkFailed,
                "the server does not give out the beginning of \(partless), because it takes it for a part that is not there (status 416)"
            )
        ) { _ = try AudioReader(at: partless) }
        #expect(throws: MediaError(.unsupported, "\(empty) is empty")) { _ = try AudioReader(at: empty) }
        let refused = #expect(throws: MediaError.self) { _ = try AudioReader(at: "http://127.0.0.1:1/x.mp3") }
        #expect(refused?.code == .networkFailed && refused?.message.contains("Connection refused") == true)
        let nowhere = #expect(throws: MediaError.self) { _ = try AudioReader(at: "http://nowhere.invalid/x.mp3") }
        #expect(nowhere?.code == .networkFailed && nowhere?.message.contains("nowhere.invalid") == true)
    }

    @Test(
        "that sends nothing more is an error once the time is up",
        arguments: [
            "?stall=100000&ranges=no", "?stall=0", "?drip=1", "?cut=100000&status=503&after=2", "?cut=100000&status=416&after=2",
        ])
    func dead(_ query: String) async throws {
        let server = try await MediaServer.withNoise()
        let error = #expect(throws: MediaError.self) {
            var reader = try AudioReader(at: server.address("noise.flac\(query)"), .init(timeoutSeconds: 1.5))
            _ = try Sound(reading: &reader)
        }
        #expect(error?.code == .networkFailed && error?.message.contains("noise.flac") == true)
    }

    @Test(
        "whose head is larger than any is refused at once", .timeLimit(.minutes(2)),
        arguments: [
            ("fields=300", "more than 200 header fields"), ("line=20000", "a line of more than 16384 bytes"),
            ("interim=1", "announced more than 20 times"),
        ])
    func heads(_ query: String, _ words: String) async throws {
        let server = try await MediaServer.start()
        let error = #expect(throws: MediaError.self) {
            _ = try AudioReader(at: server.address("x?\(query)"), .init(timeoutSeconds: 3_600))
        }
        #expect(error?.code == .networkFailed && error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("whose server dies is an error; one that comes back in time is heard on")
    func serverDies() async throws {
        let server = try await MediaServer.withNoise(seconds: 30)
        var reader = try AudioReader(at: server.address("noise.flac?rate=1000000"), .init(timeoutSeconds: 1))
        try await server.kill()
        let error = #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        #expect(error?.code == .networkFailed && error?.message.contains("Connection refused") == true)
    }

    @Test(
        "lets go of whoever waits for it when that is cancelled, long before its time is up", .timeLimit(.minutes(5)),
        arguments: ["?stall=0", "?stall=100000"])
    func cancellation(_ query: String) async throws {
        let server = try await MediaServer.withNoise()
        let token = CancellationToken()
        let address = server.address("noise.flac\(query)")
        // The server keeps silent for as long as the client stays, and the client would wait an hour.
        let generousDeadline = NetworkConfiguration(timeoutSeconds: 3_600)
        async let result = onOwnThread {
            Result { () throws in
                var reader = try AudioReader(at: address, generousDeadline, cancellation: token)
                _ = try Sound(reading: &reader)
            }
        }
        try await waitUntil("the request") { server.requests.count >= 1 }
        token.cancel()
        guard case .failure(let error as MediaError) = await result else { Issue.record("nothing ended it"); return }
        #expect(error.code == .cancelled)
    }
}

extension NetworkSource {
    /// Reads all bytes and throws what ends them.
    @discardableResult
    func readToTheEnd() throws(MediaError) -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try read(into: buffer, at: offset)
            if count == 0 { return offset }
            offset += Int64(count)
        }
    }
}
