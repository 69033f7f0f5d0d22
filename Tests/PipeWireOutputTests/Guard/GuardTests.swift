import AudioSession
import AudioTypes
import CPipeWire
import Glibc
import RealtimeAudio
import Synchronization
import TestSupport
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("when guarded headphones go, not one frame reaches the speaker until the owner says so")
    func guardedHeadphones() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let renderer = try player.playOnHeadphones(system)
        system.recordMonitor(of: "speaker")
        player.output.order { $0.isGuarded = true }
        #expect(wait("the guard") { player.isGuarding })

        system.end("headphones", SIGKILL)
        #expect(wait("the sign") { player.events.all.contains(.soundCut) })
        #expect(wait("the speaker") { player.graph?.stream?.reaches == ["speaker"] })
        #expect(wait("cycles on the speaker") { renderer.cycles(after: 10) })
        #expect(system.recordsMore())
        #expect(system.heardSamples == 0)
        #expect(player.events.all.filter { $0 == .soundCut }.count == 1)

        player.output.setCut(false)
        #expect(wait("the sound") { system.heardSamples > 0 })
    }

    @Test("a stream made anew stays silent until the owner says so")
    func inheritedCut() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        _ = try player.playOnHeadphones(system)
        player.output.order { $0.isGuarded = true }
        #expect(wait("the guard") { player.isGuarding })
        system.recordMonitor(of: "speaker")
        system.end("headphones", SIGKILL)
        #expect(wait("the sign") { player.events.all.contains(.soundCut) })
        player.events.clear()
        let second = TestPlayer.renderer(frames: 480_000, rate: 44_100)
        player.output.open(second)
        #expect(wait("the link") { player.events.all.contains(.streamChanged(.paused)) })
        player.output.setActive(true)
        #expect(wait("cycles on the speaker") { second.cycles(after: 10) })
        #expect(system.heardSamples == 0)
        player.output.setCut(false)
        #expect(wait("the sound") { system.heardSamples > 0 })
    }

    @Test("the callback alone keeps the sound from another driver")
    func callbackNet() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let renderer = try player.playOnHeadphones(system)
        system.recordMonitor(of: "speaker")
        // The loop's thread does not watch.
        player.output.withLock { $0.stream.callback?.guardDriver() }
        #expect(wait("a cycle") { renderer.cycles(after: 2) })
        system.shell("wpctl set-default \(system.nodeID("speaker"))")
        #expect(wait("the speaker") { player.graph?.stream?.reaches == ["speaker"] })
        #expect(wait("cycles on the speaker") { renderer.cycles(after: 10) })
        #expect(system.recordsMore())
        #expect(system.heardSamples == 0)
        player.output.withLock { $0.stream.callback?.unguardDriver() }
        player.output.setCut(false)
        #expect(wait("the sound") { system.heardSamples > 0 })
    }

    @Test("another driver while the links stay costs no word and no more than a moment of sound")
    func otherDriver() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let renderer = try player.playOnHeadphones(system)
        player.output.order { $0.isGuarded = true }
        #expect(wait("the guard") { player.isGuarding })
        let driver = player.driver
        // Brings both sinks into one group, which only one of them can drive.
        system.link("speaker:monitor_FL", to: "headphones:playback_FL")
        #expect(wait("the other driver") { player.driver != driver })
        #expect(wait("a cycle") { renderer.cycles(after: 10) })
        #expect(wait("the sound") { !renderer.isCut })
        #expect(player.isGuarding)
        #expect(!player.events.all.contains(.soundCut))

        // Both hang on the speaker's driver now: only the loop's thread can see the end.
        system.recordMonitor(of: "speaker")
        system.end("headphones", SIGKILL)
        #expect(wait("the sign") { player.events.all.contains(.soundCut) })
        #expect(wait("the speaker") { player.graph?.stream?.reaches == ["speaker"] })
        #expect(system.recordsMore())
        #expect(system.heardSamples == 0)
    }

    @Test("another default chosen by the user is a sign too; the owner lets it go on, on the new sink")
    func deliberateSwitch() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        _ = try player.playOnHeadphones(system)
        player.output.order { $0.isGuarded = true }
        #expect(wait("the guard") { player.isGuarding })
        system.recordMonitor(of: "speaker")
        system.shell("wpctl set-default \(system.nodeID("speaker"))")
        #expect(wait("the sign") { player.events.all.contains(.soundCut) })
        #expect(wait("the speaker") { player.graph?.stream?.reaches == ["speaker"] })
        #expect(wait("the choice") { player.graph?.configuredDefault == "speaker" })
        #expect(system.recordsMore())
        #expect(system.heardSamples == 0)
        player.output.order { $0.isGuarded = false }
        player.output.setCut(false)
        #expect(wait("the sound") { system.heardSamples > 0 })
    }

    @Test("unguarded, the sound follows the default sink as ever")
    func unguarded() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        _ = try player.playOnHeadphones(system)
        system.recordMonitor(of: "speaker")
        system.end("headphones", SIGKILL)
        #expect(wait("the sound") { system.heardSamples > 0 })
        #expect(!player.events.all.contains(.soundCut))
    }
}

extension TestPlayer {
    /// Adds headphones and plays to them, for ten seconds.
    func playOnHeadphones(_ system: SoundSystem) throws -> Renderer {
        system.addSink("headphones")
        let renderer = Self.renderer(frames: 480_000)
        output.open(renderer)
        #expect(wait("the headphones") { graph?.stream?.reaches == ["headphones"] })
        output.setActive(true)
        #expect(wait("the beginning") { renderEvents.all.contains { $0.kind == .began } })
        return renderer
    }

    /// The server's number of the node that drives the stream.
    var driver: UInt32? {
        output.withLock { $0.stream.callback?.cycle.pointee.position?.pointee.clock.id } ?? nil
    }

    /// Whether the guard watches a sink.
    var isGuarding: Bool {
        output.withLock { $0.stream.guarding.isWatching } ?? false
    }
}

extension Renderer {
    /// Waits for that many cycles more.
    func cycles(after count: UInt64) -> Bool {
        let counter = { self.statistics.callbacks }
        let start = counter()
        return wait("\(count) cycles", seconds: 5) { counter() >= start + count }
    }
}

extension SoundSystem {
    /// Records what a sink's monitor gives, and waits until it does.
    /// - Parameter moves: whether the recorder may go on to another sink that becomes the default.
    func recordMonitor(of sink: String, moves: Bool = true) {
        let stays = moves ? "" : "node.dont-reconnect=true"
        spawn(
            "monitor",
            "pw-record --target \(sink) -P '{ stream.capture.sink=true node.name=listener \(stays) }' --rate 48000 --channels 2 --format f32 monitor.wav"
        )
        wait("the recorder") { recordedBytes > 8_192 }
    }

    /// Waits until a third of a second more is recorded; whether it was.
    func recordsMore() -> Bool {
        let start = recordedBytes
        return wait("the recorder to go on") { recordedBytes >= start + 16_000 * 2 * MemoryLayout<Float>.stride }
    }

    private var recordedBytes: Int {
        var status = stat()
        return stat("\(directory)/monitor.wav", &status) == 0 ? Int(status.st_size) : 0
    }

    /// How many samples of the recorded monitor are not silent, so far.
    var heardSamples: Int {
        guard let file = fopen("\(directory)/monitor.wav", "r") else { return 0 }
        defer { fclose(file) }
        // The header is shorter, and nothing is heard at once.
        fseek(file, 1_024, SEEK_SET)
        var heard = 0
        var chunk = [UInt32](repeating: 0, count: 1 << 14)
        while true {
            let count = fread(&chunk, MemoryLayout<UInt32>.size, chunk.count, file)
            if count == 0 { return heard }
            heard += chunk[..<count].count { $0 << 1 != 0 }
        }
    }
}
