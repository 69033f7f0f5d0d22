import AudioTypes
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Broadcasting

/// A broadcast whose sound the test gives, and what comes of it.
private final class Studio: Sendable {
    private let heads = Mutex<[BroadcastFormat: [UInt8]]>([:])
    private let pieces = Mutex<[BroadcastFormat: [[UInt8]]]>([:])
    private let failures = Mutex<[String]>([])

    func start(_ format: String = "44100:16:2") throws -> Broadcast {
        try Broadcast(try #require(PCMFormat(format))) { news in
            switch news {
            case .began(let stream, let head): self.heads.withLock { $0[stream.format] = head }
            case .piece(let stream, let piece): self.pieces.withLock { $0[stream.format, default: []].append(piece) }
            case .failed(_, let reason): self.failures.withLock { $0.append(reason) }
            }
        }
    }

    func count(_ format: BroadcastFormat) -> Int { pieces.withLock { $0[format]?.count ?? 0 } }

    func byteCount(_ format: BroadcastFormat) -> Int { pieces.withLock { $0[format]?.reduce(0) { $0 + $1.count } ?? 0 } }

    /// The stream as a listener gets it who comes with a piece.
    func stream(_ format: BroadcastFormat, fromPiece first: Int = 0) -> [UInt8] {
        (heads.withLock { $0[format] } ?? []) + pieces.withLock { $0[format]?.dropFirst(first).flatMap(\.self) ?? [] }
    }

    /// Puts sound into a buffer as the player would, in one go.
    static func put(_ audio: PCMAudio, into buffer: CaptureBuffer, segment: UInt64 = 1, at place: Int64 = 0, gain: Float = 1) {
        var cycle = CaptureCycle(now: 0, delay: 0, clock: 0, position: 0, duration: 0, graphRate: 0)
        cycle.place = PlayedPlace(segment: segment, mediaFrame: place)
        cycle.gain = gain
        let planes = audio.planes.map { plane in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: plane.count)
            copy.initialize(from: plane, count: plane.count)
            return copy
        }
        defer { for plane in planes { plane.deallocate() } }
        planes.map { UnsafePointer($0) }.withUnsafeBufferPointer { pointers in
            if let base = pointers.baseAddress { buffer.producer.capture(from: base, frameCount: audio.frameCount, cycle: cycle) }
        }
    }

    /// Decodes what a listener has got.
    static func decode(_ bytes: [UInt8], suffix: String, rate: Int = 44_100, channels: Int = 2) async throws -> PCMAudio {
        let directory = try TemporaryDirectory()
        let path = directory.file("stream.\(suffix)")
        try writeFile(bytes, to: path)
        return try await AudioFiles.decode(path, sampleRate: rate, channelCount: channels)
    }
}

@Suite("An endless stream of what is put in", .serialized)
struct BroadcastTests {
    private func stream(_ format: BroadcastFormat) -> Broadcast.Stream { Broadcast.Stream(format, number: 1) }

    /// Sound of integers of 16 bits between two silences.
    private func song(_ frames: Int = 44_100, rate: Int = 44_100) -> PCMAudio {
        let sound = AudioFixture.unique(frameCount: frames, sampleRate: rate)
        return sound.silence(500).followed(by: sound).followed(by: sound.silence(500))
    }

    @Test("FLAC has every sample, and goes on in silence")
    func exact() async throws {
        let studio = Studio()
        let broadcast = try studio.start()
        broadcast.encode([stream(.flac)])
        let buffer = broadcast.makeBuffer(StreamFormat(sampleRate: .cd, channelLayout: .stereo))
        broadcast.follow(buffer)
        let song = song()
        Studio.put(song, into: buffer)
        try await waitUntil("the song to be encoded") { studio.byteCount(.flac) > 44_100 * 4 }
        let before = studio.count(.flac)
        try await waitUntil("the stream to go on") { studio.count(.flac) > before + 5 }
        let heard = try await Studio.decode(studio.stream(.flac), suffix: "flac")
        let result = SampleComparison(of: heard, with: song)
        #expect(result.isExact && result.matchingFrames == song.soundingRange.count, "\(result)")
    }

    @Test("a listener who comes later hears what follows, in every format", arguments: BroadcastFormat.allCases)
    func later(format: BroadcastFormat) async throws {
        let studio = Studio()
        let broadcast = try studio.start()
        broadcast.encode([stream(format)])
        let buffer = broadcast.makeBuffer(StreamFormat(sampleRate: .cd, channelLayout: .stereo))
        broadcast.follow(buffer)
        try await waitUntil("the stream to begin") { studio.count(format) > 12 }
        let first = studio.count(format)
        Studio.put(AudioFixture.sine(frequency: 1_000, frameCount: 66_150, sampleRate: 44_100), into: buffer)
        try await waitUntil("the sound") { studio.count(format) > first + 6 }
        let heard = try await Studio.decode(studio.stream(format, fromPiece: 8), suffix: format.rawValue)
        #expect(heard.samples.contains { abs($0) > 0.2 })
        #expect(heard.soundingRange.count > 40_000, "\(heard.soundingRange)")
    }

    @Test("what plays in another rate, with other channels and with a gain of its loudness becomes the format of the stream")
    func converted() async throws {
        let studio = Studio()
        let broadcast = try studio.start()
        broadcast.encode([stream(.flac)])
        let layout = try #require(ChannelLayout.standard(channelCount: 1))
        let buffer = broadcast.makeBuffer(StreamFormat(sampleRate: .video, channelLayout: layout))
        broadcast.follow(buffer)
        let sine = AudioFixture.sine(frequency: 1_000, frameCount: 48_000, sampleRate: 48_000, channelCount: 1)
        Studio.put(sine, into: buffer, gain: 0.5)
        let before = studio.count(.flac)
        try await waitUntil("the sound") { studio.count(.flac) > before + 8 }
        let heard = try await Studio.decode(studio.stream(.flac), suffix: "flac")
        let wanted = (sine.samples.max() ?? 0) * 0.5
        let peak = heard.samples.max() ?? 0
        #expect(abs(peak - wanted) < 0.02 || abs(peak - wanted * 0.7071) < 0.02, "\(peak) for \(wanted)")
        #expect(abs(heard.soundingRange.count - 44_100) < 600, "\(heard.soundingRange)")
    }

    @Test("sound that stops or begins in the middle of a wave does not click, and keeps its samples")
    func edges() async throws {
        let studio = Studio()
        let broadcast = try studio.start()
        broadcast.encode([stream(.flac)])
        let buffer = broadcast.makeBuffer(StreamFormat(sampleRate: .cd, channelLayout: .stereo))
        broadcast.follow(buffer)
        // Only behind a silence is there a step up that could be heard.
        try await waitUntil("silence") { studio.count(.flac) > 5 }
        let level = PCMAudio(sampleRate: 44_100, channelCount: 2, samples: Array(repeating: 0.5, count: 44_100))
        Studio.put(level, into: buffer, at: 1_000)
        let before = studio.count(.flac)
        try await waitUntil("the silence behind it") { studio.count(.flac) > before + 8 }
        let heard = try await Studio.decode(studio.stream(.flac), suffix: "flac").planes[0]
        let steepest = zip(heard, heard.dropFirst()).map { abs($1 - $0) }.max() ?? 0
        #expect(steepest < 0.01, "a step of \(steepest)")
        #expect(heard.count { $0 == 0.5 } >= 22_050 && heard.first == 0)
    }

    @Test("a format that is not wanted any more is not encoded, and the others go on")
    func fewer() async throws {
        let studio = Studio()
        let broadcast = try studio.start()
        broadcast.encode([stream(.mp3), stream(.opus)])
        try await waitUntil("both to begin") { studio.count(.mp3) > 2 && studio.count(.opus) > 2 }
        broadcast.encode([stream(.opus)])
        let opus = studio.count(.opus)
        try await waitUntil("Opus to go on") { studio.count(.opus) > opus + 5 }
        let mp3 = studio.count(.mp3)
        try await waitUntil("Opus to go on") { studio.count(.opus) > opus + 10 }
        #expect(studio.count(.mp3) == mp3)
    }
}
