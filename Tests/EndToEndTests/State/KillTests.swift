import Glibc
import TestSupport
import Testing

/// What a client sees of a daemon that a restart must bring back.
private struct Picture: Hashable {
    var items: [String]
    var modes: String
}

/// A client that changes the queue all the time, and knows what it has done when.
private struct Changer {
    var random = SystemRandomNumberGenerator()
    /// What was seen, oldest first, each with the moment at which the daemon had answered.
    var history: [(picture: Picture, time: ContinuousClock.Instant)] = []
    private var counter = 0

    mutating func note(_ client: ControlClient) async throws {
        history.append((try await client.picture(), .now))
    }

    /// One change that leaves the first item, which plays, where it is.
    mutating func change(_ client: ControlClient) async throws {
        let ids = try await client.identifiers().dropFirst()
        counter += 1
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where ids.count > 5:
            let gone = ids.shuffled(using: &random).prefix(2).map(String.init).joined(separator: ",")
            try await client.call("queue.remove", "{\"ids\":[\(gone)]}")
        case 1 where ids.count > 1:
            let place = Int.random(in: 1...ids.count, using: &random)
            try await client.call("queue.move", "{\"ids\":[\(ids.randomElement(using: &random) ?? 0)],\"position\":\(place)}")
        case 2:
            let mode = ["off", "all"].randomElement(using: &random) ?? "off"
            try await client.call("queue.set", "{\"repeat\":\"\(mode)\",\"consume\":\(Bool.random(using: &random))}")
        default:
            let place = Int.random(in: 1...ids.count + 1, using: &random)
            try await client.call("queue.add", "{\"uris\":[\"/song \(counter).flac\"],\"position\":\(place),\"missing\":true}")
        }
    }
}

extension ControlClient {
    fileprivate func picture() async throws(TestSupportError) -> Picture {
        struct Item: Decodable {
            var id: Int64
            var uri: String
        }
        let items = try await call("queue.list").value(at: "result.items", as: [Item].self) ?? []
        let status = try await call("status")
        let consumes = status.value(at: "result.queue.consume", as: Bool.self) ?? false
        return Picture(
            items: items.map { "\($0.id) \($0.uri)" }, modes: "\(status.string(at: "result.queue.repeat") ?? "") \(consumes)")
    }

    fileprivate func identifiers() async throws(TestSupportError) -> [Int64] {
        struct Item: Decodable { var id: Int64 }
        return try await call("queue.list").value(at: "result.items", as: [Item].self)?.map(\.id) ?? []
    }

    /// Where the music is now, in seconds.
    fileprivate func position() async throws(TestSupportError) -> Double {
        try await call("status").number(at: "result.position.seconds") ?? 0
    }
}

@Suite("A daemon that is killed", .serialized)
struct KillTests {
    private static let killCount = 24
    /// The two seconds of the promise, and as much again for a machine that is busy with other tests.
    private static let mostLost: Duration = .seconds(4)

    @Test("comes back with a queue of the last moments, at the place it was at, however often and whenever it is killed")
    func loop() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let song = system.directory.file("long.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 240), to: song)
        var changer = Changer()
        var random = SystemRandomNumberGenerator()
        // The first time it is the test that plays; from then on it goes on by itself.
        var daemon = try await DaemonProcess.start(in: system, configuration: "[playback]\nrestore = \"playing\"\n")
        var client = try daemon.connect()
        try await client.call("play", "{\"uri\":\"\(song)\"}")
        try await waitUntil("the state to be saved") { fileLength("\(daemon.stateDirectory)/state.json") != nil }
        for round in 1...Self.killCount {
            changer.history = []
            try await changer.note(client)
            let start = ContinuousClock.now
            let end = start + .milliseconds(Int.random(in: 50...2_600, using: &random))
            while ContinuousClock.now < end {
                try await changer.change(client)
                try await changer.note(client)
            }
            let position = try await client.position()
            let killed = ContinuousClock.now
            _ = try await daemon.process.stop(SIGKILL)

            daemon = try await DaemonProcess.start(in: system, configuration: "[playback]\nrestore = \"playing\"\n")
            client = try daemon.connect()
            let restored = try await client.picture()
            #expect(!daemon.log.contains("set aside"), "round \(round)\n\(daemon.log)")
            // A picture held until the next one was taken.
            let index = try #require(
                changer.history.lastIndex { $0.picture == restored }, "round \(round): \(restored) was never seen\n\(daemon.log)")
            let gone = index + 1 < changer.history.count ? killed - changer.history[index + 1].time : .zero
            #expect(gone <= Self.mostLost, "round \(round): \(gone) are lost")
            try await waitUntil("it to play on") { () async throws(TestSupportError) -> Bool in
                try await client.call("status").string(at: "result.state") == "playing"
            }
            let again = try await client.position()
            #expect(position - again <= Double(Self.mostLost.components.seconds), "round \(round): \(position) became \(again)")
            #expect(try await client.call("status").string(at: "result.item.uri") == song)
        }
        try await daemon.stop()
    }
}
