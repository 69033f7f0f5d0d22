import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Whoever wants to record does not answer the question", .serialized)
struct RecordPermissionTests {
    private static let record = #"{"source":"player","path":"memo.wav"}"#
    private static let configuration = "[session]\nrecord = \"ask\""

    private func answer(_ daemon: DaemonProcess, allow: Bool = true) async throws -> String {
        do throws(TestSupportError) {
            let program = try BuiltProgram.path(of: "fermata")
            let parameters = "{\"allow\":\(allow)}"
            let answer = try await Tool.run(
                program, ["call", "session.answerRecordPermission", parameters, "--json", "--socket", daemon.socket])
            return String(decoding: answer, as: UTF8.self)
        } catch {
            guard error.code == .programFailed else { throw error }
            return error.message
        }
    }

    @Test("neither over its own connection, nor over another one, nor by a program that it starts")
    func own() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system, configuration: Self.configuration)
        let (asker, watcher) = (try daemon.connect(), try daemon.connect())
        try await watcher.call("events.subscribe")
        try await asker.send(line: "{\"id\":77,\"method\":\"record.start\",\"params\":\(Self.record)}")
        try await watcher.waitForEvent("session.recordPermissionAsked")
        for _ in 0..<2 {
            let other = try daemon.connect()
            try await other.send(line: #"{"id":1,"method":"session.answerRecordPermission","params":{"allow":true}}"#)
            #expect(try await other.readLine()?.contains("permission_denied") == true)
        }
        #expect(try await answer(daemon).contains("cannot answer"))
        #expect(try await watcher.call("session.get").string(at: "result.recordPermission") == "undetermined")
        // Everybody may deny.
        _ = try await answer(daemon, allow: false)
        #expect(try await asker.readLine()?.contains("permission_denied") == true)
        try await daemon.stop()
    }

    @Test("another program does")
    func other() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system, configuration: Self.configuration)
        let watcher = try daemon.connect()
        try await watcher.call("events.subscribe")
        #expect(try await answer(daemon).contains("nobody has asked"))
        let asker = try await ChildProcess.launch(
            try BuiltProgram.path(of: "fermata"), ["call", "record.start", Self.record, "--socket", daemon.socket])
        try await watcher.waitForEvent("session.recordPermissionAsked")
        // This program has started the one that asks.
        let own = try await watcher.reply(to: "session.answerRecordPermission", #"{"allow":true}"#)
        #expect(own.string(at: "error.data.code") == "permission_denied")
        #expect(try await answer(daemon).contains("granted"))
        _ = try await asker.waitForExit()
        try await daemon.stop()
    }

    /// Runs the client, and returns what it prints.
    private func fermata(_ arguments: [String], _ daemon: DaemonProcess) async throws -> String {
        let output = try await Tool.run(try BuiltProgram.path(of: "fermata"), arguments + ["--socket", daemon.socket])
        return String(decoding: output, as: UTF8.self)
    }

    @Test("a client that asks before it records is listed with its purpose, and learns the answer, which is its own")
    func beforehand() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system, configuration: Self.configuration)
        let (watcher, later) = (try daemon.connect(), try daemon.connect())
        try await watcher.call("events.subscribe")
        let ask = ["call", "session.requestRecordPermission", #"{"purpose":"a\u001bmemo"}"#, "--socket", daemon.socket]
        let asker = try await ChildProcess.launch(try BuiltProgram.path(of: "fermata"), ask)
        let asked = try await watcher.waitForEvent("session.recordPermissionAsked")
        let id = try #require(asked.number(at: "params.request"))
        #expect(asked.string(at: "params.program") == "fermata" && asked.string(at: "params.purpose") == "a memo")
        #expect(asked.number(at: "params.pid") == Double(asker.processIdentifier))
        let list = try await later.call("session.recordPermissionRequests")
        #expect(list.string(at: "result.recordPermission") == "undetermined")
        #expect(list.number(at: "result.requests.0.request") == id)
        #expect(try await fermata(["permission"], daemon).contains("fermata (process \(asker.processIdentifier))"))
        let wrong = try await later.reply(to: "session.answerRecordPermission", #"{"allow":true,"request":99}"#)
        #expect(wrong.string(at: "error.data.code") == "record_request_not_found")
        #expect(try await fermata(["permission", "allow", "\(Int(id))"], daemon) == "it may record\n")
        let ended = try await watcher.waitForEvent("session.recordPermissionRequestEnded")
        #expect(ended.number(at: "params.request") == id && ended.string(at: "params.end") == "allowed")
        _ = try await asker.waitForExit()
        #expect(try await later.call("session.get").string(at: "result.recordPermission") == "undetermined")
        try await daemon.stop()
    }

    @Test("a request whose client has gone is withdrawn, and nobody is asked about it any more")
    func withdrawn() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system, configuration: Self.configuration)
        let watcher = try daemon.connect()
        try await watcher.call("events.subscribe")
        do {
            let asker = try daemon.connect()
            try await asker.send(line: #"{"id":1,"method":"session.requestRecordPermission"}"#)
            try await watcher.waitForEvent("session.recordPermissionAsked")
        }
        let ended = try await watcher.waitForEvent("session.recordPermissionRequestEnded")
        #expect(ended.string(at: "params.end") == "withdrawn")
        #expect(try await fermata(["permission"], daemon) == "a person is asked for each program that wants to record\n")
        try await daemon.stop()
    }

    @Test("a signal ends a client that waits for a person, which leaves no file and no question", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system, configuration: Self.configuration)
        let watcher = try daemon.connect()
        try await watcher.call("events.subscribe")
        let file = directory.file("memo.wav")
        let recorder = try await ChildProcess.launch(
            try BuiltProgram.path(of: "fermata"), ["record", "--from-player", "--socket", daemon.socket, file])
        try await watcher.waitForEvent("session.recordPermissionAsked")
        recorder.signal(signal)
        _ = try await recorder.waitForExit()
        let ended = try await watcher.waitForEvent("session.recordPermissionRequestEnded")
        #expect(ended.string(at: "params.end") == "withdrawn")
        #expect(access(file, F_OK) != 0)
        try await daemon.stop()
    }

    @Test("a recording says once that it waits, and how to answer, and begins when it is allowed", arguments: [true, false])
    func recording(intoFile: Bool) async throws {
        let directory = try TemporaryDirectory()
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system, configuration: Self.configuration)
        let watcher = try daemon.connect()
        try await watcher.call("events.subscribe")
        let file = intoFile ? [directory.file("memo.wav")] : []
        let arguments = ["record", "--from-player", "--purpose", "a memo", "--socket", daemon.socket] + file
        let log = directory.file("stderr")
        let recorder = try await ChildProcess.launch(try BuiltProgram.path(of: "fermata"), arguments, error: .file(log))
        let asked = try await watcher.waitForEvent("session.recordPermissionAsked")
        let id = Int(try #require(asked.number(at: "params.request")))
        #expect(asked.string(at: "params.purpose") == "a memo")
        _ = try await fermata(["permission", "allow", "\(id)"], daemon)
        try await watcher.waitForEvent("recording.began")
        recorder.signal(SIGINT)
        _ = try await recorder.waitForExit()
        let said = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(said.count { $0.contains("fermata permission allow \(id)") } == 1, "\(said)")
        try await daemon.stop()
    }
}
