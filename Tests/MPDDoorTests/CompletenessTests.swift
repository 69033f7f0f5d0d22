import TestSupport
import Testing

@Suite("what MPD can do beyond playing", .serialized)
struct CompletenessTests {
    @Test("a song of a higher priority comes next in random mode, and loses its priority when it plays")
    func priorities() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await stage.fill(5)
        try await client.ask("random 1")
        try await client.ask("play 0")
        #expect(try await client.ask("prio 9 3") == ["OK"])
        #expect(try await client.value("nextsong") == "3")
        #expect(try await client.value("Prio", of: "playlistinfo 3") == "9")
        #expect(try await client.ask("prioid 10 3") == ["OK"])
        #expect(try await client.value("nextsong") == "2")
        #expect(try await stage.control.call("queue.list").line.contains(#""priority":10"#))
        try await client.ask("next")
        #expect(try await client.value("song") == "2")
        #expect(try await client.value("Prio", of: "playlistinfo 2") == nil)
        try await stage.control.call("queue.setPriority", #"{"ids":[5],"priority":200}"#)
        #expect(try await client.value("nextsong") == "4")
        for (command, refusal) in [
            ("prio 256 1", "[2@0] {prio} Number too large: 256"), ("prio 5 9", "[2@0] {prio} Bad song index"),
            ("prio 5 a", "[2@0] {prio} Integer or range expected: a"), ("prioid 5 99", "[50@0] {prioid} No such song"),
            ("prio 10", "[2@0] {prio} too few arguments for \"prio\""),
        ] {
            #expect(try await client.ask(command) == ["ACK " + refusal])
        }
    }

    @Test("a song plays a part of its file, shows it, and both doors can set it")
    func ranges() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await stage.fill(2)
        try await client.ask("play 0")
        #expect(
            try await client.ask("rangeid 1 1:3") == [
                "ACK [4@0] {rangeid} the current item cannot become a part of itself: stop it first"
            ])
        #expect(try await client.ask("rangeid 2 1.5:3") == ["OK"])
        let song = try await client.ask("playlistid 2")
        #expect(song.contains("Range: 1.500-3.000") && song.contains("duration: 1.500"), "\(song)")
        #expect(song.first?.hasSuffix("song 1.wav") == true)
        try await client.ask("play 1")
        #expect(try await client.value("duration") == "1.500")
        try await client.ask("stop")
        try await stage.control.call("queue.setRange", #"{"id":2,"start":29}"#)
        #expect(try await client.value("Range", of: "playlistid 2") == "29.000-")
        #expect(try await client.ask("rangeid 2 :") == ["OK"])
        #expect(try await client.value("Range", of: "playlistid 2") == nil)
        for (command, refusal) in [
            ("rangeid 2 5:1", "[2@0] {rangeid} Bad range"), ("rangeid 2 5", "[2@0] {rangeid} Bad range"),
            ("rangeid 2 -1:2", "[2@0] {rangeid} Bad range"), ("rangeid 9 1:2", "[50@0] {rangeid} No such song"),
        ] {
            #expect(try await client.ask(command) == ["ACK " + refusal])
        }
    }

    @Test("an address of the network gets tags and loses them, a file does not")
    func tags() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await client.ask("add http://127.0.0.1:1/a")
        try await stage.fill(1)
        #expect(try await client.ask("addtagid 1 Title \"Morning news\"") == ["OK"])
        #expect(try await client.ask("addtagid 1 artist X") == ["OK"])
        #expect(try await client.value("Title", of: "playlistid 1") == "Morning news")
        #expect(try await stage.control.call("queue.list").line.contains(#""title":"Morning news","artist":"X""#))
        #expect(try await client.ask("cleartagid 1 Artist") == ["OK"])
        #expect(try await client.value("Artist", of: "playlistid 1") == nil)
        #expect(try await client.ask("cleartagid 1") == ["OK"])
        #expect(try await client.value("Title", of: "playlistid 1") == nil)
        #expect(try await client.ask("addtagid 2 Title x").first?.hasPrefix("ACK [4@0] {addtagid} ") == true)
        #expect(try await client.ask("addtagid 1 foo x") == ["ACK [2@0] {addtagid} Unknown tag type: foo"])
        #expect(try await client.ask("addtagid 9 Title x") == ["ACK [50@0] {addtagid} No such song"])
    }

    @Test(
        "a delay of MixRamp above 0 has the ends of songs decide how they overlap, and what is not above 0 the time, as clients see"
    )
    func mixRamp() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        #expect(try await client.value("mixrampdelay") == nil)
        #expect(try await client.ask("mixrampdelay 2.5") == ["OK"])
        #expect(try await client.value("mixrampdelay") == "2.5")
        #expect(try await stage.control.call("status").line.contains(#""crossfadeBy":"content""#))
        for off in ["nan", "0", "-1"] {
            #expect(try await client.ask("mixrampdelay \(off)") == ["OK"])
            #expect(try await client.value("mixrampdelay") == nil)
            #expect(try await stage.control.call("status").line.contains(#""crossfadeBy":"time""#))
            try await stage.control.call("player.setCrossfadeBy", #"{"mode":"content"}"#)
            #expect(try await client.value("mixrampdelay") == "2.5")
        }
        #expect(try await client.ask("mixrampdelay x").first?.hasPrefix("ACK [2@0] {mixrampdelay} ") == true)
    }

    @Test("crossfade and replay gain are set at run time by every door, told to the others, and survive a restart")
    func options() async throws {
        let stage = try await MPDStage.set()
        let (client, other) = (stage.client, try await stage.connect())
        try await other.send("idle options")
        #expect(try await client.ask("crossfade 5") == ["OK"])
        #expect(try await other.reply() == ["changed: options", "OK"])
        try await stage.control.waitForEvent("player.optionsChanged") { $0.line.contains(#""crossfade":5.0"#) }
        #expect(try await client.value("xfade") == "5")
        #expect(try await client.ask("crossfade 99") == ["OK"])
        #expect(try await client.value("xfade") == "12")
        try await other.send("idle options")
        try await stage.control.call("player.setReplayGain", #"{"mode":"album"}"#)
        #expect(try await other.reply() == ["changed: options", "OK"])
        #expect(try await client.ask("replay_gain_status") == ["replay_gain_mode: album", "OK"])
        #expect(try await client.ask("replay_gain_mode track") == ["OK"])
        let options =
            #""options":{"crossfade":12.0,"crossfadeBy":"time","replayGain":"track","speed":1.0,"rewind":0.0,"skipSilence":"off","shuffleWeights":[],"endless":"off","passthrough":[]}"#
        #expect(try await stage.control.call("status").line.contains(options))
        #expect(try await client.ask("replay_gain_mode x") == ["ACK [2@0] {replay_gain_mode} Unrecognized replay gain mode"])
        try await stage.daemon.stop()
        let (daemon, again) = try await stage.restart()
        #expect(try await again.value("xfade") == "12")
        #expect(try await again.ask("replay_gain_status") == ["replay_gain_mode: track", "OK"])
        try await daemon.stop()
    }

    @Test("consume ends after one song if it is to be so")
    func consume() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await stage.fill(3)
        #expect(try await client.ask("consume oneshot") == ["OK"])
        #expect(try await client.value("consume") == "oneshot")
        try await client.ask("play 0")
        try await client.ask("next")
        #expect(try await client.value("playlistlength") == "2")
        #expect(try await client.value("consume") == "0")
        #expect(try await client.ask("consume x") == ["ACK [2@0] {consume} Unrecognized consume mode, expected 0, 1, or oneshot"])
    }

    @Test("there is one partition with all outputs, and it stays")
    func partitions() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await waitUntil("an output") { (try? await client.ask("outputs").contains("plugin: pipewire")) == true }
        let name = try #require(try await client.value("outputname", of: "outputs"))
        #expect(try await client.ask("moveoutput \"\(name)\"") == ["OK"])
        #expect(try await client.ask("moveoutput x") == ["ACK [50@0] {moveoutput} No such output"])
        #expect(try await client.ask("delpartition default") == ["ACK [5@0] {delpartition} cannot delete the default partition"])
        #expect(try await client.ask("delpartition x") == ["ACK [50@0] {delpartition} no such partition"])
        #expect(try await client.ask("newpartition x").first?.hasPrefix("ACK [5@0] {newpartition} ") == true)
    }

    @Test("a client of the machine learns where the music is")
    func config() async throws {
        let stage = try await MPDStage.set(music: "music")
        let directory = stage.system.directory
        #expect(
            try await stage.client.ask("config") == [
                "music_directory: \(directory.file("music"))", "playlist_directory: \(directory.file("no playlists"))", "pcre: 1",
                "OK",
            ])
    }

    @Test("sockets that the service manager passes take clients of MPD, also where the configuration names the same ones")
    func passedSockets() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let socket = system.directory.file("mpd.sock")
        let port = try freePort()
        let variables = system.environment.filter { $0.key.hasPrefix("XDG_") || $0.key.hasPrefix("DBUS_") || $0.key == "PATH" }
        let daemon = try await DaemonProcess.start(
            in: system, configuration: "[mpd]\nsocket = \"\(socket)\"\nlisten = [\"127.0.0.1:\(port)\"]",
            wrapper: [
                "systemd-socket-activate", "-l", system.directory.file("fermata.sock"), "-l", socket, "-l", "127.0.0.1:\(port)",
            ]
                + ["--fdname=control:mpd:mpd"] + variables.map { "--setenv=\($0.key)=\($0.value)" })
        let local = try await MPDTestClient(connectingTo: socket)
        #expect(try await local.ask("config").last == "OK")
        let remote = try await MPDTestClient(port: port)
        #expect(try await remote.ask("config") == ["ACK [4@0] {config} Command only permitted to local clients"])
        #expect(try await remote.ask("ping") == ["OK"])
        try await daemon.stop()
    }

    @Test("a thousand clients are served, and one more is refused")
    func crowd() async throws {
        let stage = try await MPDStage.set()
        var clients: [MPDTestClient] = []
        for _ in 1..<1_000 { clients.append(try await stage.connect()) }
        for client in clients { try await client.send("idle mixer") }
        try await stage.client.ask("setvol 33")
        for client in clients { #expect(try await client.reply() == ["changed: mixer", "OK"]) }
        await #expect(throws: TestSupportError.self) { _ = try await stage.connect() }
        clients = []
        try await waitUntil("room for a client") { (try? await stage.connect()) != nil }
    }
}
