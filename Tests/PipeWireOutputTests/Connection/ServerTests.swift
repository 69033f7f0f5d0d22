import AudioSession
import AudioTypes
import Glibc
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("a server that comes late is found, and the stream made then")
    func lateServer() throws {
        let system = SoundSystem(running: false)
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 48_000))
        wait("the loss") { player.events.all.contains { if case .serverLost = $0 { true } else { false } } }
        wait("the state") { player.events.all.contains(.streamChanged(.waiting)) }
        #expect(player.events.all.count == 2, "\(player.events.all)")
        system.start()
        wait("the connection") { player.events.all.contains { if case .serverConnected = $0 { true } else { false } } }
        #expect(wait("the link") { player.events.all.contains(.streamChanged(.paused)) })
        #expect(wait("the sink") { player.target == "speaker" })
    }

    @Test("a server that takes the connection and does not answer counts as away, and is found once it answers")
    func silentServer() throws {
        let system = SoundSystem()
        system.signal("pipewire", SIGSTOP)
        let player = try TestPlayer(system)
        #expect(wait("the loss") { player.events.all.contains { if case .serverLost = $0 { true } else { false } } })
        system.signal("pipewire", SIGCONT)
        #expect(wait("the connection") { player.events.all.contains { if case .serverConnected = $0 { true } else { false } } })
    }

    @Test("a server that dies while somebody waits for it is released at once, before the wait ends")
    func serverDiesDuringWait() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        #expect(wait("the graph") { !player.graphs.all.isEmpty })
        let watch = CoreWatch()
        player.output.withLock { parts in
            watch.core = parts.connection.core
            parts.connection.add(watch)
        }
        system.signal("pipewire", SIGSTOP)
        let steps: EventLog<String> = EventLog()
        startOwnThread {
            player.output.withLock { parts in
                steps.append("begun")
                parts.connection.waitForServer()
            }
            steps.append("ended")
        }
        #expect(wait("the wait") { !steps.all.isEmpty })
        // This gets the lock only once the other thread has given it up to wait.
        player.output.withLock { _ in }
        system.kill()
        #expect(wait("the loss") { player.output.withLock { _ in watch.wasReleased != nil } == true })
        #expect(player.output.withLock { _ in watch.wasReleased } == true)
        #expect(wait("the end of the wait") { steps.all == ["begun", "ended"] })
    }

    @Test("the stream comes back inactive after the server was killed, ten times")
    func killedServer() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.setVolume(0.6)
        player.output.setTitle("A title")
        player.output.open(TestPlayer.renderer(frames: 480_000))
        for round in 1...10 {
            #expect(wait("the link") { player.events.all.contains(.streamChanged(.paused)) }, "round \(round)")
            player.output.setActive(true)
            #expect(wait("streaming") { player.events.all.contains(.streamChanged(.streaming)) }, "round \(round)")
            let id = system.streamID()
            wait("the volume") { system.shell("wpctl get-volume \(id)").contains("0.60") }
            #expect(system.shell("wpctl get-volume \(id)") == "Volume: 0.60\n", "round \(round)")
            #expect(system.shell("pw-cli info \(id)").contains("media.title = \"A title\""))
            player.events.clear()
            system.kill()
            #expect(wait("the loss") { player.events.all.contains { if case .serverLost = $0 { true } else { false } } })
            system.start()
        }
        #expect(player.volumes.isEmpty)
    }

    @Test("without a sink the stream waits, and plays when one comes")
    func noSink() throws {
        let system = SoundSystem(sinks: [])
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 48_000))
        wait("the graph") { player.graphs.all.last?.sinks.isEmpty == true }
        wait("the state") { player.events.all.contains(.streamChanged(.waiting)) }
        player.output.setActive(true)
        // By the time that another program was answered the server has begun what it begins at once.
        #expect(system.shell("pw-cli info 0").contains("version"))
        #expect(!player.renderEvents.all.contains { $0.kind == .began })
        system.addSink("late")
        #expect(wait("the link") { player.target == "late" }, "\(player.events.all)")
        #expect(wait("the end") { player.renderEvents.all.contains { $0.kind == .ended } }, "\(player.events.all)")
        let device = OutputDevice(uid: "late", name: "late", type: .headphones, channelCount: 2, channelNames: ["FL", "FR"])
        // The session manager chooses the default one in its own time.
        #expect(
            wait("the graph") { player.graphs.all.contains { $0.sinks.map(\.output) == [device] && $0.defaultSink == "late" } })
        system.end("late")
        // Others may come after it: only the stream's own state is meant.
        let newestIsWaiting = {
            let states = player.events.all.filter { if case .streamChanged = $0 { true } else { false } }
            return states.last == .streamChanged(.waiting)
        }
        #expect(wait("the loss of the sink") { newestIsWaiting() }, "\(player.events.all)")
    }

    @Test("the stream follows the default sink, and a chosen one while it plays")
    func targets() throws {
        let system = SoundSystem(sinks: ["speaker", "other"])
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        wait("the link") { player.events.all.contains(.streamChanged(.paused)) }
        player.output.setActive(true)
        #expect(wait("the first sink") { player.target != nil })
        let first = player.target
        let second = first == "speaker" ? "other" : "speaker"
        player.output.setTarget(uid: second)
        #expect(wait("the chosen sink") { player.target == second }, "\(player.events.all)")
        player.output.setTarget(uid: nil)
        #expect(wait("the default sink") { player.target == first }, "\(player.events.all)")
        system.addSink("headphones")
        #expect(wait("the new default") { player.target == "headphones" }, "\(player.events.all)")
        system.end("headphones")
        #expect(wait("the old default") { player.target == first }, "\(player.events.all)")
        #expect(
            wait("streaming") {
                player.events.all.last { if case .streamChanged = $0 { true } else { false } } == .streamChanged(.streaming)
            })
    }

    @Test("an inactive stream is not called, and costs no wake-up")
    func inactive() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let renderer = TestPlayer.renderer(frames: 480_000)
        player.output.open(renderer)
        wait("the link") { player.events.all.contains(.streamChanged(.paused)) }
        player.output.setActive(true)
        wait("streaming") { player.events.all.contains(.streamChanged(.streaming)) }
        player.output.setActive(false)
        #expect(wait("the pause") { player.events.all.last == .streamChanged(.paused) })
        let calls = renderer.statistics.callbacks
        // The graph is looked at once more some seconds after it changed. A timer would come again and again.
        #expect(wait("two seconds without a wake-up") { TestPlayer.wakeUps(within: 2_000_000) == 0 })
        #expect(renderer.statistics.callbacks == calls)
    }
}

/// Looks whether a server's core is released when the loss of the server is told.
private final class CoreWatch: ConnectionUser {
    weak var core: Core?
    private(set) var wasReleased: Bool?

    func serverLost(_ message: String) { wasReleased = core == nil }
}

extension TestPlayer {
    /// The sink that the stream reaches now.
    var target: String? { graphs.all.last?.stream?.reaches.first }

    /// How often PipeWire's threads of this process wake in that many microseconds.
    static func wakeUps(within microseconds: UInt32) -> Int {
        let before = wakeUps()
        usleep(microseconds)
        return wakeUps() - before
    }

    /// How often PipeWire's threads of this process went to sleep by themselves so far.
    private static func wakeUps() -> Int {
        var sum = 0
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let task = DirectoryEntry.text(of: entry)
            guard let file = fopen("/proc/self/task/\(task)/status", "r") else { continue }
            defer { fclose(file) }
            var text = [CChar](repeating: 0, count: 4_096)
            let count = fread(&text, 1, text.count, file)
            let bytes = text[..<count].map { UInt8(truncatingIfNeeded: $0) }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            guard let name = lines.first, ["fermata-pw", "fermata-data", "data-loop"].contains(where: name.contains) else {
                continue
            }
            for line in lines where line.hasPrefix("voluntary_ctxt_switches") {
                sum += Int(line.split(separator: "\t").last ?? "") ?? 0
            }
        }
        return sum
    }
}

extension SoundSystem {
    /// Adds a sink that becomes the default, until ``end(_:_:)`` is called with its name.
    func addSink(_ name: String) {
        spawn(
            name,
            "pw-cli -m create-node adapter '{ factory.name=support.null-audio-sink node.name=\(name) node.description=\(name) media.class=Audio/Sink priority.session=3000 audio.position=[FL FR] device.form-factor=headphone }'"
        )
    }
}
