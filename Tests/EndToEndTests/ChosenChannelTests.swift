import TestSupport
import Testing

@Suite("Chosen channels of a real device", .serialized)
struct ChosenChannelTests {
    @Test("are those with their numbers in the order of the device, and silence takes their place while they are muted")
    func channels() async throws {
        // Not in the order in which Fermata itself would have these channels.
        let sink = NullSink(
            name: "desk", description: "Desk", channels: ["FL", "FR", "RL", "RR", "FC", "LFE", "SL", "SR"], priority: 2_000)
        let stage = try await SessionStage.set(on: sink, configuration: "[recording]\n", sinks: [sink])
        // FL, FR, FC, LFE, BL, BR, SL, SR, each with a level of its own: an eighth for each step.
        let levels = (1...8).map { Float($0) / 16 }
        let audio = PCMAudio(
            sampleRate: 44_100, channelCount: 8, samples: (0..<44_100 * 30).flatMap { _ in levels })
        let path = stage.system.directory.file("levels.wav")
        try AudioFiles.writeWave(audio, to: path)
        try await stage.client.call("play", "{\"uri\":\"\(path)\"}")
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.waitForPosition(0.3)
        let data = try stage.daemon.connect()
        let opened = try await data.call(
            "record.open", #"{"source":"output","format":"raw","bits":"float","channels":[3,8,5]}"#)
        #expect(opened.number(at: "result.channels") == 3, "\(opened.line)")
        let reading = Task { try await data.readRest() }
        try await stage.waitForRecording(0.5)
        let muted = try await stage.client.call("record.setMuted", #"{"recording":1,"muted":true}"#)
        #expect(muted.value(at: "result.muted", as: Bool.self) == true)
        let mark = try await stage.client.waitForEvent("recording.marked") { $0.string(at: "params.cause") == "muted" }
        try await stage.waitForRecording(1.2)
        try await stage.client.call("record.setMuted", #"{"recording":1,"muted":false}"#)
        let end = try await stage.client.waitForEvent("recording.marked") { $0.string(at: "params.cause") == "unmuted" }
        try await stage.waitForRecording(1.6)
        try await stage.client.call("record.stop", #"{"recording":1}"#)
        let bytes = try await reading.value
        let samples = stride(from: 0, to: bytes.count, by: 4).map { place in
            Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * $1) })
        }
        let (from, to) = (Int(mark.number(at: "params.frame") ?? 0), Int(end.number(at: "params.frame") ?? 0))
        try #require(from > 0 && to > from && to < samples.count / 3)
        // Channel 3 of the device is BL, 8 is SR, and 5 is FC.
        let wanted = [levels[4], levels[7], levels[2]]
        let frames = (0..<samples.count / 3).map { Array(samples[$0 * 3..<$0 * 3 + 3]) }
        let sounding = try #require(frames.firstIndex(of: wanted), "\(frames.first { $0 != [0, 0, 0] } ?? [])")
        #expect(frames[sounding..<from].allSatisfy { $0 == wanted })
        #expect(frames[from..<to].allSatisfy { $0 == [0, 0, 0] })
        #expect(frames[to...].allSatisfy { $0 == wanted })
        let refused = try await stage.client.reply(to: "record.start", #"{"source":"output","path":"x.wav","channels":[9]}"#)
        #expect(refused.errorName == "invalid_params" && refused.line.contains("no channel 9"), "\(refused.line)")
    }
}

extension SessionStage {
    /// Waits until the first recording is so many seconds long.
    fileprivate func waitForRecording(_ seconds: Double) async throws {
        try await waitUntil("\(seconds) s of a recording") { () async throws(TestSupportError) in
            try await client.call("record.list").number(at: "result.0.duration") ?? 0 >= seconds
        }
    }
}
