import AudioSession
import AudioTypes
import Glibc
import RealtimeAudio
import TestSupport
import Testing

@testable import PipeWireOutput

/// Sinks whose sound one recorder takes in, all on one time line: what each of them plays in the same cycle is in the same frame.
private final class Room {
    private static let positions = ["FL", "FR", "FC", "LFE", "RL", "RR", "SL", "SR"]

    let system: SoundSystem
    let sinks: [String]
    let player: TestPlayer

    init(_ sinks: [String], quantum: Int = 512, rate: Int = 48_000) throws {
        self.sinks = sinks
        system = SoundSystem(sinks: sinks)
        system.shell("pw-metadata -n settings 0 clock.force-quantum \(quantum); pw-metadata -n settings 0 clock.force-rate 48000")
        let realtime = system.shell("chrt -f 80 echo may") == "may\n" ? "chrt -f 80 " : ""
        let program = try BuiltProgram.path(of: "sink-recorder")
        let positions = Self.positions.prefix(2 * sinks.count).joined(separator: ",")
        system.spawn("record", "\(realtime)\(program) --name cap --priority 1 --rate 48000 --positions \(positions) cap.f32")
        let system = system
        wait("the recorder") { system.shell("pw-link -i").contains("cap:") }
        for (index, sink) in sinks.enumerated() {
            for (channel, name) in ["FL", "FR"].enumerated() {
                system.link("\(sink):monitor_\(name)", to: "cap:playback_\(Self.positions[2 * index + channel])")
            }
        }
        player = try TestPlayer(system)
    }

    /// How many frames are recorded so far.
    private var recordedFrames: Int {
        var status = stat()
        return stat("\(system.directory)/cap.f32", &status) == 0 ? Int(status.st_size) / (8 * sinks.count) : 0
    }

    func waitForFrames(_ count: Int) {
        let goal = recordedFrames + count
        wait("\(count) frames more") { recordedFrames >= goal }
    }

    /// The sinks that our streams were sent to and are linked with.
    var reached: [String] {
        guard let graph = player.graph else { return [] }
        // The links lead on to the recorder.
        return ([graph.stream].compactMap { $0 } + graph.companions).filter { !$0.reaches.isEmpty }.compactMap(\.target)
    }

    /// Sends the sound to `sinks`, and waits until it goes there and nowhere else.
    func choose(_ sinks: [String]) {
        if sinks.count == 1 { player.output.setTarget(uid: sinks[0]) } else { player.output.setTargets(sinks) }
        wait("the sound at \(sinks)") { reached.sorted() == sinks.sorted() }
    }

    /// Begins to play so many frames at `sinks`, at first without sound, until `isReady`.
    func begin(_ sinks: [String], frames: Int, rate: Int = 48_000, isReady: () -> Bool = { true }) -> Renderer {
        let renderer = TestPlayer.renderer(frames: frames, rate: rate)
        renderer.setPlays(false)
        choose(sinks, opening: renderer)
        wait("the first cycles") { renderer.statistics.callbacks > 8 }
        waitForFrames(8_192)
        wait("what has to be ready", until: isReady)
        renderer.setPlays(true)
        wait("the beginning") { player.renderEvents.all.contains { $0.kind == .began } }
        return renderer
    }

    private func choose(_ sinks: [String], opening renderer: Renderer) {
        if sinks.count == 1 { player.output.setTarget(uid: sinks[0]) } else { player.output.setTargets(sinks) }
        player.output.open(renderer)
        player.output.setActive(true)
        wait("the sound at \(sinks)") { reached.sorted() == sinks.sorted() }
    }

    /// Waits for the end of the sound, and returns two channels of each sink.
    func endRecording() -> [[Float]] {
        wait("the end") { player.renderEvents.all.contains { $0.kind == .ended } }
        waitForFrames(16_384)
        system.end("record", SIGINT)
        return samples(of: "\(system.directory)/cap.f32", channels: 2 * sinks.count)
    }

    /// Waits for the end of the sound, and returns what each sink played, by its name.
    func end() -> [String: Played] {
        let channels = endRecording()
        return Dictionary(uniqueKeysWithValues: sinks.enumerated().map { ($1, Played(channels[2 * $0], channels[2 * $0 + 1])) })
    }
}

/// What a sink played of numbered frames, on the time line of all sinks.
private struct Played: CustomStringConvertible {
    /// Frames that follow each other, from silence to silence.
    struct Run {
        let place: Int
        let first: Int
        var end: Int
        /// The difference between places and numbers: equal where two sinks play the same frame at the same time.
        var offset: Int { place - first }
    }

    var runs: [Run] = []
    /// Places at which another frame came than the next one, without silence between them, or the channels differ.
    var faults: [(place: Int, wanted: Int, got: Int)] = []

    /// Looks through two channels, the second of which is the negative of the first.
    init(_ left: [Float], _ right: [Float]) {
        var isSilent = true
        for place in left.indices {
            let number = Int((left[place] * 0x1p24).rounded()) - 1
            let wasSilent = isSilent
            isSilent = left[place] == 0 && right[place] == 0
            if isSilent { continue }
            if left[place] != -right[place] || left[place] != TestPlayer.sample(number, channel: 0) {
                faults.append((place, runs.last?.end ?? 0, number))
            }
            if !wasSilent, let last = runs.last, last.end == number {
                runs[runs.count - 1].end += 1
                continue
            }
            if !wasSilent { faults.append((place, runs.last?.end ?? 0, number)) }
            runs.append(Run(place: place, first: number, end: number + 1))
        }
    }

    var offset: Int? { runs.first?.offset }
    /// Whether all frames from the first to the last are there, one after the other.
    var isContinuous: Bool { faults.isEmpty && runs.count == 1 }
    /// Whether every frame that came, also behind a silence, came at the same time as the others.
    var isInStep: Bool { faults.isEmpty && Set(runs.map(\.offset)).count == 1 }
    var end: Int { runs.last?.end ?? 0 }
    /// How many frames before the last one were not played.
    var lost: Int { end - runs.reduce(0) { $0 + $1.end - $1.first } }
    var description: String {
        let parts = runs.prefix(6).map { "\($0.first)..<\($0.end) at \($0.place)" }.joined(separator: ", ")
        return "\(parts); \(faults.count) faults \(faults.prefix(4))"
    }
}

extension SoundSystemTests {
    @Test("several sinks get every frame, each at the same time", arguments: [2, 4], [64, 1_024])
    func sharedSinks(count: Int, quantum: Int) throws {
        let sinks = Array(["a", "b", "c", "d"].prefix(count))
        let room = try Room(sinks, quantum: quantum)
        _ = room.begin(sinks, frames: 96_001)
        let played = room.end()
        for sink in sinks {
            let one = try #require(played[sink])
            #expect(one.isContinuous && one.runs[0].first == 0 && one.end == 96_001, "\(sink): \(one)")
            #expect(one.offset == played["a"]?.offset, "\(played)")
        }
    }

    @Test("sinks join and leave, the first one too, and those that stay lose no frame and stay in step")
    func sharedJoins() throws {
        let room = try Room(["a", "b", "c"])
        _ = room.begin(["a"], frames: 480_001)
        for sinks in [["a", "b"], ["a", "b", "c"], ["b", "c"], ["c", "b"], ["c"], ["c", "a"]] {
            room.choose(sinks)
            room.waitForFrames(24_000)
        }
        #expect(!room.player.renderEvents.all.contains { $0.kind == .ended }, "all changes were while it played")
        let played = room.end()
        let (a, b, c) = (try #require(played["a"]), try #require(played["b"]), try #require(played["c"]))
        #expect(b.isContinuous && c.isContinuous, "\(played)")
        #expect(c.end == 480_001)
        // It left, and came back.
        #expect(a.isInStep && a.runs.count == 2 && a.runs[0].first == 0 && a.end == 480_001, "\(a)")
        #expect(a.offset == b.offset && b.offset == c.offset, "\(played)")
    }

    @Test("a sink that is lost is left out, and the others lose no more than the cycle of its end, and stay in step")
    func sharedLoss() throws {
        let room = try Room(["a", "b"])
        room.system.addSink("headphones")
        #expect(wait("the headphones") { room.player.graph?.sink("headphones") != nil })
        _ = room.begin(["headphones", "a", "b"], frames: 480_001)
        room.player.output.order { $0.isGuarded = true }
        room.waitForFrames(24_000)
        room.system.end("headphones", SIGKILL)
        #expect(wait("the loss") { room.player.graph?.sink("headphones") == nil })
        // As the session does.
        room.choose(["a", "b"])
        room.waitForFrames(24_000)
        let played = room.end()
        for (sink, one) in played {
            // The server may leave a sink out of the cycle in which the process of another one dies.
            #expect(one.isInStep && one.end == 480_001 && one.lost <= 512, "\(sink): \(one)")
        }
        #expect(played["a"]?.offset == played["b"]?.offset, "\(played)")
    }

    @Test("a sink plays later by exactly the delay that was chosen for it, also with another rate", arguments: [48_000, 44_100])
    func sharedDelay(rate: Int) throws {
        let room = try Room(["a", "b"])
        room.player.output.order { $0.delays = ["b": 0.25, "a": 0] }
        _ = room.begin(["a", "b"], frames: 5 * rate, rate: rate)
        let latencies = room.player.output.latencies
        #expect(latencies["b"]?.delay == 0.25 && latencies["a"]?.delay == 0)
        if rate == 48_000 {
            let played = room.end()
            let (a, b) = (try #require(played["a"]), try #require(played["b"]))
            #expect(a.isContinuous && b.isContinuous, "\(played)")
            #expect((b.offset ?? 0) - (a.offset ?? 0) == 12_000, "\(played)")
        } else {
            // Each stream has a resampler of its own, whose phase begins when it does: a part of a frame may be between them, which
            // shows where the sound breaks off.
            let channels = room.endRecording()
            let (a, b) = (channels[0], channels[2])
            let last = try #require(a.lastIndex { $0 != 0 }) - 512
            let wrong = (24_000..<last).filter { abs(b[$0 + 12_000] - a[$0]) * 0x1p24 >= 3 }
            #expect(a[last] * 0x1p24 > 200_000)
            #expect(wrong.isEmpty, "\(wrong.count) frames differ, from \(wrong.first ?? 0) to \(wrong.last ?? 0)")
        }
    }

    @Test("all sinks wait for one whose device is late, but for one that has a delay of its own")
    func sharedLatency() throws {
        let room = try Room(["a", "b"])
        let program = try BuiltProgram.path(of: "sink-recorder")
        room.system.spawn(
            "television", "\(program) --name television --priority 2 --rate 48000 --positions FL,FR --sleeps --latency 150 tv.f32"
        )
        #expect(wait("the television") { room.player.graph?.sink("television") != nil })
        let output = room.player.output
        output.order { $0.delays = ["b": 0] }
        // The television tells its latency before its first cycle, and others wait from then on.
        _ = room.begin(["a", "b", "television"], frames: 240_001) {
            let latencies = output.latencies
            return (latencies["a"]?.delay ?? 0) >= 0.15 && latencies["television"] != nil
        }
        let latencies = output.latencies
        let played = room.end()
        room.system.end("television", SIGINT)
        let (a, b) = (try #require(played["a"]), try #require(played["b"]))
        #expect(a.isContinuous && b.isContinuous && a.end == 240_001 && b.end == 240_001, "\(played)")
        let (one, late) = (try #require(latencies["a"]), try #require(latencies["television"]))
        // What it tells, and what the graph needs on the way to a device with another clock.
        #expect(abs(late.own - one.own - one.delay) < 0.001 && late.own - one.own < 0.2 && late.delay == 0, "\(latencies)")
        #expect(abs(Double((a.offset ?? 0) - (b.offset ?? 0)) - one.delay * 48_000) < 1, "\(played), \(latencies)")
    }

    @Test("all sinks follow the latency of one that changes by less than a cycle while they play, up and down, and lose nothing")
    func sharedLatencyChange() throws {
        let room = try Room(["a", "b"], quantum: 1_024)
        let program = try BuiltProgram.path(of: "sink-recorder")
        let sink = "--name television --priority 2 --rate 48000 --positions FL,FR --sleeps --drift=100"
        room.system.spawn("television", "\(program) \(sink) --latency 50 --next-latency 70 tv.f32")
        #expect(wait("the television") { room.player.graph?.sink("television") != nil })
        let output = room.player.output
        let delay = { (sink: String) in output.latencies[sink]?.delay ?? 0 }
        // It follows nobody, so it shows where the others are.
        output.order { $0.delays = ["b": 0] }
        _ = room.begin(["a", "b", "television"], frames: 480_001) {
            guard delay("a") >= 0.05 else { return false }
            // A sink that starts may tell another latency at first.
            room.waitForFrames(48_000)
            return true
        }
        room.waitForFrames(24_000)
        let first = delay("a")
        room.system.signal("television", SIGUSR2)
        #expect(wait("the others to wait") { abs(delay("a") - first - 0.02) < 0.001 }, "\(output.latencies)")
        room.waitForFrames(72_000)
        let second = delay("a")
        room.system.signal("television", SIGUSR2)
        #expect(wait("the television to wait") { abs(delay("television") - 0.02) < 0.001 }, "\(output.latencies)")
        room.waitForFrames(24_000)
        #expect(delay("a") == second)
        #expect(!room.player.renderEvents.all.contains { $0.kind == .ended }, "both changes were while it played")
        let channels = room.endRecording()
        room.system.end("television", SIGINT)
        #expect(Played(channels[2], channels[3]).isContinuous)
        // By how many frames one is behind the other.
        let behind = zip(channels[0], channels[2]).compactMap { a, b -> Int? in
            a == 0 || b == 0 ? nil : Int(((b - a) * 0x1p24).rounded())
        }
        let (before, after) = (try #require(behind.first), try #require(behind.last))
        #expect(abs(Double(before) - first * 48_000) <= 1 && abs(Double(after) - second * 48_000) <= 1, "\(first), \(second)")
        #expect(abs(after - before - 960) <= 48, "\(before), \(after)")
        let place = try #require(behind.lastIndex(of: before))
        #expect(behind[...place].allSatisfy { $0 == before })
        let rest = behind[(place + 1)...].drop { $0 != after }
        #expect(rest.allSatisfy { $0 == after })
        #expect(behind.count - place - 1 - rest.count <= 480, "a crossfade of 10 ms, and no more")
    }

    @Test(
        "a sink whose device has another clock gets every frame, resampled, and the others get theirs as they are",
        arguments: [200.0, -200])
    func sharedClocks(drift: Double) throws {
        let room = try Room(["a"])
        let program = try BuiltProgram.path(of: "sink-recorder")
        room.system.spawn(
            "card", "\(program) --name card --priority 2 --rate 48000 --positions FL,FR --sleeps --drift=\(drift) card.f32")
        #expect(wait("the card") { room.player.graph?.sink("card") != nil })
        _ = room.begin(["a", "card"], frames: 480_001)
        let played = room.end()
        room.system.end("card", SIGINT)
        #expect(played["a"]?.isContinuous == true && played["a"]?.end == 480_001, "\(played)")
        let card = samples(of: "\(room.system.directory)/card.f32", channels: 2)
        let rate = Int((48_000 * (1 + drift / 1_000_000)).rounded())
        let comparisons = card.enumerated().map {
            Comparison(resampled: $1, channel: $0, from: 48_000, to: rate, expected: 480_001)
        }
        #expect(!comparisons.isEmpty && comparisons.allSatisfy(\.isExact), "\(comparisons)")
        // Over ten seconds, a card that is faster by 200 millionths plays 96 frames more.
        let frames = card[0].lastIndex { $0 != 0 }.flatMap { last in card[0].firstIndex { $0 != 0 }.map { last - $0 + 1 } } ?? 0
        #expect(abs(Double(frames) - 480_001 * (1 + drift / 1_000_000)) < 80, "\(frames)")
    }

    @Test("the volume of a mixer at one stream is the volume of all, and each sink has its own beside")
    func sharedVolume() throws {
        let room = try Room(["a", "b"])
        room.player.output.setVolume(0.5)
        _ = room.begin(["a", "b"], frames: 480_000)
        let streams = room.system.nodeIDs("fermata")
        #expect(streams.count == 2)
        room.system.shell("wpctl set-volume \(streams[1]) 0.3")
        #expect(
            wait("the mixer's volume") {
                streams.allSatisfy { room.system.shell("wpctl get-volume \($0)").contains("0.30") }
            })
        #expect(
            room.player.events.all.contains {
                if case .volumeChanged(let level, _) = $0 { abs(level - 0.3) < 1e-3 } else { false }
            })
        room.player.output.setVolume(0.25, isMuted: true, ofOutput: "b")
        #expect(wait("the volume") { room.player.graph?.sink("b")?.isMuted == true })
        #expect(abs((room.player.graph?.sink("b")?.level ?? 0) - 0.25) < 1e-3)
        #expect(room.player.graph?.sink("a")?.isMuted == false)
    }
}

extension SoundSystem {
    /// The server's ids of all nodes of that name.
    fileprivate func nodeIDs(_ name: String) -> [String] {
        var id = ""
        var found: [String] = []
        for line in shell("pw-cli ls Node").split(separator: "\n") {
            let words = line.split { " ,\t".contains($0) }
            if words.first == "id" { id = String(words[1]) }
            if line.contains("node.name = \"\(name)\"") { found.append(id) }
        }
        return found
    }
}
