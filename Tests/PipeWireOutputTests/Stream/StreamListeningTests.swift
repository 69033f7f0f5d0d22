import AudioTypes
import Filters
import Glibc
import RealtimeAudio
import Testing

@testable import PipeWireOutput

/// What else than bands the sound of an output goes through, as it is heard.
extension SoundSystemTests {
    @Test("an impulse response is heard as the direct sum of its taps, from the first frame")
    func heardImpulse() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let taps = (0..<700).map { Float(pow(0.99, Double($0)) * ($0 % 3 == 0 ? 0.05 : -0.03)) }
        let path = system.impulse("room", [taps])
        let player = try TestPlayer(system)
        player.output.order { $0.filters = OutputFilters(["cap": .parts { $0.impulse = path }]) }
        let frames = 48_000
        var generator = SeededGenerator(seed: 5)
        let samples = (0..<frames).map { _ in Float.random(in: -0.5...0.5, using: &generator) }
        var report: OutputFilterReport?
        try player.play(TestPlayer.renderer(of: samples)) { report = player.output.filterReports["cap"] }
        #expect(report?.problem == nil && report?.parts == ["impulse"], "\(String(describing: report))")
        let heard = Array(system.recorded()[0].drop { $0 == 0 })
        // The level is lowered by what the taps raise a sine at most.
        let scale = try #require(heard.first) / (taps[0] * samples[0])
        #expect(scale <= 1)
        var largest = 0.0
        for frame in stride(from: 0, to: frames - 2_000, by: 31) {
            let sum = (0...min(frame, taps.count - 1)).reduce(0.0) { $0 + Double(taps[$1]) * Double(samples[frame - $1]) }
            largest = max(largest, abs(Double(heard[frame]) - sum * Double(scale)))
        }
        #expect(largest < 1e-6, "\(largest)")
    }

    @Test("a curve is heard as its points say")
    func heardCurve() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        let text = "GraphicEQ: 20 0; 200 0; 1000 -9; 5000 3; 20000 3"
        player.output.order { $0.filters = OutputFilters(["cap": .text(text)]) }
        let points = [(200.0, 0.0), (1_000, -9), (5_000, 3), (12_000, 3)]
        let samples = (0..<144_000).map { frame in
            Float(points.reduce(0.0) { $0 + 0.1 * sin(2 * .pi * $1.0 * Double(frame) / 48_000) })
        }
        try player.play(TestPlayer.renderer(of: samples))
        let heard = system.recorded()[0].drop { $0 == 0 }.dropFirst(24_000).prefix(96_000)
        for (frequency, gain) in points {
            let found = 20 * log10(Self.amplitude(of: heard, at: frequency) / 0.1)
            #expect(abs(found - gain) < 0.2, "\(frequency) Hz: \(found) dB instead of \(gain) dB")
        }
    }

    @Test("behind a limiter no sample is above its ceiling, and what it looks ahead counts as the latency of the output")
    func heardLimiter() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        let samples = (0..<240_000).map { Float(1.5 * sin(2 * .pi * 997 * Double($0) / 48_000)) }
        var latencies: [Double] = []
        var report: OutputFilterReport?
        try player.play(TestPlayer.renderer(of: samples)) {
            system.waitForFrames(24_000)
            latencies.append(player.output.timing().latency)
            player.output.order { $0.filters = OutputFilters(["cap": .parts { $0.limiter = -3 }]) }
            #expect(wait("the limiter") { player.output.filterReports["cap"]?.latency ?? 0 > 0 })
            system.waitForFrames(96_000)
            report = player.output.filterReports["cap"]
            latencies.append(player.output.timing().latency)
        }
        #expect(abs((report?.latency ?? 0) - 0.005) < 1e-9 && report?.parts == ["limiter"])
        #expect(abs(latencies[1] - latencies[0] - 0.005) < 1e-6, "\(latencies)")
        let heard = system.recorded()[0]
        let late = heard[(heard.count / 2)...].prefix(48_000)
        let ceiling = Float(pow(10, -3.0 / 20))
        #expect(late.allSatisfy { abs($0) <= ceiling } && late.contains { abs($0) > ceiling - 0.02 })
        #expect(heard.contains { abs($0) > 1.4 })
    }

    @Test("mono, swapped sides, balance and crossfeed are heard")
    func heardAids() throws {
        let frames = 48_000
        let left = (0..<frames).map { Float(0.4 * sin(2 * .pi * 200 * Double($0) / 48_000)) }
        func heard(_ change: (inout SoundParts) -> Void) throws -> [[Float]] {
            let system = SoundSystem(sinks: [])
            try system.record()
            let player = try TestPlayer(system)
            player.output.order { $0.filters = OutputFilters(["cap": .parts(change)]) }
            try player.play(TestPlayer.renderer(of: left, right: [Float](repeating: 0, count: frames)))
            return system.recorded()
        }
        func level(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }
        let mono = try heard { $0.isMono = true }
        #expect(mono[0] == mono[1] && abs(level(mono[0]) - 0.2) < 1e-3)
        let swapped = try heard { $0.isSwapped = true }
        #expect(level(swapped[0]) == 0 && abs(level(swapped[1]) - 0.4) < 1e-3)
        let right = try heard { $0.balance = 6 }
        #expect(abs(level(right[0]) - 0.4 * Float(pow(10, -6.0 / 20))) < 1e-3)
        // The output is named by its uid, so the crossfeed counts though it is no headphone.
        let crossed = try heard { $0.crossfeed = .init() }
        #expect(level(crossed[1]) > 0.1 && level(crossed[1]) < level(crossed[0]))
    }

    @Test("a crossfeed that a pattern gives is heard at headphones only")
    func crossfeedOfPattern() throws {
        let system = SoundSystem(sinks: ["speaker"])
        let player = try TestPlayer(system)
        player.output.order { $0.filters = OutputFilters(["*": .parts { $0.crossfeed = .init() }]) }
        let renderer = try TestPlayer.renderer(of: Array(repeating: 0.5, count: 4_000_000))
        player.output.open(renderer)
        #expect(wait("the speaker") { player.target == "speaker" })
        player.output.setActive(true)
        #expect(wait("sound") { renderer.cycles(after: 2) })
        #expect(player.output.filterReports["speaker"]?.parts == [])
        system.addSink("headphones")
        #expect(wait("the headphones") { player.output.filterReports["headphones"]?.parts == ["crossfeed"] })
    }

    @Test("parts that change nothing leave every sample as it is")
    func neutralParts() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        player.output.order {
            $0.filters = OutputFilters([
                "*": .parts {
                    $0.matrix = [[1, 0], [0, 1]]; $0.delays = [0, 0]
                }
            ])
        }
        player.play(TestPlayer.renderer(frames: 96_000))
        expectExact(system.recorded(), frames: 96_000)
    }

    @Test("an impulse response that is not there, or is broken, is told, and the sound plays without it")
    func brokenImpulse() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let broken = "\(system.directory)/broken.wav"
        write(Array("RIFF and no more".utf8), to: broken)
        let player = try TestPlayer(system)
        let samples = [Float](repeating: 0.5, count: 480_000)
        try player.play(TestPlayer.renderer(of: samples)) {
            for path in [broken, "\(system.directory)/gone-%r.wav"] {
                player.output.order {
                    $0.filters = OutputFilters([
                        "cap": .parts {
                            $0.impulse = path; $0.isSwapped = true
                        }
                    ])
                }
                let name = path == broken ? broken : "\(system.directory)/gone-48000.wav"
                #expect(wait("the problem") { player.output.filterReports["cap"]?.problem?.contains(name) ?? false })
                #expect(player.output.filterReports["cap"]?.parts == ["swap"])
            }
        }
        #expect(system.recorded()[0].contains(0.5))
    }

    @Test("an impulse response that is changed under a sine adds nothing that is heard above 5 kHz")
    func changedImpulse() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        func room(_ shade: Double) -> [Float] { (0..<9_000).map { Float(pow(shade, Double($0)) * 0.003) } }
        let (one, two) = (system.impulse("one", [room(0.999)]), system.impulse("two", [room(0.9995)]))
        let player = try TestPlayer(system)
        player.output.order { $0.filters = OutputFilters(["default": .parts { $0.impulse = one }]) }
        let frames = 480_000
        let samples = (0..<frames).map { Float(0.5 * sin(2 * .pi * 997 * Double($0) / 48_000)) }
        try player.play(TestPlayer.renderer(of: samples)) {
            system.waitForFrames(48_000)
            player.output.order { $0.filters = OutputFilters(["default": .parts { $0.impulse = two }]) }
            #expect(wait("the second one") { player.output.filterReports["cap"]?.problem == nil })
            system.waitForFrames(144_000)
        }
        let heard = system.recorded()[0]
        let begin = try #require(heard.firstIndex { $0 != 0 })
        let high = try Self.above5kHz(heard[(begin + 24_000)..<min(heard.count, begin + frames - 4_800)])
        #expect(high < -90, "\(high) dBFS")
        let (before, after) = (heard[(begin + 24_000)..<(begin + 43_200)], heard[(begin + 400_000)..<(begin + 460_000)])
        #expect(abs(Self.amplitude(of: before, at: 997) / Self.amplitude(of: after, at: 997) - 1) > 0.01)
    }

    @Test(
        "where headphones with 65,536 taps are unplugged and plugged in again, no cycle that begins behind that is heard at the speaker with their room"
    )
    func unpluggedImpulse() throws {
        let system = SoundSystem()
        let taps = (0..<65_536).map { Float(pow(0.9999, Double($0)) * ($0 % 2 == 0 ? 0.01 : -0.009)) }
        let path = system.impulse("long", [taps, taps])
        let player = try TestPlayer(system)
        player.output.order {
            $0.filters = OutputFilters([
                "headphones": .parts {
                    $0.impulse = path; $0.limiter = -1
                }, "speaker": .text("Preamp: -12 dB"),
            ])
        }
        let renderer = try TestPlayer.renderer(of: Array(repeating: 0.5, count: 8_000_000))
        system.recordMonitor(of: "speaker", moves: false)
        player.output.open(renderer)
        #expect(wait("the speaker") { player.target == "speaker" })
        player.output.setActive(true)
        let times = 12
        for round in 0..<times {
            system.addSink("headphones")
            #expect(wait("the headphones") { player.target == "headphones" }, "round \(round)")
            #expect(wait("sound at the headphones") { renderer.cycles(after: 2) })
            #expect(wait("the room") { player.output.filterReports["headphones"]?.parts == ["impulse", "limiter"] })
            system.end("headphones", SIGKILL)
            #expect(wait("the speaker") { player.target == "speaker" }, "round \(round)")
            #expect(wait("sound at the speaker") { renderer.cycles(after: 4) })
        }
        #expect(system.recordsMore())
        let own = Float(0.5 * pow(10, -12.0 / 20))
        for channel in samples(of: "\(system.directory)/monitor.wav", channels: 2) {
            let rest = channel.dropFirst(256)
            #expect(rest.count { $0 == own } > times * 100)
            // The convolution is so slow without optimisation that a sink often dies while a cycle for it is being made. The server hands that
            // one cycle, which nobody has taken, to the next sink; no longer run of theirs is heard.
            var (run, longest) = (0, 0)
            for sample in rest {
                run = sample == own || sample == 0 ? 0 : run + 1
                longest = max(longest, run)
            }
            #expect(longest <= 2_048, "\(longest)")
        }
    }
}

extension OutputFilters.Choice {
    /// A choice of parts without an equaliser.
    static func parts(_ change: (inout SoundParts) -> Void) -> Self {
        var parts = SoundParts()
        change(&parts)
        return Self(parts: parts)
    }
}

extension SoundSystem {
    /// Writes an impulse response of floats at 48 kHz, and returns its path.
    func impulse(_ name: String, _ channels: [[Float]]) -> String {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let frames = channels[0].indices.flatMap { frame in channels.flatMap { number(Int($0[frame].bitPattern), 4) } }
        let frameSize = 4 * channels.count
        let format = number(3, 2) + number(channels.count, 2) + number(48_000, 4) + number(48_000 * frameSize, 4)
        let chunk = Array("fmt ".utf8) + number(16, 4) + format + number(frameSize, 2) + number(32, 2)
        let data = Array("data".utf8) + number(frames.count, 4) + frames
        let path = "\(directory)/\(name).wav"
        write(Array("RIFF".utf8) + number(4 + chunk.count + data.count, 4) + Array("WAVE".utf8) + chunk + data, to: path)
        return path
    }
}

/// Writes a file.
private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else {
        Issue.record("\(path) cannot be written")
        return
    }
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}
