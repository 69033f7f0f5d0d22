import AudioTypes
import ControlProtocol
import Glibc
import JSON
import TestSupport
import Testing

@Suite("The client as a program", .serialized)
struct ClientProcessTests {
    @Test("asks what it is told to")
    func requests() throws {
        let daemon = try DaemonDouble()
        let commands: [(arguments: [String], request: Asked)] = [
            (["play"], Asked("play")), (["play", "/a.flac"], Asked("play", ["uri": "/a.flac"])),
            (["play", "--item", "3"], Asked("play", ["item": 3])), (["play", "--place", "3"], Asked("play", ["index": 2])),
            (["play", "http://h/x"], Asked("play", ["uri": "http://h/x"])), (["pause"], Asked("pause")),
            (["play", "--position", "1:30", "/a.flac"], Asked("play", ["uri": "/a.flac", "position": 90])),
            (["play", "--position", "5", "--item", "3"], Asked("play", ["item": 3, "position": 5])),
            (["play", "album:Kind of Blue"], Asked("play", ["uri": "album:Kind of Blue"])),
            (["play", "--album", "Kind of Blue"], Asked("play", ["uri": "album:Kind of Blue"])),
            (["queue", "add", "--genre", "Jazz", "artist:x"], Asked("queue.add", ["uris": ["genre:Jazz", "artist:x"]])),
            (["chapter", "3"], Asked("player.seekToChapter", ["index": 2])),
            (["chapter", "next"], Asked("player.seekToChapter", ["next": true])),
            (["lyrics"], Asked("media.lyrics")), (["lyrics", "/a.flac"], Asked("media.lyrics", ["uri": "/a.flac"])),
            (["chapters"], Asked("media.chapters")), (["chapters", "/a.m4b"], Asked("media.chapters", ["uri": "/a.m4b"])),
            (["toggle"], Asked("toggle")),
            (["stop"], Asked("stop")), (["next"], Asked("next")), (["previous"], Asked("previous")),
            (["seek", "1:30"], Asked("seek", ["position": 90])),
            (["seek", "+5"], Asked("seek", ["offset": 5])), (["seek", "-10"], Asked("seek", ["offset": -10])),
            (["seek", "50%"], Asked("seek", ["fraction": 0.5])),
            (["seek", "--", "-1:00"], Asked("seek", ["offset": -60])), (["seek", "1m30s"], Asked("seek", ["position": 90])),
            (["seek", "-2s"], Asked("seek", ["offset": -2])), (["seek", "+10%"], Asked("seek", ["offset": 18])),
            (["volume"], Asked("volume")),
            (["volume", "40"], Asked("volume", ["level": 0.4])),
            (["volume", "-5"], Asked("volume", ["delta": -0.05])),
            (["volume", "+5%", "--json"], Asked("volume", ["delta": 0.05])),
            (["volume", "20", "--over", "10m"], Asked("volume", ["level": 0.2, "over": 600])),
            (["volume", "--over", "1:30", "-5"], Asked("volume", ["delta": -0.05, "over": 90])),
            (["volume", "unmute"], Asked("volume", ["muted": false])), (["status"], Asked("status")),
            (["queue"], Asked("queue.list")),
            (["queue", "list", "--offset", "2"], Asked("queue.list", ["offset": 2])),
            (["queue", "add", "/a", "/b", "--at", "1"], Asked("queue.add", ["uris": ["/a", "/b"], "position": 0])),
            (["queue", "remove", "1", "2"], Asked("queue.remove", ["ids": [1, 2]])),
            (["queue", "move", "7", "--to", "1"], Asked("queue.move", ["ids": [7], "position": 0])),
            (["queue", "clear"], Asked("queue.clear")),
            (
                ["queue", "set", "--repeat", "all", "--shuffle", "on"],
                Asked("queue.set", ["repeat": "all", "shuffle": true, "shuffleBy": "songs"])
            ),
            (["queue", "set", "--shuffle", "albums"], Asked("queue.set", ["shuffle": true, "shuffleBy": "albums"])),
            (["queue", "set", "--shuffle", "off"], Asked("queue.set", ["shuffle": false])),
            (["next", "--album"], Asked("next", ["album": true])), (["prev", "--album"], Asked("previous", ["album": true])),
            (["queue", "set", "--repeat", "one", "--count", "3"], Asked("queue.set", ["repeat": "one", "repeatCount": 3])),
            (["queue", "set", "--consume", "once"], Asked("queue.set", ["consume": true, "consumeOnce": true])),
            (["queue", "priority", "10", "7", "8"], Asked("queue.setPriority", ["ids": [7, 8], "priority": 10])),
            (["queue", "range", "7", "1:00", "90.5"], Asked("queue.setRange", ["id": 7, "start": 60, "end": 90.5])),
            (["queue", "range", "7"], Asked("queue.setRange", ["id": 7])),
            (
                ["queue", "tag", "7", "--title", "News", "--genre", ""],
                Asked("queue.setTags", ["id": 7, "tags": ["title": "News", "genre": ""]])
            ),
            (["crossfade"], Asked("status")), (["crossfade", "2.5"], Asked("player.setCrossfade", ["seconds": 2.5])),
            (["crossfade", "--by", "content"], Asked("player.setCrossfadeBy", ["mode": "content"])),
            (["crossfade", "2s"], Asked("player.setCrossfade", ["seconds": 2.0])),
            (["speed"], Asked("status")), (["speed", "1.5"], Asked("player.speed", ["speed": 1.5])),
            (["speed", "1.4", "--for", "book"], Asked("player.setSpeed", ["speed": 1.4, "for": "book"])),
            (["speed", "--for", "item", "off"], Asked("player.setSpeed", ["speed": .null, "for": "item"])),
            (
                ["speed", "2", "--for", "feed", "--of", "https://h/news"],
                Asked("player.setSpeed", ["speed": 2.0, "for": "feed", "of": "https://h/news"])
            ),
            (
                ["speed", "2", "--for", "book", "--of", "/books"],
                Asked("player.setSpeed", ["speed": 2.0, "for": "book", "of": "/books"])
            ),
            (["speed", "1", "--for", "all"], Asked("player.setSpeed", ["speed": 1.0, "for": "all"])),
            (["loop"], Asked("status")), (["loop", "off"], Asked("player.setLoop")),
            (["loop", "1:00", "62.5", "--count", "3"], Asked("player.setLoop", ["from": 60.0, "to": 62.5, "count": 3])),
            (["endless"], Asked("status")),
            (["endless", "similar"], Asked("player.setEndless", ["mode": "similar"])),
            (["endless", "playlist", "Dinner"], Asked("player.setEndless", ["mode": "playlist:Dinner"])),
            (["shuffle-weights"], Asked("status")),
            (["shuffle-weights", "off"], Asked("player.setShuffleWeights", ["weights": []])),
            (
                ["shuffle-weights", "least-recent", "rating"],
                Asked("player.setShuffleWeights", ["weights": ["rating", "leastRecent"]])
            ),
            (["skip-silence"], Asked("status")), (["skip-silence", "mild"], Asked("player.setSkipSilence", ["mode": "mild"])),
            (["rewind"], Asked("status")), (["rewind", "10"], Asked("player.setRewind", ["seconds": 10.0])),
            (["rewind", "off"], Asked("player.setRewind", ["seconds": 0.0])),
            (["crossfade", "off"], Asked("player.setCrossfade", ["seconds": 0.0])),
            (["replay-gain", "auto"], Asked("player.setReplayGain", ["mode": "auto"])),
            (["passthrough"], Asked("player.passthrough")),
            (["passthrough", "off"], Asked("player.passthrough", ["codecs": []])),
            (["passthrough", "dts", "ac3"], Asked("player.passthrough", ["codecs": ["dts", "ac3"]])),
            (["session"], Asked("session.get")),
            (
                ["session", "category", "playback", "--option", "duckOthers"],
                Asked("session.setCategory", ["category": "playback", "options": ["duckOthers"]])
            ),
            (["stop-after"], Asked("status")), (["stop-after", "current"], Asked("player.stopAfter", ["item": "current"])),
            (["stop-after", "each"], Asked("player.stopAfter", ["item": "each"])),
            (["stop-after", "--item", "12"], Asked("player.stopAfter", ["item": 12])),
            (["stop-after", "off"], Asked("player.stopAfter")),
            (["stop-after", "90"], Asked("player.stopAfter", ["minutes": 1.5])),
            (["stop-after", "1:30"], Asked("player.stopAfter", ["minutes": 1.5])),
            (["stop-after", "--place", "2"], Asked("player.stopAfter", ["item": 10])),
            (["stop-after", "1h30m", "--fade", "20s"], Asked("player.stopAfter", ["minutes": 90, "fade": 20])),
            (
                ["session", "active", "off", "--notify-others"],
                Asked("session.setActive", ["active": false, "notifyOthersOnDeactivation": true])
            ),
            (["session", "buffer-duration", "0.02"], Asked("session.setPreferredIOBufferDuration", ["seconds": 0.02])),
            (["session", "buffer-duration", "20ms"], Asked("session.setPreferredIOBufferDuration", ["seconds": 0.02])),
            (
                ["session", "route-disconnect", "off"],
                Asked("session.setPrefersInterruptionOnRouteDisconnect", ["enabled": false])
            ),
            (["session", "system-sounds", "off"], Asked("session.setAllowsSystemSoundsDuringRecording", ["enabled": false])),
            (["audio", "de"], Asked("player.selectAudio", ["language": "de"])),
            (["audio", "2"], Asked("player.selectAudio", ["index": 2])),
            (["play", "--audio", "de", "/a.mkv"], Asked("play", ["uri": "/a.mkv", "audio": "de"])),
            (["queue", "add", "--audio", "2", "/a.mkv"], Asked("queue.add", ["uris": ["/a.mkv"], "audio": 2])),
            (["session", "output-channels", "6"], Asked("session.setPreferredOutputNumberOfChannels", ["channels": 6])),
            (["session", "sample-rate", "48000"], Asked("session.setPreferredSampleRate", ["hertz": 48_000])),
            (["session", "override", "speaker"], Asked("session.overrideOutput", ["output": "speaker"])),
            (["route"], Asked("route.get")),
            (["route", "outputs"], Asked("route.outputs")), (["route", "select", "hp"], Asked("route.select", ["output": "hp"])),
            (["route", "select", "hp", "sp"], Asked("route.select", ["outputs": ["hp", "sp"]])),
            (["route", "volume", "hp", "-5"], Asked("route.setVolume", ["output": "hp", "delta": -0.05])),
            (["route", "delay", "hp", "0.2"], Asked("route.setDelay", ["output": "hp", "seconds": 0.2])),
            (["route", "delay", "hp", "200ms"], Asked("route.setDelay", ["output": "hp", "seconds": 0.2])),
            (["route", "delay", "hp", "auto"], Asked("route.setDelay", ["output": "hp", "seconds": .null])),
            (["equalizer", "hp"], Asked("output.filters", ["output": "hp"])),
            (["equalizer", "hp*", "off"], Asked("output.setFilters", ["output": "hp*", "equalizer": "off"])),
            (["equalizer", "hp", "reset"], Asked("output.setFilters", ["output": "hp", "equalizer": .null])),
            (["listening", "hp", "limiter", "-1"], Asked("output.setFilters", ["output": "hp", "limiter": -1])),
            (["listening", "hp", "limiter", "off"], Asked("output.setFilters", ["output": "hp", "limiter": .null])),
            (["listening", "hp", "night", "on"], Asked("output.setFilters", ["output": "hp", "nightMode": true])),
            (["listening", "hp", "balance", "-2"], Asked("output.setFilters", ["output": "hp", "balance": -2])),
            (
                ["listening", "hp", "crossfeed", "650", "6"],
                Asked("output.setFilters", ["output": "hp", "crossfeed": ["cutoff": 650, "feed": 6]])
            ),
            (["listening", "hp", "crossfeed", "on"], Asked("output.setFilters", ["output": "hp", "crossfeed": [:]])),
            (
                ["listening", "hp", "impulse", "/r-%r.wav"],
                Asked("output.setFilters", ["output": "hp", "impulse": "/r-%r.wav"])
            ),
            (
                ["listening", "hp", "loudness", "-20"],
                Asked("output.setFilters", ["output": "hp", "loudness": ["reference": -20]])
            ),
            (["listening", "hp", "delays", "1.5", "0"], Asked("output.setFilters", ["output": "hp", "delays": [1.5, 0]])),
            (
                ["listening", "hp", "crossover", "80", "low", "high"],
                Asked("output.setFilters", ["output": "hp", "crossover": ["frequency": 80, "sides": ["low", "high"]]])
            ),
            (["listening", "hp"], Asked("output.filters", ["output": "hp"])),
            (["volume-limit"], Asked("output.volumeLimits")),
            (["volume-limit", "hp", "--reset"], Asked("output.setVolumeLimits", ["output": "hp"])),
            (
                ["volume-limit", "hp*", "--most", "60", "--at-start", "25%", "--control", "sink"],
                Asked("output.setVolumeLimits", ["output": "hp*", "maximum": 0.6, "atStart": 0.25, "control": "sink"])
            ),
            (["route", "select", "default"], Asked("route.select", ["output": .null])),
            (["probe", "/a"], Asked("media.probe", ["uri": "/a"])),
            (["picture"], Asked("media.picture")),
            (["picture", "12"], Asked("media.picture", ["item": 12])),
            (["picture", "/12"], Asked("media.picture", ["uri": "/12"])),
            (["rooms"], Asked("rooms.list")), (["rooms", "list", "--plain"], Asked("rooms.list")),
            (["rooms", "group", "a", "b", "--name", "Down"], Asked("rooms.group", ["rooms": ["a", "b"], "name": "Down"])),
            (["rooms", "ungroup", "a"], Asked("rooms.ungroup", ["rooms": ["a"]])),
            (["room", "a"], Asked("rooms.list", ["room": "a"])),
            (["room", "a", "volume", "-5"], Asked("rooms.setVolume", ["room": "a", "delta": -0.05])),
            (["room", "a", "mute", "--group"], Asked("rooms.mute", ["room": "a", "wholeGroup": true])),
            (["room", "a", "latency", "-5", "--json"], Asked("rooms.setLatency", ["room": "a", "seconds": -0.005])),
            (["room", "a", "rename", "Big kitchen"], Asked("rooms.rename", ["room": "a", "name": "Big kitchen"])),
            (["call", "server.info"], Asked("server.info")), (["call", "seek", #"{"offset":1}"#], Asked("seek", ["offset": 1])),
        ]
        for (arguments, request) in commands {
            let client = try ClientProcess(arguments.map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
            let outcome = client.wait()
            #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
            #expect(outcome.error.isEmpty)
            #expect(try daemon.requests().last == request, "\(arguments)")
        }
        // Some commands look first: which item is the current one, what is at a place, how long an item is.
        #expect(try daemon.requests().count == commands.count + 4)
        try daemon.stop()
    }

    @Test("adds what follows the first file to the queue")
    func severalFiles() throws {
        let daemon = try DaemonDouble()
        #expect(try ClientProcess.run("play", "/a", "/b", "/c", socket: daemon.path).status == 0)
        #expect(
            try daemon.requests() == [Asked("play", ["uri": "/a"]), Asked("queue.add", ["uris": ["/b", "/c"], "joins": true])])
        try daemon.stop()
    }

    @Test("plays the first that can be played, says what was left out before it, and fails where nothing can")
    func unplayableFirst() throws {
        let daemon = try DaemonDouble()
        let outcome = try ClientProcess.run("play", "/missing", "/dead.m3u", "/a", "/b", socket: daemon.path)
        #expect(outcome.status == 0)
        #expect(
            outcome.error
                == "fermata: left out: no such file: /missing\nfermata: left out: no such file: /gone.flac\n")
        let plays = ["/missing", "/dead.m3u", "/a"].map { Asked("play", ["uri": $0]) }
        #expect(try daemon.requests() == plays + [Asked("queue.add", ["uris": ["/b"], "joins": true])])
        #expect(try ClientProcess.run("play", "/dead.m3u", "/x/missing", socket: daemon.path).status == 1)
        try daemon.stop()
    }

    @Test("adds more than a message holds in several, in order, wherever they go", arguments: ["", "--at=4", "--next"])
    func manyNames(place: String) throws {
        let daemon = try DaemonDouble()
        let names = (0..<6_000).map { "/\(String(repeating: "long name ", count: 10))\($0)" }
        let arguments = ["queue", "add"] + (place.isEmpty ? [] : [place]) + names
        let client = try ClientProcess(arguments.map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        #expect(client.wait() == ClientProcess.Outcome(status: 0, output: "added 6000 items\n", error: ""))
        var pieces: [(uris: [String], position: Int?, next: Bool)] = []
        for asked in try daemon.requests() where asked.method == "queue.add" {
            let uris = asked["uris"]?.arrayValue?.compactMap(\.stringValue) ?? []
            pieces.append((uris, asked["position"]?.integerValue.map(Int.init), asked["next"] == true))
        }
        #expect(pieces.count > 2 && pieces.allSatisfy { $0.next == (place == "--next") })
        if place == "--next" { pieces.reverse() }
        #expect(pieces.flatMap(\.uris).elementsEqual(names), "\(pieces.map(\.uris.count))")
        if place == "--at=4" {
            #expect(
                pieces.map(\.position) == pieces.indices.map { index in 3 + pieces[..<index].reduce(0) { $0 + $1.uris.count } })
        } else {
            #expect(pieces.allSatisfy { $0.position == nil })
        }
        try daemon.stop()
    }

    @Test("shows all pages of a queue as one list")
    func pages() throws {
        let daemon = try DaemonDouble()
        let outcome = try ClientProcess.run("queue", "list", "--offset", "5000", socket: daemon.path)
        #expect(outcome.output.split(separator: "\n").count == 6 && outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("\n  5001  5001  5001\n"), "\(outcome)")
        #expect(
            try daemon.requests().filter { $0 != Asked("status") } == [
                Asked("queue.list", ["offset": 5_000]), Asked("queue.list", ["offset": 5_002]),
            ])
        #expect(try ClientProcess.run("queue", "list", "--offset", "5000", "--limit", "2", socket: daemon.path).status == 0)
        #expect(try daemon.requests().count == 5)
        try daemon.stop()
    }

    @Test("makes paths absolute, and keeps names that are no UTF-8")
    func paths() throws {
        let daemon = try DaemonDouble()
        let environment = ["FERMATA_SOCKET": daemon.path]
        for name in [Array("a b.flac".utf8), Array("./x".utf8), [0x66, 0xFF, 0x20]] {
            _ = try ClientProcess([Array("probe".utf8), name], environment: environment, directory: daemon.directory).wait()
        }
        let uris = try daemon.requests().map { $0.method == "media.probe" ? $0["uri"]?.stringValue : "" }
        #expect(uris == [daemon.directory + "/a b.flac", daemon.directory + "/x", "file://\(daemon.directory)/f%FF%20"])
        try daemon.stop()
    }

    @Test("ends with the status that tells what happened")
    func statuses() throws {
        let daemon = try DaemonDouble()
        let refused = try ClientProcess.run("play", "/missing", socket: daemon.path)
        #expect(refused == ClientProcess.Outcome(status: 1, output: "", error: "fermata: no such file: /missing\n"))
        #expect(try ClientProcess.run("call", "dance", socket: daemon.path).status == 1)
        for arguments in [
            ["seek"], ["seek", "x"], ["volume", "loud"], ["dance"], ["call", "a", "{"], ["queue", "remove"],
            ["play", ""], ["play", "/a", ""], ["queue", "add", "/a", ""], ["probe", ""], ["queue", "move", "7", "--to", "0"],
            ["queue", "add", "/a", "--at", "0"], ["play", "--next"], ["play", "--add", "--shuffle", "/a"], ["next", "0"],
            ["stop-after", "12x"], ["stop-after", "30m", "--item", "4"], ["crossfade", "13"], ["speed", "5"], ["rewind", "61"],
            ["speed", "1.07"], ["speed", "1", "2"], ["speed", "off"], ["speed", "off", "--for", "all"],
            ["speed", "--for", "item"],
            ["speed", "1", "--of", "/a"], ["speed", "1", "--for", "item", "--of", "/a"], ["speed", "1", "--for", "album"],
            ["loop", "5"], ["loop", "5", "4"], ["loop", "off", "--count", "2"],
            ["loop", "1", "2", "--count", "0"], ["repeat", "all", "--count", "2"], ["queue", "set", "--count", "2"],
            ["repeat", "one", "--count", "1001"],
            ["del", "5-3"], ["mv", "1", "0"],
            ["queue", "range", "7", "90", "1:00"], ["picture", "--force"], ["volume", "--over", "10m"],
            ["volume", "mute", "--over", "10m"], ["volume", "5", "--over", "x"],
        ] {
            let client = try ClientProcess(arguments.map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
            let outcome = client.wait()
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.output.isEmpty && !outcome.error.isEmpty)
        }
        try daemon.stop()
        let gone = try ClientProcess.run("pause", socket: daemon.path)
        #expect(gone.status == 3)
        #expect(
            gone.error
                == "fermata: no fermatad answers on \(daemon.path); start it with: fermatad --socket \(daemon.path), or give another --socket\n"
        )
        #expect(try ClientProcess.run("--help").status == 0)
        #expect(
            try ClientProcess.run("pause", environment: ["XDG_RUNTIME_DIR": "/nowhere"]).error.contains(
                "/nowhere/fermata/control.sock"))
    }

    @Test("says of what is no speed which ones there are", arguments: ["x", "-1", "0", "1.07", "nan", "--2"])
    func speeds(text: String) throws {
        let outcome = try ClientProcess.run("speed", text, socket: "/nowhere")
        let sentence = "\"\(text)\" is not a speed: write a number from 0.25 to 4, in steps of 0.05"
        #expect(outcome.status == 2 && outcome.error.contains(sentence), "\(outcome.error)")
    }

    @Test("names the mistake in the configuration with which the daemon does not start")
    func mistake() throws {
        let directory = try TemporaryDirectory()
        let program = try directory.write("#!/bin/sh\necho 'Error: config.toml:2:1: unknown key' >&2\nexit 1\n", to: "fermatad")
        try #require(chmod(program, 0o700) == 0)
        let environment = ["XDG_RUNTIME_DIR": "/nowhere", "PATH": "\(directory.path):/usr/bin:/bin"]
        let outcome = try ClientProcess.run("pause", environment: environment)
        #expect(outcome.status == 3)
        #expect(
            outcome.error.hasSuffix("; it does not start with its configuration: config.toml:2:1: unknown key\n")
                && !outcome.error.contains("start it with"),
            "\(outcome.error)")
        _ = try directory.write("#!/bin/sh\nexit 0\n", to: "fermatad")
        #expect(try !ClientProcess.run("pause", environment: environment).error.contains("configuration"))
    }

    @Test("prints text for people, in which media cannot steer the terminal, or the reply as it came")
    func output() throws {
        let daemon = try DaemonDouble()
        let text = try ClientProcess.run("status", socket: daemon.path).output
        #expect(
            text.hasPrefix(
                "playing  Ann – Evil\u{FFFD}]0;x\u{FFFD}\n  1:23 / 3:00\n  on Headphones (headphones) – flac 44100 Hz, 2 ch, 16 bit\n"
            ))
        #expect(text.contains("volume 70%, item 1 of 3, repeat all"))
        #expect(!text.contains("\u{1B}"))
        let json = try ClientProcess.run("status", "--json", socket: daemon.path).output
        #expect(try Response(json: JSONValue(parsing: json.dropLast().description)).id == .integer(1))
        #expect(try ClientProcess.run("volume", socket: daemon.path).output == "volume 40% (muted)\n")
        #expect(
            try ClientProcess.run("queue", socket: daemon.path).output
                == "  #  id\n  1   9  b.ogg\n  2  10  C      1:01\n2 of 3 items\n")
        #expect(
            try ClientProcess.run("route", "outputs", socket: daemon.path).output
                == "hp  Headphones, headphones, 2 ch (current)\n")
        #expect(try ClientProcess.run("call", "server.info", socket: daemon.path).output == "done: yes\n")
        let refusal = try ClientProcess.run("play", "/missing", "--json", socket: daemon.path)
        #expect(try JSONValue(parsing: refusal.output.dropLast().description)["error"]?["code"] == -32010)
        try daemon.stop()
    }

    @Test("follows events until the daemon ends, and the status through that, until it is told to leave")
    func following() throws {
        let daemon = try DaemonDouble()
        let environment = ["FERMATA_SOCKET": daemon.path]
        let monitor = try ClientProcess(["monitor", "queue."].map { Array($0.utf8) }, environment: environment)
        let watcher = try ClientProcess(["status", "--watch"].map { Array($0.utf8) }, environment: environment)
        #expect(try watcher.readLine().hasPrefix("playing  Ann"))
        let json = try ClientProcess(["status", "--watch", "--json"].map { Array($0.utf8) }, environment: environment)
        #expect(try JSONValue(parsing: json.readLine())["volume"]?["muted"] == false)
        // The monitor says nothing when it has subscribed.
        try blockUntil("the subscriptions") { try daemon.subscriptions() == 3 }
        try daemon.publish(.queueChanged(revision: 4, length: 2))
        #expect(try JSONValue(parsing: json.readLine())["volume"]?["muted"] == true)
        watcher.signal(SIGINT)
        #expect(watcher.wait() == ClientProcess.Outcome(status: 0, output: "", error: ""))
        #expect(try monitor.readLine() == "queue.changed revision=4 length=2")
        try daemon.stop()
        #expect(monitor.wait().status == 3)
        let second = try DaemonDouble(at: daemon.path)
        #expect(try JSONValue(parsing: json.readLine())["volume"]?["muted"] == false)
        json.signal(SIGTERM)
        #expect(json.wait() == ClientProcess.Outcome(status: 0, output: "", error: ""))
        try second.stop()
    }

    @Test("offers the outputs there are to the shell, and the default where no daemon answers")
    func completion() throws {
        let daemon = try DaemonDouble()
        let words = ["---completion", "route", "select", "--", "positional@0", "3", "0", "fermata", "route", "select", ""]
        #expect(try ClientProcess.run(words, socket: daemon.path).output == "default\nhp\n")
        try daemon.stop()
        #expect(try ClientProcess.run(words, socket: daemon.path).output == "default\n")
    }
}
