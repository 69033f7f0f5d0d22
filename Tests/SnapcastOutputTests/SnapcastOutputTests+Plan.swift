import AudioTypes
import Filters
import Logging
import RealtimeAudio
import SystemSupport
import TestSupport
import Testing

@testable import SnapcastOutput

/// What of a listening plan takes long to make, or holds sound.
extension SnapcastOutputTests {
    private static let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)

    func feedFilters() -> FeedFilters { FeedFilters(Self.format, library: FeedLibrary(), logger: Logger(label: "test")) }

    private func plan(_ text: String? = nil, _ change: (inout SoundParts) -> Void = { _ in }) -> OutputFilters {
        var choice = OutputFilters.Choice(equalizer: text.map { OutputEqualizer(text: $0) })
        change(&choice.parts)
        return OutputFilters([FeedConfiguration.uid: choice])
    }

    /// Writes an impulse response of one channel, and returns its path.
    private func impulse(_ taps: [Float], in directory: TemporaryDirectory) throws -> String {
        let path = directory.file("impulse.wav")
        try writeFile(WaveFile.encode(PCMAudio(sampleRate: 48_000, channelCount: 1, samples: taps), as: .float), to: path)
        return path
    }

    private func numbers(_ samples: [Float]) -> [Int16] {
        samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded(.toNearestOrEven)))) }
    }

    /// What the feed makes of the next frames of a renderer.
    private func take(
        _ renderer: Renderer, _ count: Int, from sound: inout FeedSound, at time: CycleTime = CycleTime(now: 0, delay: 0)
    ) -> [Int16] {
        sound.take(renderer, count, at: time, gain: 1)
        return left(Array(unsafe sound.bytes(of: count, from: 0)))
    }

    @Test("an impulse response of one tap gives the same samples later, from the first frame on")
    func impulseIsHeard() async throws {
        let directory = try TemporaryDirectory()
        let path = try impulse([Float](repeating: 0, count: 700) + [1], in: directory)
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.setFilters(plan { $0.impulse = path })
        // What a convolution rounds must not decide between two numbers.
        let played = sound(20_000).map { ($0 * 32_768).rounded() / 32_768 }
        output.open(try renderer(played))
        try await waitUntil("the filters") { output.filterReport?.problem == nil }
        output.setActive(true)
        let connection = try server.accept()
        let heard = left(connection.read(20_700 * 4))
        #expect(heard == numbers([Float](repeating: 0, count: 700) + played))
        let report = try #require(output.filterReport)
        #expect(report.parts == ["impulse"] && report.problem == nil && report.rule == "snapcast")
        output.shutDown()
    }

    @Test("a curve with bands and a limiter is bit by bit what they make of the sound")
    func curveIsHeard() async throws {
        let text = "GraphicEQ: 20 -6; 1000 0; 20000 -12\nFilter 1: ON PK Fc 50 Hz Gain 3 dB Q 1\n"
        let choices = plan(text) { $0.limiter = -1 }
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.setFilters(choices)
        let played = sound(20_000)
        output.open(try renderer(played))
        try await waitUntil("the filters") { output.filterReport?.problem == nil }
        output.setActive(true)
        let connection = try server.accept()
        let heard = left(connection.read(20_000 * 4))
        let read = try ReadFilters.of(try #require(choices.choices[FeedConfiguration.uid]), for: Self.format)
        let processor = ListeningProcessor(try #require(read.kernel))
        var (wanted, other) = (played, played)
        // In the pieces of the feed.
        wanted.withUnsafeMutableBufferPointer { first in
            other.withUnsafeMutableBufferPointer { second in
                for start in stride(from: 0, to: played.count, by: 4_800) {
                    let planes = [first, second].compactMap { $0.baseAddress.map { $0 + start } }
                    processor.process(planes, channelCount: 2, count: min(4_800, played.count - start))
                }
            }
        }
        #expect(heard == numbers(wanted))
        #expect(output.filterReport?.parts == ["equalizer", "limiter"] && output.filterReport?.bands == 1)
        #expect(output.filterReport?.latency == 240.0 / 48_000)
        #expect(abs(output.timing().latency - 1.305) < 1e-9)
        output.shutDown()
    }

    @Test("sound waits for its filters half a second at most, stands meanwhile, and answers a pause")
    func waiting() throws {
        let directory = try TemporaryDirectory()
        // This takes longer than the test.
        let path = try impulse((0..<262_144).map { Float($0 % 7) / 1_000_000 }, in: directory)
        let filters = feedFilters()
        filters.set(plan("Filter 1: ON PK Fc 1000 Hz Gain -20 dB Q 1\n") { $0.impulse = path })
        #expect(filters.report.problem == "The filters are being computed.")
        let start: Int64 = 5_000_000_000
        #expect(!filters.isReady(at: start) && !filters.isReady(at: start + 499_000_000))
        var sound = FeedSound(try #require(PCMFormat("48000:16:2")), capacity: 4_800, filters: filters)
        let renderer = try renderer(self.sound(9_600))
        sound.stand(renderer, 4_800, at: CycleTime(now: 0, delay: 0))
        #expect(left(Array(unsafe sound.bytes(of: 4_800, from: 0))).allSatisfy { $0 == 0 })
        #expect(renderer.fillCount == 9_600)
        renderer.setPlays(false)
        sound.stand(renderer, 4_800, at: CycleTime(now: 0, delay: 0))
        #expect(renderer.nextEvent()?.kind == .paused)
        renderer.setPlays(true)
        #expect(filters.isReady(at: start + 500_000_000))
        let heard = take(renderer, 4_800, from: &sound)
        // The band is there, and the room is not.
        let text = "Filter 1: ON PK Fc 1000 Hz Gain -20 dB Q 1\n"
        let read = try ReadFilters.of(.equalizer(OutputEqualizer(text: text)), for: Self.format)
        var wanted = self.sound(9_600)
        wanted.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            CascadeChain(read.cascades).process(channel: 0, from: start, to: start, count: buffer.count)
        }
        #expect(heard == numbers(Array(wanted.prefix(4_800))))
    }

    @Test("a file that is missing is told, all else is heard, and the file is looked for again with the next sound")
    func missingFile() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("impulse.wav")
        let output = try output(port: 1)
        output.setFilters(plan("Filter 1: ON PK Fc 50 Hz Gain 3 dB Q 1\n") { $0.impulse = path })
        output.open(try renderer([0.5]))
        try await waitUntil("the failure") { output.filterReport?.problem?.contains("cannot be read") == true }
        #expect(output.filterReport?.bands == 1 && output.filterReport?.parts == ["equalizer"])
        #expect(try impulse([0.5], in: directory) == path)
        output.open(try renderer([0.5]))
        try await waitUntil("the file") { output.filterReport?.problem == nil }
        #expect(output.filterReport?.parts == ["equalizer", "impulse"])
        output.close()
        #expect(output.filterReport == nil)
        output.shutDown()
    }

    @Test("what filters hold is in the time at which a frame is heard")
    func latency() async throws {
        let filters = feedFilters()
        filters.set(plan { $0.limiter = -1 })
        var sound = FeedSound(try #require(PCMFormat("48000:16:2")), capacity: 4_800, filters: filters)
        let renderer = try renderer(self.sound(9_600))
        _ = take(renderer, 4_800, from: &sound, at: CycleTime(now: 7, delay: 1_000_000_000))
        #expect(renderer.clock()?.delay == 1_005_000_000)
    }

    @Test("at a pause, what delays hold is heard before the silence, and the next sound begins without it")
    func restWithDelays() throws {
        let filters = feedFilters()
        filters.set(plan { $0.delays = [50, 0] })
        var sound = FeedSound(try #require(PCMFormat("48000:16:2")), capacity: 4_800, filters: filters)
        let played = self.sound(4_800)
        let renderer = try renderer(played + played)
        var heard = take(renderer, 4_800, from: &sound)
        var rests: [Bool] = []
        for _ in 0..<3 {
            rests.append(sound.makeRest(4_800, behind: renderer, gain: 1))
            heard += left(Array(unsafe sound.bytes(of: 4_800, from: 0)))
        }
        #expect(rests == [true, false, false])
        let silence = [Float](repeating: 0, count: 2_400)
        #expect(heard == numbers(silence + played + silence + silence + silence + silence + silence))
        // What follows begins without a memory, also where something was left in the delay.
        let again = take(renderer, 4_800, from: &sound)
        #expect(again == numbers(silence + played.prefix(2_400)))
        let other = try self.renderer([0.5])
        rests = [sound.makeRest(4_800, behind: other, gain: 1)]
        #expect(left(Array(unsafe sound.bytes(of: 4_800, from: 0))).allSatisfy { $0 == 0 })
        rests.append(sound.makeRest(4_800, behind: renderer, gain: 1))
        #expect(rests == [false, false])
    }

    @Test("a room is heard behind a pause for a second at most, at the volume, and all of it reaches the server")
    func restWithRoom() async throws {
        let directory = try TemporaryDirectory()
        let path = try impulse([1] + [Float](repeating: 0, count: 24_000) + [0.5], in: directory)
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.setFilters(
            OutputFilters(["*": OutputFilters.Choice(parts: parts { $0.impulse = path }, hasAutomaticLevel: false)]))
        output.setVolume(0.5)
        let renderer = try renderer([Float](repeating: 0.5, count: 60_000))
        output.open(renderer)
        try await waitUntil("the filters") { output.filterReport?.problem == nil }
        output.setActive(true)
        let connection = try server.accept()
        let heard = connection.read(30_000 * 4)
        output.setActive(false)
        let all = left(heard + connection.read())
        let last = try #require(all.lastIndex { $0 != 0 })
        let direct = try #require(all.lastIndex { $0 > 1_500 })
        #expect(last - direct == 24_001 && all[last] == 1_024 && all.count - last > 24_000, "\(last) \(direct) \(all.count)")
        output.shutDown()
    }

    private func parts(_ change: (inout SoundParts) -> Void) -> SoundParts {
        var parts = SoundParts()
        change(&parts)
        return parts
    }

    @Test("nothing that went into filters before a cut is heard during it or behind it")
    func cut() throws {
        let filters = feedFilters()
        filters.set(plan { $0.delays = [50, 50] })
        var sound = FeedSound(try #require(PCMFormat("48000:16:2")), capacity: 4_800, filters: filters)
        let renderer = try renderer([Float](repeating: 0.5, count: 4_800 * 3))
        let before = take(renderer, 4_800, from: &sound)
        #expect(before.contains(16_384))
        renderer.setCut(true)
        let during = take(renderer, 4_800, from: &sound)
        #expect(during.allSatisfy { $0 == 0 })
        renderer.setCut(false)
        let behind = take(renderer, 4_800, from: &sound)
        #expect(behind.prefix(2_400).allSatisfy { $0 == 0 } && behind.last == 16_384)
    }

    @Test("an impulse response that is chosen while the rooms play fades in once it is made")
    func fadesIn() async throws {
        let directory = try TemporaryDirectory()
        let path = try impulse([0.5], in: directory)
        let filters = feedFilters()
        var sound = FeedSound(try #require(PCMFormat("48000:16:2")), capacity: 4_800, filters: filters)
        let renderer = try renderer([Float](repeating: 0.5, count: 48_000))
        let before = take(renderer, 4_800, from: &sound)
        #expect(before.allSatisfy { $0 == 16_384 })
        filters.set(plan { $0.impulse = path })
        #expect(filters.isReady(at: 0))
        try await waitUntil("the filters") { filters.report.problem == nil }
        var heard: [Int16] = []
        for _ in 0..<8 { heard += take(renderer, 4_800, from: &sound) }
        #expect(heard.first == 16_384 && heard.last == 8_192)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) < 64 })
        // Who pauses before it is made begins with it.
        filters.set(plan { $0.delays = [1, 1] })
        let isHeard = sound.makeRest(4_800, behind: nil, gain: 1)
        let behind = take(renderer, 4_800, from: &sound)
        #expect(!isHeard && behind.prefix(48).allSatisfy { $0 == 0 } && behind.last == 16_384)
    }
}
