import AudioSession
import AudioTypes
import Glibc
import TestSupport
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("the graph is told complete, with the sink that the stream reaches, and follows the user's choice of another")
    func snapshots() throws {
        let system = SoundSystem(sinks: ["speaker", "other"])
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.graph?.stream?.reaches.count == 1 })
        let first = try #require(player.graph)
        #expect(first.hasSessionManager)
        #expect(first.sinks.map(\.uid) == ["speaker", "other"])
        #expect(first.sinks.allSatisfy { $0.type == .virtual && $0.isAvailable && !$0.isDummy && $0.channelCount == 2 })
        #expect(first.sinks.allSatisfy { $0.level == 1 })
        #expect(first.defaultSink == first.stream?.reaches.first)
        #expect(first.stream?.target == nil)
        #expect(player.graphs.all.allSatisfy { !$0.sinks.isEmpty }, "nothing is told before everything is known")

        let second = first.defaultSink == "speaker" ? "other" : "speaker"
        let id = system.nodeID(second)
        system.shell("wpctl set-default \(id)")
        #expect(wait("the switch") { player.graph?.stream?.reaches == [second] }, "\(String(describing: player.graph))")
        // Newer servers keep no volume for a virtual sink that never played.
        player.output.setActive(true)
        #expect(wait("streaming") { player.events.all.contains(.streamChanged(.streaming)) })
        system.shell("wpctl set-volume \(id) 0.5")
        #expect(wait("the default") { player.graph?.configuredDefault == second && player.graph?.defaultSink == second })
        #expect(wait("the volume") { abs((player.graph?.sink(second)?.level ?? 0) - 0.5) < 1e-3 })

        player.output.setTarget(uid: first.defaultSink)
        #expect(wait("the target") { player.graph?.stream?.target == first.defaultSink })
        #expect(wait("the move") { player.graph?.stream?.reaches == [first.defaultSink ?? ""] })
        player.output.setTarget(uid: nil)
        #expect(wait("no target") { player.graph?.stream == GraphStream(serial: first.stream?.serial ?? 0, reaches: [second]) })
    }

    @Test("a restart of the session manager is no loss of the server, and the graph comes back")
    func sessionManagerRestart() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.graph?.stream?.reaches == ["speaker"] })
        let before = try #require(player.graph)
        system.end("wireplumber", SIGKILL)
        #expect(wait("the loss") { player.graph?.hasSessionManager == false })
        #expect(player.graph?.defaultSink == nil)
        #expect(player.graph?.sinks == before.sinks)
        system.spawn("wireplumber", "wireplumber")
        #expect(wait("the return") { player.graph?.defaultSink == "speaker" })
        #expect(wait("the link") { player.graph?.stream?.reaches == ["speaker"] })
        #expect(player.graph?.hasSessionManager == true)
        #expect(!player.events.all.contains { if case .serverLost = $0 { true } else { false } })
    }

    @Test("after the loss of the server the graph is told anew, when it is known")
    func serverRestart() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.graph?.stream?.reaches == ["speaker"] })
        system.kill()
        #expect(wait("the loss") { player.events.all.contains { if case .serverLost = $0 { true } else { false } } })
        player.graphs.clear()
        system.start()
        #expect(wait("the link") { player.graph?.stream?.reaches == ["speaker"] })
        #expect(player.graphs.all.allSatisfy { $0.sinks.map(\.uid) == ["speaker"] })
    }

    @Test("a call is seen while it runs, and gone when it ends")
    func otherStreams() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        #expect(wait("the graph") { player.graph?.defaultSink == "speaker" })
        system.playOther("call", role: "Communication")
        #expect(wait("the call") { player.graph?.others.contains { $0.role == "Communication" && $0.isRunning } == true })
        #expect(player.graph?.others.first?.name == "pw-play")
        system.end("call")
        #expect(wait("its end") { player.graph?.others.isEmpty == true })
    }

    @Test("the stream is followed through a filter to the sink behind it")
    func filter() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.graph?.stream?.reaches == ["speaker"] })
        system.spawn(
            "filter",
            "pw-loopback --capture-props '{ media.class=Audio/Sink node.name=effect priority.session=4000 }' --playback-props '{ node.target=speaker node.name=effect-out }'"
        )
        #expect(wait("the filter") { player.graph?.defaultSink == "effect" })
        #expect(wait("the links") { system.shell("pw-link -l").contains("effect:playback_FL") })
        #expect(wait("the sink behind") { player.graph?.stream?.reaches == ["speaker"] })
        #expect(player.graph?.others == [])
        #expect(player.graph?.sinks.map(\.uid).contains("effect") == true)
    }

    @Test("the stream is followed through the monitor of a virtual sink to the sink behind it")
    func monitoredSink() throws {
        let system = SoundSystem(sinks: ["speaker", "effects"])
        let player = try TestPlayer(system)
        player.output.setTarget(uid: "effects")
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.graph?.stream?.reaches == ["effects"] })
        system.link("effects:monitor_FL", to: "speaker:playback_FL")
        #expect(wait("the sink behind") { player.graph?.stream?.reaches == ["speaker"] }, "\(String(describing: player.graph))")
        system.shell("pw-link -d effects:monitor_FL speaker:playback_FL")
        #expect(wait("the virtual sink") { player.graph?.stream?.reaches == ["effects"] })
    }

    @Test("links that are moved by hand to a recorder are told as such")
    func movedToRecorder() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.graph?.stream?.reaches == ["speaker"] })
        system.spawn("recorder", "pw-record -P '{ node.name=recorder node.autoconnect=false }' out.wav")
        #expect(wait("the recorder") { system.shell("pw-link -i").contains("recorder:input_FL") })
        for channel in ["FL", "FR"] {
            system.link("fermata:output_\(channel)", to: "recorder:input_\(channel)")
            system.shell("pw-link -d fermata:output_\(channel) speaker:playback_\(channel)")
        }
        #expect(
            wait("the move") { player.graph?.stream.map { $0.reaches.isEmpty && $0.feedsOthers } == true },
            "\(String(describing: player.graph))\n\(system.shell("pw-link -l"))")
    }

    @Test("without any sink there is the session manager's dummy, known as one")
    func dummy() throws {
        let system = SoundSystem(sinks: [], running: false)
        // Debian ships the script, but does not have it loaded. The second is how releases from 0.5 on are told.
        system.shell(
            """
            mkdir -p cfg/wireplumber/main.lua.d cfg/wireplumber/wireplumber.conf.d
            echo 'load_script("fallback-sink.lua")' > cfg/wireplumber/main.lua.d/99.lua
            cat > cfg/wireplumber/wireplumber.conf.d/99.conf <<'END'
            wireplumber.components = [ { name = fallback-sink.lua, type = script/lua, provides = test.fallback } ]
            wireplumber.profiles = { main = { test.fallback = required } }
            END
            """)
        system.start()
        let player = try TestPlayer(system)
        #expect(wait("the dummy") { player.graph?.sinks.first?.isDummy == true })
        #expect(player.graph?.sinks.map(\.uid) == ["auto_null"])
    }
}

extension TestPlayer {
    /// The graph as it was told last.
    var graph: GraphSnapshot? { graphs.all.last }
}

extension SoundSystem {
    /// The server's number for the newest node of that name.
    func nodeID(_ name: String) -> String {
        var id = ""
        var found = ""
        for line in shell("pw-cli ls Node").split(separator: "\n") {
            let words = line.split { " ,\t".contains($0) }
            if words.first == "id" { id = String(words[1]) }
            if line.contains("node.name = \"\(name)\"") { found = id }
        }
        return found
    }

    /// Has another program play a minute of a steady tone; ended by ``end(_:_:)``.
    func playOther(_ name: String, role: String, volume: Double = 1) {
        if access("\(directory)/tone.wav", F_OK) != 0 {
            var bytes = WAVEHeader.stereo48k(frames: 60 * 48_000)
            bytes += [UInt8](repeating: 0x10, count: 60 * 48_000 * 4)
            if let file = fopen("\(directory)/tone.wav", "w") {
                fwrite(bytes, 1, bytes.count, file)
                fclose(file)
            }
        }
        spawn(
            name,
            "pw-play --volume \(volume) --media-role \(role) -P '{ node.name=\(name) }' tone.wav")
    }
}

/// The first 44 bytes of a file of 16-bit samples.
private enum WAVEHeader {
    static func stereo48k(frames: Int) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        let size = frames * 4
        return Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
            + little(2, 2) + little(48_000, 4) + little(192_000, 4) + little(4, 2) + little(16, 2) + Array("data".utf8)
            + little(size, 4)
    }
}
