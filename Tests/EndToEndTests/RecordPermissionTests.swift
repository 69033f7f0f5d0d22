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
}
