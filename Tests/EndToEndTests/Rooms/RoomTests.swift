import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Rooms of a real Snapcast server", .serialized)
struct RoomTests {
    /// Whether Snapcast is there. The package `snapserver` may have put the program beside those of the administrator.
    private static let isInstalled = ["snapserver", "snapclient"].allSatisfy { program in
        ["/usr/bin/", "/usr/local/bin/"].contains { access($0 + program, X_OK) == 0 }
    }

    /// A server with rooms that play into nothing, and a daemon that knows it.
    private struct House {
        let system: PrivateSoundSystem
        let server: ChildProcess
        let rooms: [ChildProcess]
        let daemon: DaemonProcess
        let client: ControlClient
        let port: UInt16

        /// Starts everything. With `script`, the stream has that control script; `socket` stands for the daemon's socket in it.
        static func start(rooms names: [String], steersPlayer: Bool = false) async throws -> House {
            let system = try await PrivateSoundSystem.start()
            let (port, streamPort, sourcePort) = (try freePort(), try freePort(), try freePort())
            let data = try system.directory.makeDirectory("snapserver")
            var source = "tcp://127.0.0.1:\(sourcePort)/?name=fermata&codec=pcm"
            if steersPlayer {
                // As an administrator would write it.
                let script = try system.directory.write(
                    "#!/bin/sh\nexec \(try BuiltProgram.path(of: "fermata")) snapcast-control --socket \(system.directory.file("fermata.sock")) \"$@\"\n",
                    to: "control.sh")
                chmod(script, 0o755)
                source += "&controlscript=\(script)"
            }
            let configuration = try system.directory.write(
                """
                [server]
                datadir=\(data)
                [http]
                enabled=false
                [tcp]
                bind_to_address=127.0.0.1
                port=\(port)
                [stream]
                bind_to_address=127.0.0.1
                port=\(streamPort)
                source=\(source)

                """, to: "snapserver.conf")
            let log = system.directory.file("snapserver.log")
            let server = try await system.launch(
                "snapserver", ["-c", configuration, "--logging.sink=file:\(log)"], output: .discarded, error: .discarded)
            try await waitUntil("snapserver to listen") { (try? ControlClient(port: port)) != nil }
            var rooms: [ChildProcess] = []
            for name in names {
                rooms.append(
                    try await system.launch(
                        "snapclient", ["-h", "127.0.0.1", "-p", "\(streamPort)", "--player", "file", "--hostID", name],
                        output: .discarded, error: .discarded))
            }
            let daemon = try await DaemonProcess.start(
                in: system, configuration: "[snapcast]\ncontrol = \"127.0.0.1:\(port)\"\n")
            let client = try daemon.connect()
            try await client.call("events.subscribe", #"{"types":["rooms.","player.","queue.","server."]}"#)
            let house = House(system: system, server: server, rooms: rooms, daemon: daemon, client: client, port: port)
            try await waitUntil("\(names.count) rooms") { () async throws(TestSupportError) -> Bool in
                try await house.connected() == names.count
            }
            return house
        }

        /// How many rooms are there.
        func connected() async throws(TestSupportError) -> Int {
            let reply = try await client.reply(to: "rooms.list")
            var count = 0
            for index in 0..<20 where reply.value(at: "result.rooms.\(index).connected", as: Bool.self) == true { count += 1 }
            return count
        }

        /// Runs the client, and returns what it prints.
        func fermata(_ arguments: String...) async throws -> String {
            let output = try await Tool.run(
                try BuiltProgram.path(of: "fermata"), arguments,
                environment: ["FERMATA_SOCKET": daemon.socket, "PATH": "/usr/bin:/bin"])
            return String(decoding: output, as: UTF8.self)
        }

        func stop() async throws {
            try await daemon.stop()
            for process in rooms + [server] { try await process.stop(SIGKILL) }
        }
    }

    @Test(
        "rooms are listed, changed and put together over the daemon and with fermata, and a change in Snapweb is an event",
        .enabled(if: isInstalled, "snapserver and snapclient are not installed"))
    func wholeWay() async throws {
        let house = try await House.start(rooms: ["kitchen", "bath"])
        let client = house.client
        let renamed = try await client.call("rooms.rename", #"{"room":"kitchen","name":"Küche"}"#)
        #expect(renamed.string(at: "result.name") == "Küche")
        #expect(try await house.fermata("room", "küche", "volume", "40") == "Küche: volume 40%\n")
        #expect(try await house.fermata("room", "küche", "latency", "20") == "Küche: volume 40%, latency 20 ms\n")
        #expect(try await house.fermata("room", "küche", "mute") == "Küche: volume 40% (muted), latency 20 ms\n")
        try await client.waitForEvent("rooms.changed") {
            $0.string(at: "params.change") == "volume" && $0.value(at: "params.room.muted", as: Bool.self) == true
        }
        _ = try await house.fermata("rooms", "group", "küche", "bath", "--name", "Down")
        try await client.waitForEvent("rooms.changed") {
            $0.string(at: "params.change") == "group" && $0.string(at: "params.room.room") == "bath"
        }
        let list = try await client.call("rooms.list", #"{"room":"bath"}"#)
        #expect(list.string(at: "result.groups.0.name") == "Down" && list.string(at: "result.groups.0.rooms.1") == "bath")
        let table = try await house.fermata("rooms")
        #expect(
            table.contains("Küche") && table.contains("40% (muted)") && table.contains("20 ms") && table.contains("Down"),
            "\(table)")
        // As Snapweb sends it, on a connection of its own.
        let snapweb = try ControlClient(port: house.port)
        try await snapweb.send(
            line:
                #"[{"id":1,"jsonrpc":"2.0","method":"Client.SetVolume","params":{"id":"bath","volume":{"muted":false,"percent":62}}}]"#
        )
        let volume = try await client.waitForEvent("rooms.changed") { $0.string(at: "params.change") == "volume" }
        #expect(volume.number(at: "params.room.level") == 0.62 && volume.string(at: "params.room.room") == "bath")
        let group = try #require(list.string(at: "result.groups.0.group"))
        try await snapweb.send(
            line:
                "{\"id\":2,\"jsonrpc\":\"2.0\",\"method\":\"Group.SetClients\",\"params\":{\"clients\":[\"kitchen\"],\"id\":\"\(group)\"}}"
        )
        let moved = try await client.waitForEvent("rooms.changed") { $0.string(at: "params.change") == "group" }
        #expect(moved.string(at: "params.room.room") == "bath" && moved.string(at: "params.group.rooms.0") == "bath")
        let unknown = try await client.reply(to: "rooms.setVolume", #"{"room":"attic","level":1}"#)
        #expect(unknown.errorName == "room_not_found")
        try await house.rooms[1].stop(SIGKILL)
        try await client.waitForEvent("rooms.changed") { $0.string(at: "params.change") == "disconnected" }
        try await house.server.stop(SIGKILL)
        try await client.waitForEvent("rooms.changed") { $0.string(at: "params.change") == "unavailable" }
        #expect(try await client.reply(to: "rooms.list").errorName == "rooms_unavailable")
        try await house.stop()
    }

    @Test(
        "a latency that the server has forgotten with the room is set again when the room comes back",
        .enabled(if: isInstalled, "snapserver and snapclient are not installed"))
    func latency() async throws {
        let house = try await House.start(rooms: ["kitchen"])
        try await house.client.call("rooms.setLatency", #"{"room":"kitchen","seconds":0.035}"#)
        let snapweb = try ControlClient(port: house.port)
        // The server deletes a room that is gone, with all that it knew; the room comes back as a new one.
        try await house.rooms[0].stop(SIGKILL)
        try await house.client.waitForEvent("rooms.changed") { $0.string(at: "params.change") == "disconnected" }
        try await snapweb.send(line: #"{"id":1,"jsonrpc":"2.0","method":"Server.DeleteClient","params":{"id":"kitchen"}}"#)
        try await house.client.waitForEvent("rooms.changed") { $0.string(at: "params.change") == "removed" }
        let list = try readFile(house.system.directory.file("snapserver.conf"))
        let lines = String(decoding: list, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("port=") }
        let port = try #require(lines.last?.dropFirst("port=".count))
        let again = try await house.system.launch(
            "snapclient", ["-h", "127.0.0.1", "-p", String(port), "--player", "file", "--hostID", "kitchen"], output: .discarded,
            error: .discarded)
        let told = try await house.client.waitForEvent("rooms.changed") { $0.string(at: "params.change") == "latency" }
        #expect(told.number(at: "params.room.latency") == 0.035)
        try await again.stop(SIGKILL)
        try await house.daemon.stop()
        try await house.server.stop(SIGKILL)
    }

    @Test(
        "what Snapweb and Home Assistant call moves the player, and shows what plays",
        .enabled(if: isInstalled, "snapserver and snapclient are not installed"))
    func steering() async throws {
        let house = try await House.start(rooms: [], steersPlayer: true)
        let client = house.client
        let files = try ["one", "two"].map { name in
            let path = house.system.directory.file("\(name).wav")
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 60), to: path)
            return path
        }
        // The first bytes of a picture are enough: nobody here looks at it.
        let cover: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        try writeFile(cover, to: house.system.directory.file("cover.png"))
        let uris = files.map { "\"\($0)\"" }.joined(separator: ",")
        try await client.call("queue.add", "{\"uris\":[\(uris)]}")
        try await client.call("play", #"{"index":0}"#)
        let snapweb = try ControlClient(port: house.port)
        /// The properties of the stream as Snapweb reads them, once a condition holds.
        func properties(_ what: String, where condition: (ControlMessage) -> Bool) async throws {
            let path = "result.server.streams.0.properties"
            let _: Bool = try await waitFor("\(what)\n\(house.daemon.log)") { () async throws(TestSupportError) -> Bool? in
                let status = try await snapweb.reply(to: "Server.GetStatus")
                return status.string(at: "\(path).playbackStatus") != nil && condition(status) ? true : nil
            }
        }
        let path = "result.server.streams.0.properties"
        try await properties("the title") {
            $0.string(at: "\(path).metadata.title") == "one.wav" && $0.string(at: "\(path).playbackStatus") == "playing"
        }
        // As Snapweb and Home Assistant send them.
        func control(_ command: String, _ params: String = "{}") async throws {
            let reply = try await snapweb.reply(
                to: "Stream.Control", "{\"command\":\"\(command)\",\"id\":\"fermata\",\"params\":\(params)}")
            #expect(reply.errorCode == nil && reply.string(at: "result") == "ok", "\(command): \(reply.line)")
        }
        func set(_ property: String, _ value: String) async throws {
            let reply = try await snapweb.reply(
                to: "Stream.SetProperty", "{\"id\":\"fermata\",\"property\":\"\(property)\",\"value\":\(value)}")
            #expect(reply.errorCode == nil, "\(property): \(reply.line)")
        }
        try await control("pause")
        #expect(try await client.call("status").string(at: "result.state") == "paused")
        try await properties("the pause") { $0.string(at: "\(path).playbackStatus") == "paused" }
        try await properties("the cover") {
            $0.string(at: "\(path).metadata.artData.data") == "iVBORw0KGgo="
                && $0.string(at: "\(path).metadata.artData.extension") == "png"
        }
        try await control("setPosition", #"{"position":30.5}"#)
        #expect(try await client.call("status").number(at: "result.position.seconds") == 30.5)
        try await control("seek", #"{"offset":-10}"#)
        #expect(try await client.call("status").number(at: "result.position.seconds") == 20.5)
        try await control("next")
        #expect(try await client.call("status").number(at: "result.queue.index") == 1)
        try await properties("the next title") { $0.string(at: "\(path).metadata.title") == "two.wav" }
        try await control("previous")
        try await control("play")
        #expect(try await client.call("status").string(at: "result.state") == "playing")
        try await set("loopStatus", "\"playlist\"")
        try await set("shuffle", "true")
        try await set("volume", "40")
        let status = try await client.call("status")
        #expect(
            status.string(at: "result.queue.repeat") == "all" && status.value(at: "result.queue.shuffle", as: Bool.self) == true)
        #expect(status.number(at: "result.volume.level") == 0.4)
        try await properties("loop, shuffle and volume") {
            $0.string(at: "\(path).loopStatus") == "playlist" && $0.value(at: "\(path).shuffle", as: Bool.self) == true
                && $0.number(at: "\(path).volume") == 40
        }
        try await control("playPause")
        #expect(try await client.call("status").string(at: "result.state") == "paused")
        // A daemon that goes is shown, and one that comes back is found.
        try await house.daemon.stop()
        try await properties("the end") { $0.string(at: "\(path).playbackStatus") == "stopped" }
        let second = try await DaemonProcess.start(in: house.system)
        try await properties("the next daemon") { $0.string(at: "\(path).metadata.title") != nil }
        try await second.stop()
        try await house.server.stop(SIGKILL)
    }

    @Test("without a configured server every command says so, and there is no thread for rooms")
    func notConfigured() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        for (method, parameters) in [("rooms.list", "{}"), ("rooms.group", #"{"rooms":["a","b"]}"#)] {
            let reply = try await client.reply(to: method, parameters)
            #expect(
                reply.errorName == "rooms_unavailable" && reply.errorMessage?.contains("snapcast.control") == true,
                "\(reply.line)")
        }
        let directory = "/proc/\(daemon.process.processIdentifier)/task"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).map { thread in
            String(decoding: try readFile("\(directory)/\(thread)/comm"), as: UTF8.self)
        }
        #expect(names.contains("fermata-control\n") && !names.contains("fermata-rooms\n"), "\(names)")
        try await daemon.stop()
    }
}
