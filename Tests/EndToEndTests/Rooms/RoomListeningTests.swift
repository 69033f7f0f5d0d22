import Glibc
import TestSupport
import Testing

@Suite(
    "What the sound for rooms goes through", .serialized,
    .enabled(if: RoomServer.isInstalled, "needs snapserver and snapclient"))
struct RoomListeningTests {
    private func noise(seconds: Double, seed: UInt32 = 1) -> PCMAudio {
        AudioFixture.unique(frameCount: Int(seconds * 48_000), sampleRate: 48_000, seed: seed)
    }

    /// Chooses what the sound goes through, and waits until it is made: on a busy machine, sound does not wait that long.
    private func choose(_ parts: String, _ stage: RoomStage) async throws {
        try await stage.client.call("output.setFilters", "{\"output\":\"snapcast\",\(parts)}")
        let process = stage.daemon.process.processIdentifier
        try await waitUntil("the filters") { () async throws(TestSupportError) -> Bool in
            try !ThreadActivity(of: process).names.contains("fermata-filters")
        }
    }

    @Test("an impulse response of one tap lets each room hear every sample, later, up to the last one")
    func impulse() async throws {
        let stage = try await RoomStage.set()
        let path = stage.system.directory.file("room.wav")
        let taps = PCMAudio(sampleRate: 48_000, channelCount: 1, samples: [Float](repeating: 0, count: 4_000) + [1])
        try writeFile(WaveFile.encode(taps, as: .float), to: path)
        try await choose("\"impulse\":\"\(path)\"", stage)
        let audio = noise(seconds: 3)
        try await stage.play(try stage.write(audio, "noise"))
        try await stage.waitForRooms(toPlay: 24_000)
        let active = try await stage.client.call("output.filters", "{\"output\":\"snapcast\"}")
        #expect(active.line.contains("\"parts\":[\"impulse\"]") && !active.line.contains("problem"), "\(active.line)")
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("a curve is heard in each room at the levels of its points")
    func curve() async throws {
        let stage = try await RoomStage.set()
        try await choose(
            "\"equalizer\":\"GraphicEQ: 20 -20; 500 -20; 4000 0; 20000 0\",\"automaticLevel\":false", stage)
        // A low tone and then a high one.
        let count = 48_000
        let samples = (0..<2 * count).flatMap { (frame: Int) -> [Float] in
            let sample = Float(0.4 * sin(2 * Double.pi * Double(frame) * (frame < count ? 100 : 8_000) / 48_000))
            return [sample, sample + 0.1]
        }
        let audio = PCMAudio(sampleRate: 48_000, channelCount: 2, samples: samples)
        try await stage.play(try stage.write(audio, "tones"))
        try await stage.waitForEnd()
        for room in stage.rooms {
            try await waitUntil("the tones") { () async throws(TestSupportError) -> Bool in
                try room.sound().frameCount >= 2 * count - 480
            }
            let sound = try room.sound()
            func level(_ range: Range<Int>) -> Double {
                let frames = sound[range].samples
                let squares = stride(from: 0, to: frames.count, by: 2).map { Double(frames[$0]) * Double(frames[$0]) }
                return 20 * log10((2 * squares.reduce(0, +) / Double(squares.count)).squareRoot() / 0.4)
            }
            let (low, high) = (level(10_000..<40_000), level(count + 10_000..<count + 40_000))
            #expect(abs(low + 20) < 0.1 && abs(high) < 0.1, "\(low) \(high)")
        }
    }

    @Test("an announcement to a room goes through what the rooms' sound goes through, to its last sample")
    func announcement() async throws {
        let stage = try await RoomStage.set(announces: true)
        try await waitUntil("the rooms to be known") { () async throws(TestSupportError) -> Bool in
            try await stage.client.reply(to: "rooms.list").errorCode == nil
        }
        let path = stage.system.directory.file("room.wav")
        let taps = PCMAudio(sampleRate: 48_000, channelCount: 1, samples: [Float](repeating: 0, count: 24_000) + [1])
        try writeFile(WaveFile.encode(taps, as: .float), to: path)
        try await choose(
            "\"equalizer\":\"Preamp: -6.0206 dB\",\"automaticLevel\":false,\"impulse\":\"\(path)\"", stage)
        // Even numbers, of which the half is a number.
        let half = PCMAudio(
            sampleRate: 48_000, channelCount: 2,
            samples: noise(seconds: 1.5, seed: 2).samples.map { ($0 * 16_384).rounded(.towardZero) / 32_768 })
        let words = PCMAudio(sampleRate: 48_000, channelCount: 2, samples: half.samples.map { $0 * 2 })
        let kitchen = stage.rooms[0]
        try await stage.client.call(
            "announce", "{\"uri\":\"\(try stage.write(words, "words"))\",\"rooms\":[\"kitchen\"],\"volume\":1}")
        let ended = try await stage.client.waitForEvent("announcement.ended")
        #expect(ended.string(at: "params.reason") == "finished")
        try await waitUntil("the room to be back") { () async throws(TestSupportError) -> Bool in
            let list = try await stage.client.call("rooms.list")
            return !list.line.contains("\"stream\":\"Announcements\"")
        }
        let result = SampleComparison(of: try kitchen.sound(), with: half)
        stage.expectUnlessBusy(
            RoomStage.isKept(result, leavingOut: RoomStage.mayLeaveOut(kitchen)), "\(result)\n\(stage.daemon.log)")
    }
}
