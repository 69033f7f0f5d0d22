import TestSupport
import Testing

@Suite("A real call", .serialized)
struct RecordedCallTests {
    @Test("pauses a recording, and one that is not interruptible goes on and may begin during it")
    func call() async throws {
        let stage = try await SessionStage.set(configuration: "[recording]\n")
        let microphone = try await stage.system.launch(
            try BuiltProgram.path(of: "sink-recorder"), ["--source", "--name", "microphone", "--rate", "44100"])
        try await waitUntil("the input") {
            (try? await stage.client.call("route.inputs"))?.line.contains(#""uid":"microphone""#) == true
        }
        let first = try stage.daemon.connect()
        let second = try stage.daemon.connect()
        let opened = try await first.call("record.open", #"{"input":"microphone","format":"raw"}"#)
        let other = try await second.call("record.open", #"{"input":"microphone","format":"raw","interruptible":false}"#)
        #expect(opened.value(at: "result.interruptible", as: Bool.self) == true)
        #expect(other.value(at: "result.interruptible", as: Bool.self) == false)
        let readings = [Task { try await first.readRest() }, Task { try await second.readRest() }]
        try await stage.waitForRecordings(["recording", "recording"])
        let caller = try await stage.startStream(role: "Communication")
        try await stage.waitForRecordings(["interrupted", "recording"])
        let refused = try await stage.client.reply(to: "record.start", #"{"input":"microphone"}"#)
        #expect(refused.errorName == "session_insufficient_priority" && refused.line.contains("record again"))
        let third = try stage.daemon.connect()
        let late = try await third.reply(to: "record.open", #"{"input":"microphone","format":"raw","interruptible":false}"#)
        #expect(late.errorName == nil, "\(late.line)")
        try await waitUntil("the second one to be longer") {
            let list = try? await stage.client.call("record.list")
            return (list?.number(at: "result.1.duration") ?? 0) > (list?.number(at: "result.0.duration") ?? 1e9) + 0.5
        }
        try await caller.stop()
        try await stage.waitForRecordings(["recording", "recording", "recording"])
        for id in 1...2 { try await stage.client.call("record.stop", "{\"recording\":\(id)}") }
        let counts = [try await readings[0].value.count, try await readings[1].value.count]
        #expect(counts[0] + 44_100 < counts[1] && counts[0] > 0)
        try await microphone.stop()
    }
}

extension SessionStage {
    /// Waits until the recordings, oldest first, are in these states.
    fileprivate func waitForRecordings(_ states: [String]) async throws {
        try await waitUntil("the recordings to be \(states)") { () async throws(TestSupportError) in
            let list = try await client.call("record.list")
            return states.indices.allSatisfy { list.string(at: "result.\($0).state") == states[$0] }
        }
    }
}
