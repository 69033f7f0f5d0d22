import ControlProtocol
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("The door for the network over TLS", .serialized)
struct TLSDoorTests {
    private func configuration(_ port: UInt16, _ more: String = "") -> String {
        "[remote]\nlisten = [\"127.0.0.1:\(port)\"]\ntls = true\n\(more)"
    }

    private func finding(_ client: ControlClient) async throws -> (state: String, message: String) {
        struct Found: Decodable { let part, state, message: String }
        let list = try #require(try await client.call("server.check").value(at: "result", as: [Found].self))
        let found = try #require(list.first { $0.part == "remote" })
        return (found.state, found.message)
    }

    @Test("speaks TLS 1.2 and 1.3 and no other version, and carries calls, sockets and pairing as the plain door does")
    func calls() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let local = try daemon.connect()
        #expect(try await TLSClient.run(port: port, "version", "1.3") == "TLSv1.3 http/1.1")
        #expect(try await TLSClient.run(port: port, "version", "1.2") == "TLSv1.2 http/1.1")
        for old in ["1.0", "1.1"] {
            #expect(try await TLSClient.run(port: port, "version", old).hasPrefix("refused"), "\(old)")
        }
        let call = #"{"id":1,"method":"volume","params":{"level":0.25}}"#
        // Who is user of this machine is the same as without.
        let said = try await TLSClient.run(port: port, "call", call)
        #expect(said == #"200 {"jsonrpc":"2.0","id":1,"result":{"level":0.25,"muted":false}}"#)
        #expect(try await local.call("volume").number(at: "result.level") == 0.25)
        let document = try await TLSClient.run(port: port, "call", #"{"id":1,"method":"rpc.discover"}"#)
        #expect(document.utf8.count > 100_000 && document.hasSuffix("}"))
        let socket = try await TLSClient.run(port: port, "websocket").split(separator: "\n")
        #expect(socket.first == "101" && socket.dropFirst().first?.hasSuffix("True") == true && socket.last == "880203e8")
        #expect(try await TLSClient.run(port: port, "foreign") == "403")
        #expect(try await TLSClient.run(port: port, "big", "\(1 << 20)").hasPrefix("200 "))
        #expect(try await TLSClient.run(port: port, "big", "\((1 << 20) + 1)").hasPrefix("413 "))

        let offer = try await local.call("remote.pair")
        #expect(offer.string(at: "result.addresses.0") == "https://127.0.0.1:\(port)/")
        let fingerprint = try #require(offer.string(at: "result.fingerprint"))
        #expect(try await TLSClient.run(port: port, "fingerprint") == fingerprint)
        let code = try #require(offer.string(at: "result.code"))
        let paired = try await TLSClient.run(port: port, "pair", code)
        #expect(paired.hasPrefix("200 ") && paired.contains("; Secure") && paired.contains("; HttpOnly"), "\(paired)")
        let found = try await finding(local)
        #expect(found.state == "good" && found.message.contains("https://127.0.0.1:\(port)/"), "\(found)")
        #expect(found.message.filter(\.isHexDigit).lowercased().hasSuffix(fingerprint))
        try await daemon.stop()
    }

    @Test("the daemon's own certificate is the user's alone, stays over a restart, and is made anew once it is damaged")
    func own() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let first = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let file = first.stateDirectory + "/remote-tls.pem"
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let fingerprint = try await TLSClient.run(port: port, "fingerprint")
        // Whoever has the certificate itself checks it by that, the name of the machine too.
        let call = #"{"id":1,"method":"volume"}"#
        #expect(try await TLSClient.run(port: port, "call", call, file, "localhost").hasPrefix("200 "))
        #expect(try await TLSClient.run(port: port, "call", call, file, "127.0.0.1").hasPrefix("200 "))
        try await first.stop()

        let second = try await DaemonProcess.start(in: system, configuration: configuration(port))
        #expect(try await TLSClient.run(port: port, "fingerprint") == fingerprint)
        try await second.stop()

        try system.directory.write("no certificate", to: "fermata-state/remote-tls.pem")
        let third = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let other = try await TLSClient.run(port: port, "fingerprint")
        #expect(other != fingerprint && other.utf8.count == 64)
        #expect(third.log.split(separator: "\n").count { $0.contains("is set aside") && $0.contains("remote-tls.pem") } == 1)
        #expect(access(file + ".damaged", F_OK) == 0 && stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try await third.stop()

        // A name that it lacks: another certificate, with the same key.
        let fourth = try await DaemonProcess.start(in: system, configuration: configuration(port, "names = [\"music.home\"]\n"))
        #expect(try await TLSClient.run(port: port, "fingerprint") != other)
        #expect(try await TLSClient.run(port: port, "call", call, file, "music.home").hasPrefix("200 "))
        #expect(fourth.log.contains("gets another certificate"))
        try await fourth.stop()
    }

    @Test("whoever speaks no TLS, begins and says no more, or sends garbage gets a plain sentence or the end, and harms nobody")
    func hostile() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let plain = try await TLSClient.run(port: port, "plain")
        #expect(plain.hasPrefix("400 False ") && plain.contains("https://"), "\(plain)")
        let garbage = [
            "00", "16", "1603", "ff".padded(4_000), "16030100ff" + "00".padded(400), "1603ffffff" + "41".padded(40_000),
            "160301400001003ffc" + "00".padded(20_000), "150301000202280e", "1403010001011403010001" + "01", "80010203",
        ]
        // Those that may still become TLS wait until nobody has patience; the others are over at once.
        for text in garbage where text.utf8.count > 4 && !text.hasPrefix("16030100ff") {
            let said = try await TLSClient.run(port: port, "send", text)
            #expect(try #require(Double(said.split(separator: " ")[1])) < 25, "\(text.prefix(20)): \(said)")
        }
        // The beginning of a real one, and then nothing: it has the time of a head.
        async let slow = TLSClient.run(port: port, "send", "", "100")
        async let slower = TLSClient.run(port: port, "send", "", "3")
        _ = try await TLSClient.run(port: port, "cut")
        #expect(try await daemon.connect().call("volume").number(at: "result.level") == 1)
        for said in [try await slow, try await slower] {
            let seconds = try #require(Double(said.split(separator: " ")[1]))
            #expect((25...45).contains(seconds), "\(said)")
        }
        #expect(try await TLSClient.run(port: port, "version", "1.3") == "TLSv1.3 http/1.1")
        #expect(daemon.log.split(separator: "\n").count { $0.contains("has come to nothing") } == 1)
        try await daemon.stop()
    }

    @Test("two hundred connections one after the other leave nothing behind")
    func growth() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        func dirty() throws -> Int {
            let text = String(decoding: try readFile("/proc/\(daemon.process.processIdentifier)/smaps_rollup"), as: UTF8.self)
            let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        _ = try await TLSClient.run(port: port, "handshakes", "50")
        let before = try dirty()
        _ = try await TLSClient.run(port: port, "handshakes", "200")
        let after = try dirty()
        #expect(after - before < 1_500, "\(before) kB before, \(after) kB after")
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.process.processIdentifier)/fd").count
        #expect(open < 60)
        try await daemon.stop()
    }

    @Test("files of the user's are used, a reload takes renewed ones, and bad ones keep the door as it is, never without TLS")
    func files() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let (certificate, key) = (system.directory.file("door.pem"), system.directory.file("door-key.pem"))
        func sign(_ name: String) async throws {
            try await Tool.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=\(name)",
                    "-addext", "subjectAltName=DNS:\(name)", "-days", "30", "-keyout", key, "-out", certificate,
                ])
        }
        let text = configuration(port, "certificate_file = \"\(certificate)\"\nkey_file = \"\(key)\"\n")
        // Nothing is there: the daemon runs, and the door stays closed.
        let daemon = try await DaemonProcess.start(in: system, configuration: text)
        let local = try daemon.connect()
        #expect(daemon.log.contains("Browsers cannot connect.") && daemon.log.contains("door.pem cannot be read"))
        #expect(try await finding(local).state == "fault")
        #expect(throws: TestSupportError.self) { _ = try WebClient(port: port) }
        #expect(try await local.reply(to: "remote.pair").string(at: "error.data.code") == "remote_unavailable")

        try await sign("localhost")
        try await local.call("server.reload")
        let call = #"{"id":1,"method":"volume"}"#
        #expect(try await TLSClient.run(port: port, "call", call, certificate, "localhost").hasPrefix("200 "))
        #expect(try await finding(local).state == "good")
        // Others vouch for it: it is not known by its fingerprint.
        #expect(try await local.call("remote.pair").string(at: "result.fingerprint") == nil)
        let first = try await TLSClient.run(port: port, "fingerprint")
        try await sign("localhost")
        #expect(try await TLSClient.run(port: port, "fingerprint") == first)
        try await local.call("server.reload")
        let second = try await TLSClient.run(port: port, "fingerprint")
        #expect(second != first)

        try system.directory.write("garbage", to: "door-key.pem")
        try await local.call("server.reload")
        #expect(daemon.log.contains("The last certificate is used on.") && daemon.log.contains("door-key.pem: it has no key"))
        let found = try await finding(local)
        #expect(found.state == "warning" && found.message.contains("door-key.pem"))
        #expect(try await TLSClient.run(port: port, "fingerprint") == second)
        try await sign("localhost")
        chmod(key, 0o644)
        try await local.call("server.reload")
        #expect(try await finding(local).message.contains("others can read the key"))
        try await daemon.stop()
    }
}

extension String {
    /// The text so many times.
    fileprivate func padded(_ count: Int) -> String { String(repeating: self, count: count) }
}
