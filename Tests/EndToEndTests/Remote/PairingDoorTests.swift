import ControlProtocol
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Devices that are paired with the daemon", .serialized)
struct PairingDoorTests {
    private let json = "Content-Type: application/json"
    /// What makes of this user anybody: a request that another server passes on.
    private let elsewhere = "X-Forwarded-For: 192.0.2.1"

    private func configuration(_ port: UInt16) -> String { "[remote]\nlisten = [\"127.0.0.1:\(port)\"]\n" }

    /// Pairs a device as a browser, and returns the line with its cookie.
    private func pair(_ client: ControlClient, port: UInt16, role: String) async throws -> String {
        let offer = try await client.call("remote.pair", #"{"role":"\#(role)"}"#)
        let code = try #require(offer.string(at: "result.code"))
        let answer = try WebClient(port: port).request(
            "POST", "/pair", [json, elsewhere], body: #"{"code":"\#(code)","name":"the \#(role)"}"#)
        #expect(answer.status == 200 && !answer.text.contains("token"), "\(answer.text)")
        let cookie = try #require(answer.lines["set-cookie"])
        #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict") && cookie.contains("; Path=/"))
        return "Cookie: " + cookie.prefix { $0 != ";" }
    }

    @Test("a device pairs once with six digits, gets what its role may, is known after a restart, and is out once it is revoked")
    func lifecycle() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let local = try daemon.connect()
        let call = #"{"id":1,"method":"status"}"#
        #expect(try WebClient(port: port).post(call, [elsewhere]).status == 401)
        let offer = try await local.call("remote.pair")
        let code = try #require(offer.string(at: "result.code"))
        #expect(code.utf8.count == 6 && code.allSatisfy(\.isNumber) && offer.string(at: "result.role") == "control")
        #expect(offer.string(at: "result.addresses.0") == "http://127.0.0.1:\(port)/")
        let body = #"{"code":"\#(code)","name":"tele\u202Ephone\n","bearer":true}"#
        let paired = try WebClient(port: port).request("POST", "/pair", [json, elsewhere], body: body)
        #expect(paired.status == 200 && paired.lines["set-cookie"] == nil)
        let token = try #require(paired.text.split(separator: "\"").last { $0.utf8.count == 64 })
        // The digits are used up.
        #expect(try WebClient(port: port).request("POST", "/pair", [json], body: body).status == 403)
        let bearer = "Authorization: Bearer \(token)"
        #expect(try WebClient(port: port).post(call, [elsewhere, bearer]).status == 200)
        let wrong = "Authorization: Bearer \(token.dropLast())\(token.last == "0" ? "1" : "0")"
        #expect(try WebClient(port: port).post(call, [elsewhere, wrong]).status == 401)
        // The file has no token, and is the user's alone.
        let file = daemon.stateDirectory + "/devices.json"
        let text = String(decoding: try readFile(file), as: UTF8.self)
        #expect(!text.contains(token) && text.contains("telephone"))
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try await daemon.stop()

        let second = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let again = try second.connect()
        let page = try WebClient(port: port)
        #expect(try page.upgrade([elsewhere, bearer]).status == 101)
        let list = try await again.call("remote.list")
        #expect(list.string(at: "result.0.role") == "control" && list.number(at: "result.0.connections") == 1)
        page.send(text: call)
        #expect(try page.readText().contains(#""result""#))
        try await again.call("remote.revoke", "{\"device\":1}")
        #expect(try page.isEnded())
        #expect(try WebClient(port: port).post(call, [elsewhere, bearer]).status == 401)
        let unknown = try await again.reply(to: "remote.revoke", "{\"device\":1}")
        #expect(unknown.string(at: "error.data.code") == "device_not_found")
        try await second.stop()
        #expect(!String(decoding: try readFile(file), as: UTF8.self).contains("telephone"))
    }

    @Test("a device hears no events of what it may not list")
    func guardedEvents() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let local = try daemon.connect()
        let page = try WebClient(port: port)
        let cookie = try await pair(local, port: port, role: "view")
        #expect(try page.upgrade([elsewhere, cookie]).status == 101)
        page.send(text: #"{"id":1,"method":"events.subscribe"}"#)
        #expect(try page.readText().contains(#""result""#))
        let song = system.directory.file("song.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 4_410, sampleRate: 44_100), to: song)
        try await local.call("media.convert", #"{"uri":"\#(song)","path":"\#(system.directory.file("copy.flac"))"}"#)
        try await waitUntil("the job to be over") { () async throws(TestSupportError) -> Bool in
            let line = try await local.call("job.list").line
            return line.contains(#""state":"done""#) || line.contains(#""state":"failed""#)
        }
        // Events come in their order: those of the job would be before this one, beside what the device may hear.
        try await local.call("volume", #"{"level":0.5}"#)
        var heard: [String] = []
        repeat { heard.append(try page.readText()) } while heard.last?.contains("player.volumeChanged") == false
        #expect(!heard.contains { $0.contains(#""method":"job."#) }, "\(heard)")
        try await daemon.stop()
    }

    @Test("no device of any role can call a method that needs more, whatever it tries")
    func roles() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let local = try daemon.connect()
        for role in Wire.Role.allCases where role != .owner {
            let cookie = try await pair(local, port: port, role: role.rawValue)
            let page = try WebClient(port: port)
            #expect(try page.upgrade([elsewhere, cookie]).status == 101)
            let rank = Wire.Role.allCases.firstIndex(of: role) ?? 0
            for method in Methods.all {
                let isAllowed = (Wire.Role.allCases.firstIndex(of: method.role) ?? 0) <= rank
                // What is allowed is asked for with a parameter that no method has, so that nothing happens.
                page.send(text: #"{"id":1,"method":"\#(method.name)","params":{"nonsense":1}}"#)
                let reply = try page.readText()
                let isLimited = role == .guest && method.role == .guest && reply.contains("limit_exceeded")
                let expected = isAllowed ? "invalid_params" : "permission_denied"
                #expect(reply.contains("\"\(expected)\"") || isLimited, "\(role) \(method.name): \(reply)")
            }
        }
        try await daemon.stop()
    }

    @Test("a guest adds at a pace")
    func guest() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let cookie = try await pair(try daemon.connect(), port: port, role: "guest")
        let call = #"{"id":1,"method":"queue.add","params":{"uris":["http://example.org/a"]}}"#
        var replies: [String] = []
        for _ in 0..<14 { replies.append(try WebClient(port: port).post(call, [elsewhere, cookie]).text) }
        #expect(replies.prefix(10).allSatisfy { $0.contains(#""ids""#) })
        #expect(replies.suffix(3).contains { $0.contains("limit_exceeded") })
        #expect(
            try WebClient(port: port).post(#"{"id":1,"method":"queue.clear"}"#, [elsewhere, cookie]).text.contains(
                "permission_denied"))
        try await daemon.stop()
    }

    @Test("digits cannot be tried out, are worth nothing after too many, and pages of somebody else cannot name them")
    func guessing() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let local = try daemon.connect()
        func attempt(_ code: String, _ lines: [String] = [], name: String = "n") throws -> Int {
            try WebClient(port: port).request(
                "POST", "/pair", [json] + lines, body: "{\"code\":\"\(code)\",\"name\":\"\(name)\"}"
            ).status
        }
        #expect(try attempt("123456") == 403)
        let offer = try await local.call("remote.pair", #"{"role":"admin"}"#)
        let code = try #require(offer.string(at: "result.code"))
        #expect(try attempt(code, ["Origin: http://evil.example"]) == 403)
        #expect(try attempt(code, ["Sec-Fetch-Site: cross-site"]) == 403)
        #expect(try attempt(code, name: "") == 400)
        #expect(try WebClient(port: port).request("GET", "/pair?code=\(code)").status == 405)
        for wrong in ["[]", "{}", "{\"code\":1}", "x", String(repeating: " ", count: 5_000)] {
            let status = try WebClient(port: port).request("POST", "/pair", [json], body: wrong).status
            #expect(status == (wrong.utf8.count > 4_096 ? 413 : 400))
        }
        for _ in 0..<5 { #expect(try attempt("no") == 403) }
        #expect(try attempt(code) == 429)
        #expect(daemon.log.split(separator: "\n").count { $0.contains("A wrong code for pairing") } == 1)
        #expect(try await local.call("remote.list").string(at: "result.0.name") == nil)
        try await daemon.stop()
        // Without the door, there is nothing to pair with.
        let other = try await DaemonProcess.start(in: system, name: "other")
        let refused = try await other.connect().reply(to: "remote.pair")
        #expect(refused.string(at: "error.data.code") == "remote_unavailable")
        try await other.stop()
    }
}
