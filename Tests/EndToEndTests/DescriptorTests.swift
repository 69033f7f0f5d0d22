import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("A daemon whose open files are limited", .serialized)
struct DescriptorTests {
    @Test("clients of one door leave enough for those of the other, for media and for the state")
    func allPlaces() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        try await system.addSink(.speaker)
        try await system.waitForDefaultSink(NullSink.speaker.name)
        let song = system.directory.file("song.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 30), to: song)
        let socket = system.directory.file("mpd.sock")
        // Fewer than the doors want: a reserve is half of it.
        let daemon = try await DaemonProcess.start(
            in: system, configuration: "[mpd]\nsocket = \"\(socket)\"", wrapper: ["prlimit", "--nofile=300:300"])
        let client = try daemon.connect()
        try await client.call("status")
        var silent: [ControlClient] = []
        var spoken: [ControlClient] = []
        var refusal: String?
        while refusal == nil, spoken.count < 400 {
            let one = try ControlClient(connectingTo: socket)
            let line = try await one.readLine()
            if line == "OK MPD 0.24.0" {
                try await one.send(line: "status")
                while let line = try await one.readLine(), line != "OK" {}
                spoken.append(one)
            } else {
                refusal = line
            }
        }
        #expect(refusal == "ACK [4@0] {} 150 clients are connected, which is the limit")
        #expect(spoken.count == 149)
        for _ in 0..<20 { silent.append(try daemon.connect()) }
        let answer = try await silent[0].readLine()
        #expect(answer?.contains("150 clients are connected, which is the limit") == true)
        try await client.call("queue.add", "{\"uris\":[\"\(song)\"]}")
        try await client.call("play")
        try await waitUntil("the music") { () async throws(TestSupportError) -> Bool in
            try await client.call("status").string(at: "result.state") == "playing"
        }
        // The log says it once, however many were refused.
        #expect(daemon.log.split(separator: "\n").count { $0.contains("refusing clients") } <= 2)
        spoken = []
        try await waitUntil("a place") { () async throws(TestSupportError) -> Bool in
            try await daemon.connect().call("status").string(at: "result.state") == "playing"
        }
        try await daemon.stop()
    }

    @Test("a daemon without a free descriptor waits for one, and serves the clients that wait as soon as there is one")
    func noDescriptor() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        try await client.call("status")
        let process = daemon.process.processIdentifier
        // Nothing that is open is closed by this.
        try await Tool.run("prlimit", ["--pid", "\(process)", "--nofile=3:"])
        let waiting = try daemon.connect()
        try await waiting.send(line: #"{"method":"status","id":1}"#)
        try await waitUntil("the failure") { daemon.log.contains("cannot accept clients") }
        // A loop that tries again and again never sleeps.
        var asleep = 0
        try await waitUntil("a loop that sleeps", poll: .milliseconds(5)) {
            asleep = Self.controlSleeps(of: process) ? asleep + 1 : 0
            return asleep == 20
        }
        try await client.call("status")
        #expect(daemon.log.split(separator: "\n").count { $0.contains("cannot accept clients") } == 1)
        try await Tool.run("prlimit", ["--pid", "\(process)", "--nofile=1024:"])
        #expect(try await waiting.readLine()?.contains("\"id\":1") == true)
        try await daemon.stop()
    }

    /// Whether the control thread of a daemon waits for something at this moment.
    private static func controlSleeps(of process: pid_t) -> Bool {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.contains { thread in
            let stat = (try? readFile("/proc/\(process)/task/\(thread)/stat")).map { String(decoding: $0, as: UTF8.self) }
            return stat?.contains("(fermata-control) S ") == true
        }
    }
}
