import ControlProtocol
import FoundationEssentials
import TestSupport
import Testing

@Suite("What paired devices record, filter and announce", .serialized)
struct FarRightsTests {
    /// What makes of this user anybody: a request that another server passes on.
    private static let elsewhere = "X-Forwarded-For: 192.0.2.1"

    /// A daemon with a door, a sound server, and a device of each role.
    private struct House {
        let daemon: DaemonProcess
        let local: ControlClient
        let port: UInt16
        /// The lines of each role's device.
        var devices: [Wire.DeviceRole: [String]] = [:]

        /// Has the device of a role call a method, and returns the reply.
        func reply(_ role: Wire.DeviceRole, _ method: String, _ parameters: String = "{}") throws -> String {
            try WebClient(port: port).post(#"{"id":1,"method":"\#(method)","params":\#(parameters)}"#, devices[role] ?? []).text
        }

        /// Sends a sound, and returns the answer.
        func announce(_ sound: [UInt8], _ lines: [String], type: String = "audio/wav") throws -> WebClient.Answer {
            let client = try WebClient(port: port)
            let head = [
                "POST /announce HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Type: \(type)", "Content-Length: \(sound.count)",
            ]
            client.send(Array(((head + lines).joined(separator: "\r\n") + "\r\n\r\n").utf8) + sound)
            return try client.answer()
        }
    }

    private func house(_ system: PrivateSoundSystem) async throws -> House {
        let port = try freePort()
        let made = try system.directory.makeDirectory("made")
        let daemon = try await DaemonProcess.start(
            in: system, configuration: "[remote]\nlisten = [\"127.0.0.1:\(port)\"]\n[recording]\ndirectory = \"\(made)\"\n")
        let local = try daemon.connect()
        try await local.call("events.subscribe")
        var house = House(daemon: daemon, local: local, port: port)
        for role in Wire.DeviceRole.allCases {
            let offer = try await local.call("remote.pair", #"{"role":"\#(role.rawValue)"}"#)
            let code = try #require(offer.string(at: "result.code"))
            let answer = try WebClient(port: port).request(
                "POST", "/pair", ["Content-Type: application/json", Self.elsewhere],
                body: #"{"code":"\#(code)","name":"the \#(role.rawValue)","bearer":true}"#)
            let token = try #require(answer.text.split(separator: "\"").last { $0.utf8.count == 64 })
            house.devices[role] = [Self.elsewhere, "Authorization: Bearer \(token)"]
            try await local.waitForEvent("remote.devicesChanged")
        }
        return house
    }

    @Test("an admin records into the directory of recordings, names no file, hears of its recordings, and no other role may")
    func recording() async throws {
        let system = try await PrivateSoundSystem.start()
        let house = try await house(system)
        let page = try WebClient(port: house.port)
        #expect(try page.upgrade(house.devices[.admin] ?? []).status == 101)
        page.send(text: #"{"id":1,"method":"events.subscribe","params":{"types":["recording."]}}"#)
        #expect(try page.readText().contains(#""result""#))
        for role in [Wire.DeviceRole.view, .guest, .control] {
            for method in ["record.start", "record.list", "record.stop"] {
                let reply = try house.reply(role, method, method == "record.stop" ? #"{"recording":1}"# : "{}")
                #expect(reply.contains(#""permission_denied""#), "\(role) \(method): \(reply)")
            }
        }
        for path in ["take.wav", "/etc/cron.d/take", "../take.wav", "a/b.flac"] {
            let reply = try house.reply(.admin, "record.start", #"{"source":"player","path":"\#(path)"}"#)
            #expect(reply.contains(#""uri_not_allowed""#), "\(path): \(reply)")
        }
        let opened = try house.reply(.admin, "record.open", #"{"source":"player","format":"wav"}"#)
        #expect(opened.contains(#""permission_denied""#), "\(opened)")
        let started = try house.reply(.admin, "record.start", #"{"source":"player"}"#)
        #expect(started.contains("\"path\":\"\(system.directory.file("made"))/"), "\(started)")
        let listed = try await house.local.call("record.list")
        let id = Int(try #require(listed.number(at: "result.0.recording")))
        #expect(try page.readText().contains(#""recording.began""#))
        for method in ["record.pause", "record.resume", "record.list", "record.stop"] {
            let reply = try house.reply(.admin, method, method == "record.list" ? "{}" : "{\"recording\":\(id)}")
            #expect(reply.contains(#""result""#), "\(method): \(reply)")
        }
        try await house.daemon.stop()
    }

    @Test("an admin sets the equaliser of an output, names no impulse response, but takes one away, and no other role may")
    func filters() async throws {
        let system = try await PrivateSoundSystem.start()
        let house = try await house(system)
        let bands = #""equalizer":"Filter 1: ON PK Fc 100 Hz Gain -4 dB Q 1.0""#
        for role in [Wire.DeviceRole.view, .guest, .control] {
            let reply = try house.reply(role, "output.setFilters", "{\"output\":\"speaker\",\(bands)}")
            #expect(reply.contains(#""permission_denied""#), "\(role): \(reply)")
        }
        let set = try house.reply(.admin, "output.setFilters", "{\"output\":\"speaker\",\(bands),\"nightMode\":true}")
        #expect(set.contains(#""notes":[]"#), "\(set)")
        for path in ["/etc/passwd", "/nothing.wav"] {
            let reply = try house.reply(
                .admin, "output.setFilters", "{\"output\":\"speaker\",\"mono\":true,\"impulse\":\"\(path)\"}")
            #expect(reply.contains(#""uri_not_allowed""#), "\(path): \(reply)")
        }
        let chosen = try await house.local.call("output.filters")
        #expect(chosen.line.contains("100 Hz") && !chosen.line.contains("passwd") && !chosen.line.contains(#""mono":true"#))
        let taken = try house.reply(.admin, "output.setFilters", #"{"output":"speaker","impulse":null}"#)
        #expect(taken.contains(#""notes":[]"#), "\(taken)")
        try await house.daemon.stop()
    }

    @Test("who may control says something to everybody, as a sound alone, of a bounded size, and only from the page itself")
    func voice() async throws {
        let system = try await PrivateSoundSystem.start()
        let house = try await house(system)
        let control = try #require(house.devices[.control])
        let sound = WaveFile.encode(AudioFixture.unique(frameCount: 8_000, sampleRate: 8_000), as: .signed(bits: 16))
        #expect(try house.announce(sound, [Self.elsewhere]).status == 401)
        for role in [Wire.DeviceRole.view, .guest] {
            #expect(try house.announce(sound, house.devices[role] ?? []).status == 403, "\(role)")
        }
        #expect(try house.announce(sound, control, type: "text/plain").status == 415)
        for other in [
            "", "#EXTM3U\nhttp://127.0.0.1/a.ts\n", "#EXTM3U\nWAVE\n/etc/passwd\n", "RIFF    AVI LIST", "OggS nothing else",
        ] {
            let answer = try house.announce(Array(other.utf8), control)
            #expect(answer.status == 415 && answer.text.contains(#""error""#), "\(other): \(answer.status) \(answer.text)")
        }
        #expect(try house.announce(Array(repeating: 0, count: (2 << 20) + 1), control).status == 413)
        #expect(try WebClient(port: house.port).request("GET", "/announce", control).status == 405)
        #expect(try house.announce(sound, control + ["Origin: http://evil.example"]).status == 403)
        let answer = try house.announce(sound, control)
        #expect(answer.status == 200 && answer.text.hasPrefix(#"{"announcement":"#), "\(answer.status) \(answer.text)")
        try await house.local.waitForEvent("announcement.began")
        #expect(try await house.local.waitForEvent("announcement.ended").string(at: "params.reason") == "finished")
        // Places are given back, whatever became of those before.
        for _ in 0..<6 { #expect(try house.announce(Array("junk".utf8), control).status == 415) }
        #expect(try house.announce(sound, house.devices[.admin] ?? [], type: "audio/webm;codecs=opus").status == 200)
        try await house.daemon.stop()
    }

    @Test("only who may list the devices hears that others are paired")
    func devices() async throws {
        let system = try await PrivateSoundSystem.start()
        let house = try await house(system)
        var pages: [Wire.DeviceRole: WebClient] = [:]
        for (role, lines) in house.devices {
            let page = try WebClient(port: house.port)
            #expect(try page.upgrade(lines).status == 101)
            page.send(text: #"{"id":1,"method":"events.subscribe","params":{"types":["remote.","player.volumeChanged"]}}"#)
            #expect(try page.readText().contains(#""result""#))
            pages[role] = page
        }
        try await house.local.call("remote.revoke", "{\"device\":1}")
        try await house.local.waitForEvent("remote.devicesChanged")
        try await house.local.call("volume", #"{"level":0.5}"#)
        for (role, page) in pages where role != .view {
            let text = try page.readText()
            #expect(text.contains(#""remote.devicesChanged""#) == (role == .admin), "\(role): \(text)")
        }
        try await house.daemon.stop()
    }
}
