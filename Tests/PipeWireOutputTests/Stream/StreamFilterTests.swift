import AudioTypes
import Filters
import Glibc
import RealtimeAudio
import SystemSupport
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test(
        "what changes nothing leaves every sample as it is: no equaliser, off, and a neutral text",
        arguments: [nil, "off", "Preamp: 0 dB"])
    func neutralFilters(text: String?) throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        if let text { player.output.order { $0.filters = OutputFilters(["*": text == "off" ? .off : .text(text)]) } }
        player.play(TestPlayer.renderer(frames: 96_000))
        expectExact(system.recorded(), frames: 96_000)
    }

    @Test("the response of a preset is heard as it is computed, from the first frame, over a join of two tracks")
    func filterResponse() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        player.output.order { $0.filters = OutputFilters(["cap": .text(Self.preset, isAutomatic: true)]) }
        let tones = [47.0, 105, 440, 1_350, 4_100, 12_000]
        let frames = 144_000
        let samples = (0..<frames).map { frame in
            Float(tones.reduce(0.0) { $0 + 0.1 * sin(2 * .pi * $1 * Double(frame) / 48_000) })
        }
        try player.play(TestPlayer.renderer(of: samples, segments: 2)) {
            wait("the end of the second track") { player.renderEvents.all.count { $0.kind == .ended } == 2 }
        }
        let heard = system.recorded()[0].drop { $0 == 0 }
        let chosen = try EqualizerReader(Array(Self.preset.utf8)).equalizer
        let cascade = try #require(
            FilterChain(preamp: .automatic, equalizer: chosen)?.cascades(for: .stereo, at: .video).first)
        for tone in tones {
            let wanted = cascade.response(at: tone, rate: .video).decibels
            let found = 20 * log10(Self.amplitude(of: heard.dropFirst(24_000).prefix(96_000), at: tone) / 0.1)
            #expect(abs(found - wanted) < 0.05, "\(tone) Hz: \(found) dB instead of \(wanted) dB")
        }
        // Bit by bit, whatever the graph's cycles are, and over the join.
        var expected = samples
        let chain = CascadeChain([cascade])
        expected.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress {
                chain.process(channel: 0, from: UnsafePointer(start), to: start, count: buffer.count)
            }
        }
        let count = frames - 1_000
        let differing = zip(heard, expected.drop { $0 == 0 }).prefix(count).enumerated().filter { $1.0 != $1.1 }
        #expect(heard.count > count && differing.isEmpty, "\(differing.count): \(differing.prefix(4))")
    }

    @Test("filters go on over a join, a pause and a jump to another place as if all that is heard were one sound")
    func filterState() throws {
        let samples = (0..<48_000).map { Float(0.5 * sin(2 * .pi * 220 * Double($0) / 48_000)) }
        let equalizer = OutputEqualizer(text: Self.preset)
        let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)
        let cascades = try ReadFilters.of(.equalizer(equalizer), for: format).cascades
        let stage = FilterStage(format)
        stage.publish(cascades, isSudden: true)
        let plain = try Self.render(TestPlayer.renderer(of: samples, segments: 2), nil)
        let filtered = try Self.render(TestPlayer.renderer(of: samples, segments: 2), stage.consumer)
        let chain = CascadeChain(cascades)
        var expected = plain
        expected.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress {
                chain.process(channel: 0, from: UnsafePointer(start), to: start, count: buffer.count)
            }
        }
        // What rings after the end comes to rest below that.
        #expect(zip(filtered, expected).allSatisfy { $0 == $1 || $0 == 0 && abs($1) < 1e-11 })
        #expect(plain.contains(0) && filtered != plain)
    }

    /// Plays with a pause over a join, and then the rest behind the second track as a jump would, in cycles of 480 frames.
    private static func render(_ renderer: Renderer, _ filters: FilterConsumer?) -> [Float] {
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
        for channel in 0..<2 {
            planes[channel] = .allocate(capacity: 480)
            planes[channel].initialize(repeating: 0, count: 480)
        }
        defer {
            for channel in 0..<2 { planes[channel].deallocate() }
            planes.deallocate()
        }
        var heard: [Float] = []
        for cycle in 0..<110 {
            if cycle == 45 { renderer.setPlays(false) }
            if cycle == 48 { renderer.setPlays(true) }
            if cycle == 60 { renderer.cancelSegments(after: 1, through: 2) }
            renderer.consumer.render(into: planes, frameCount: 480, time: CycleTime(now: Int64(cycle) * 10_000_000, delay: 0))
            filters?.process(planes, frameCount: 480)
            heard += UnsafeBufferPointer(start: planes[0], count: 480)
            while renderer.nextEvent() != nil {}
        }
        return heard
    }

    @Test("a preset that is changed under a sine is heard at once, and adds nothing that is heard above 5 kHz")
    func changedFilters() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        player.output.order { $0.filters = OutputFilters(["default": .text("Preamp: -6 dB")]) }
        let frames = 480_000
        let samples = (0..<frames).map { Float(0.5 * sin(2 * .pi * 997 * Double($0) / 48_000)) }
        var before = 0
        var after = 0
        try player.play(TestPlayer.renderer(of: samples)) {
            system.waitForFrames(48_000)
            before = system.recordedFrames
            player.output.order { $0.filters = OutputFilters(["default": .text(Self.preset)]) }
            after = system.recordedFrames
            system.waitForFrames(48_000)
        }
        let heard = system.recorded()[0]
        let begin = try #require(heard.firstIndex { $0 != 0 })
        let high = try Self.above5kHz(heard[(begin + 4_800)..<min(heard.count, begin + frames - 4_800)])
        #expect(high < -90, "\(high) dBFS")
        // The sine has another level from some frame on, and has it within 50 ms.
        let old = Self.amplitude(of: heard[(before - 24_000)..<before], at: 997)
        let first = heard.indices.dropFirst(before - 9_600).first { place in
            abs(Self.amplitude(of: heard[place..<min(heard.count, place + 960)], at: 997) / old - 1) > 0.005
        }
        let start = try #require(first)
        // A buffer of 8,192 frames at most is on its way, and the recorder writes what it has in parts.
        #expect(start < after + 2 * 8_192 + 2_400, "changed at \(start), asked for between \(before) and \(after)")
        let settled = Self.amplitude(of: heard[(start + 4_800)..<(start + 28_800)], at: 997)
        let soon = Self.amplitude(of: heard[(start + 2_400)..<(start + 4_800)], at: 997)
        #expect(abs(soon / settled - 1) < 0.01, "\(soon) instead of \(settled)")
        #expect(abs(settled / old - 1) > 0.05)
    }

    /// How often a route is changed: dozens of times, or as often as the environment says.
    private static let routeChanges = getenv("FERMATA_ROUTE_CHANGES").flatMap { Int(String(cString: $0)) } ?? 24

    @Test("where headphones are unplugged and plugged in again, no frame is heard with the equaliser of another output")
    func unpluggedFilters() throws {
        let most = 100
        for start in stride(from: 0, to: Self.routeChanges, by: most) {
            try unplug(min(most, Self.routeChanges - start))
        }
    }

    private func unplug(_ times: Int) throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.order {
            $0.filters = OutputFilters(["headphones": .text("Preamp: -6 dB"), "speaker": .text("Preamp: -12 dB")])
        }
        let renderer = try TestPlayer.renderer(of: Array(repeating: 0.5, count: 8_000_000))
        system.recordMonitor(of: "speaker", moves: false)
        player.output.open(renderer)
        #expect(wait("the speaker") { player.target == "speaker" })
        player.output.setActive(true)
        for round in 0..<times {
            system.addSink("headphones")
            #expect(wait("the headphones") { player.target == "headphones" }, "round \(round)")
            #expect(wait("sound at the headphones") { renderer.cycles(after: 2) })
            #expect(player.output.filterReports["headphones"]?.rule == "headphones")
            system.end("headphones", SIGKILL)
            #expect(wait("the speaker") { player.target == "speaker" }, "round \(round)")
            #expect(wait("sound at the speaker") { renderer.cycles(after: 4) })
        }
        #expect(system.recordsMore())
        let own = Float(0.5 * pow(10, -12.0 / 20))
        for channel in samples(of: "\(system.directory)/monitor.wav", channels: 2) {
            // The header is shorter, and nothing is heard at once.
            let levels = Self.levels(in: channel.dropFirst(256))
            #expect(levels[own, default: 0] > times * 100, "\(levels)")
            #expect(levels.filter { $0.key != own && $0.key != 0 }.isEmpty, "\(levels)")
        }
    }

    /// How many samples there are of each level.
    private static func levels(in samples: ArraySlice<Float>) -> [Float: Int] {
        var levels: [Float: Int] = [:]
        var (level, count) = (Float(0), 0)
        for sample in samples {
            if sample != level {
                levels[level, default: 0] += count
                (level, count) = (sample, 0)
            }
            count += 1
        }
        levels[level, default: 0] += count
        return levels
    }
}

extension OutputFilters.Choice {
    /// An equaliser from its text, without another level.
    static func text(_ text: String, isAutomatic: Bool = false) -> Self {
        .equalizer(OutputEqualizer(text: text), hasAutomaticLevel: isAutomatic)
    }
}

extension SoundSystemTests {
    static let preset = """
        Preamp: -6.2 dB
        Filter 1: ON LSC Fc 105 Hz Gain 5.5 dB Q 0.70
        Filter 2: ON PK Fc 1350 Hz Gain -1.7 dB Q 1.92
        Filter 3: ON PK Fc 4100 Hz Gain 4.2 dB Q 3
        Filter 4: ON HSC Fc 10000 Hz Gain -3.5 dB Q 0.70
        """

    /// The amplitude of a sine in samples at 48 kHz, through a window that keeps others out.
    static func amplitude(of samples: ArraySlice<Float>, at frequency: Double) -> Double {
        var (real, imaginary, sum) = (0.0, 0.0, 0.0)
        for (place, sample) in samples.enumerated() {
            let turn = 2 * Double.pi * Double(place) / Double(samples.count)
            let window = 0.355768 - 0.487396 * cos(turn) + 0.144232 * cos(2 * turn) - 0.012604 * cos(3 * turn)
            let angle = 2 * Double.pi * frequency * Double(place) / 48_000
            real += window * Double(sample) * cos(angle)
            imaginary += window * Double(sample) * sin(angle)
            sum += window
        }
        return 2 * hypot(real, imaginary) / sum
    }

    /// The largest sample of what is above 5 kHz, in decibels of full scale.
    static func above5kHz(_ samples: ArraySlice<Float>) throws -> Double {
        let steep = try (0..<8).map { place in
            let quality = 0.5 / cos(Double.pi * (Double(place) + 0.5) / 16)
            return try #require(Band(.highPass, frequency: 5_000, gain: 0, width: .quality(quality)))
        }
        var high = samples.map(Double.init)
        let chain = CascadeChain([Cascade(steep, at: .video)])
        high.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { chain.process(channel: 0, start, count: buffer.count) }
        }
        // The beginning of the part is a jump for the filter.
        return 20 * log10(high.dropFirst(4_800).map(abs).max() ?? 0)
    }
}

extension TestPlayer {
    /// A renderer that holds `samples` in both channels, or other ones on the right, at 48 kHz, as so many tracks that follow each other without a
    /// gap, and plays.
    static func renderer(of samples: [Float], right: [Float]? = nil, segments: Int = 1) throws -> Renderer {
        let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)
        let renderer = try Renderer(
            format: format, bufferSeconds: Double(samples.count) / 48_000 + 0.1, fadeSeconds: 0,
            workerDescriptor: EventDescriptor())
        let length = samples.count / segments
        for segment in 0..<segments {
            let (begin, end) = (UInt64(segment * length), UInt64((segment + 1) * length))
            let number = UInt64(segment + 1)
            for marker in [
                SegmentMarker(ringFrame: begin, segment: number, mediaFrame: 0, generation: 0, kind: .begin, rampsIn: false),
                SegmentMarker(
                    ringFrame: end, segment: number, mediaFrame: Int64(length), generation: 0, kind: .end, rampsIn: false),
            ] { _ = renderer.producer.push(marker) }
        }
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
        defer { planes.deallocate() }
        _ = renderer.producer.writeRegion(after: 0, into: planes)
        for (channel, samples) in [samples, right ?? samples].enumerated() {
            for (frame, sample) in samples.enumerated() { planes[channel][frame] = sample }
        }
        renderer.producer.commit(samples.count)
        renderer.setPlays(true)
        return renderer
    }
}
