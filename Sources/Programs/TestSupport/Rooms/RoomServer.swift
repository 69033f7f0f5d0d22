import FoundationEssentials
import Glibc
import Synchronization

/// A Snapcast server with a source of the network, for one test, and rooms that record what they play.
package final class RoomServer: Sendable {
    /// The port of the source, which a feed connects to.
    package let sourcePort: UInt16
    /// The port of the source for announcements; `nil` without one.
    package let announcementPort: UInt16?
    /// The port for clients that control the server.
    package let controlPort: UInt16
    private let streamPort: UInt16
    private let directory: TemporaryDirectory
    private let configurationFile: String
    private let format: String
    private let systemBus: String?
    private let process = Mutex<ChildProcess?>(nil)

    /// Whether the programs of Snapcast are there.
    package static var isInstalled: Bool {
        ["snapserver", "snapclient"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
    }

    /// Makes a server, which ``start()`` starts.
    /// - Parameters:
    ///   - format: the format of its stream: rate, bits and channels.
    ///   - codec: how it sends sound to rooms.
    ///   - announces: whether it has a source for announcements.
    ///   - systemBus: the address of the bus on which it finds Avahi, if it is not that of the machine.
    package init(
        format: String = "48000:16:2", codec: String = "pcm", announces: Bool = false, systemBus: String? = nil
    ) throws(TestSupportError) {
        self.format = format
        self.systemBus = systemBus
        directory = try TemporaryDirectory()
        (sourcePort, controlPort, streamPort) = (try freePort(), try freePort(), try freePort())
        announcementPort = announces ? try freePort() : nil
        let announcements = announcementPort.map {
            "source = tcp://127.0.0.1:\($0)/?name=Announcements&sampleformat=\(format)&mode=server"
        }
        configurationFile = try directory.write(
            """
            [server]
            datadir = \(try directory.makeDirectory("data"))
            [http]
            enabled = false
            [tcp]
            bind_to_address = 127.0.0.1
            port = \(controlPort)
            [stream]
            bind_to_address = 127.0.0.1
            port = \(streamPort)
            source = tcp://127.0.0.1:\(sourcePort)/?name=Fermata&sampleformat=\(format)&mode=server
            \(announcements ?? "")
            codec = \(codec)
            [logging]
            sink = stdout
            filter = *:debug
            """, to: "snapserver.conf")
    }

    /// Starts the server and waits until it listens.
    package func start() async throws(TestSupportError) {
        let log = ChildProcess.Output.file(directory.file("server.log"))
        var environment = ChildProcess.plainEnvironment
        if let systemBus { environment["DBUS_SYSTEM_BUS_ADDRESS"] = systemBus }
        let made = try await ChildProcess.launch(
            "snapserver", ["-c", configurationFile], environment: environment, output: log, error: log)
        process.withLock { $0 = made }
        try await waitUntil("snapserver to listen:\n\(self.log)") { () async throws(TestSupportError) -> Bool in
            guard made.isRunning else { throw TestSupportError(.programFailed, "snapserver has ended:\n\(self.log)") }
            return (try? ControlClient(port: controlPort)) != nil
        }
    }

    /// Ends the server as a crash does.
    package func kill() async throws(TestSupportError) {
        guard let old = process.withLock({ $0.take() }) else { return }
        try await old.stop(SIGKILL)
    }

    /// Stops the server's work without ending it, as a machine does that hangs, or lets it go on.
    package func freeze(_ isFrozen: Bool) { process.withLock { $0 }?.signal(isFrozen ? SIGSTOP : SIGCONT) }

    /// Waits until the server has saved `text` with its rooms and groups: two seconds after a change.
    package func waitUntilSaved(_ text: String) async throws(TestSupportError) {
        try await waitUntil("snapserver to save \(text)") {
            (try? readFile(directory.file("data/server.json"))).map { String(decoding: $0, as: UTF8.self).contains(text) }
                ?? false
        }
    }

    /// What the server has logged.
    package var log: String { (try? readFile(directory.file("server.log"))).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// How often the server has had to begin its time anew, because sound came too late.
    package var resynchronisations: Int { log.split(separator: "\n").count { $0.contains("Resync") || $0.contains("resync") } }

    /// Starts a room, which records what it plays from the moment on at which it is connected.
    package func room(_ name: String) async throws(TestSupportError) -> RecordedRoom {
        let (recording, log) = (directory.file("\(name).raw"), directory.file("\(name).log"))
        let client = try await ChildProcess.launch(
            "snapclient",
            [
                "-h", "127.0.0.1", "-p", "\(streamPort)", "--hostID", name, "--player", "file:filename=\(recording),mode=a",
                "--logsink",
                "file:\(log)",
            ], output: .file(directory.file("\(name).out")), error: .file(directory.file("\(name).out")))
        let room = RecordedRoom(client, recording: recording, log: log, format: format)
        try await waitUntil("snapclient to play") { () async throws(TestSupportError) -> Bool in
            guard client.isRunning else { throw TestSupportError(.programFailed, "snapclient has ended") }
            return (fileLength(recording) ?? 0) > 0
        }
        return room
    }
}

/// A room of a ``RoomServer``.
package final class RecordedRoom: Sendable {
    private let client: ChildProcess
    private let recording: String
    private let log: String
    private let rate: Int
    private let channelCount: Int

    init(_ client: ChildProcess, recording: String, log: String, format: String) {
        self.client = client
        self.recording = recording
        self.log = log
        let numbers = format.split(separator: ":").compactMap { Int($0) }
        (rate, channelCount) = (numbers[0], numbers[2])
    }

    /// Ends the room as a crash does.
    package func kill() async throws(TestSupportError) { try await client.stop(SIGKILL) }

    /// Whether the room itself was so late once that it had to begin anew in step, with a short silence or without the frames that it
    /// had missed. That happens where it is not given the time to run.
    package var hasLostStep: Bool {
        let text = (try? readFile(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return ["Buffer->full() && (abs(", "abs(age > 500)"].contains { text.contains($0) }
    }

    /// What was recorded so far; 16 bits.
    package func heard() throws(TestSupportError) -> PCMAudio {
        let bytes = try readFile(recording)
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            Float(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_768
        }
        return PCMAudio(sampleRate: rate, channelCount: channelCount, samples: samples)
    }

    /// What was recorded so far without the frames in which all samples are 0.
    package func sound() throws(TestSupportError) -> PCMAudio {
        let heard = try heard()
        var samples: [Float] = []
        for start in stride(from: 0, to: heard.samples.count, by: channelCount) {
            let frame = heard.samples[start..<start + channelCount]
            if frame.contains(where: { $0 != 0 }) { samples += frame }
        }
        return PCMAudio(sampleRate: rate, channelCount: channelCount, samples: samples)
    }
}
