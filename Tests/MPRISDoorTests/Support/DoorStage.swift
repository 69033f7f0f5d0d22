import Glibc
import TestSupport
import Testing

/// A desktop with a speaker, a daemon on its session bus, and files to play.
struct DoorStage {
    static let name = "org.mpris.MediaPlayer2.fermata"
    static let path = "/org/mpris/MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let trackList = "org.mpris.MediaPlayer2.TrackList"

    let system: PrivateSoundSystem
    let daemon: DaemonProcess
    let client: ControlClient
    /// The files of the queue, in order.
    let files: [String]

    /// Starts a daemon with so many files of `seconds` in its queue. Nothing plays.
    static func set(files count: Int = 3, seconds: Int = 30, configuration: String = "") async throws -> DoorStage {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        try await system.addSink(.speaker)
        try await system.waitForDefaultSink(NullSink.speaker.name)
        var files: [String] = []
        for number in 0..<count {
            let path = system.directory.file("song \(number).wav")
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * seconds), to: path)
            files.append(path)
        }
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        let stage = DoorStage(system: system, daemon: daemon, client: client, files: files)
        if count > 0 {
            let uris = files.map { "\"\($0)\"" }.joined(separator: ",")
            try await client.call("queue.add", "{\"uris\":[\(uris)]}")
        }
        return stage
    }

    /// The same, and the first file is heard.
    static func playing(files count: Int = 3, seconds: Int = 30, configuration: String = "") async throws -> DoorStage {
        let stage = try await set(files: count, seconds: seconds, configuration: configuration)
        try await stage.client.call("play")
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.waitForStatus("Playing")
        return stage
    }

    /// Runs a program in the session, and returns what it prints, without the line end.
    @discardableResult
    func run(_ program: String, _ arguments: String...) async throws(TestSupportError) -> String {
        var text = try await system.run(program, arguments)[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Calls a method of the player with busctl.
    @discardableResult
    func call(_ method: String, _ arguments: String..., of interface: String = player) async throws(TestSupportError) -> String {
        let output = try await system.run(
            "busctl", ["--user", "call", Self.name, Self.path, interface, method, "--"] + arguments)
        return output
    }

    /// Reads a property with busctl, with its type in front.
    func property(_ name: String, of interface: String = player) async throws(TestSupportError) -> String {
        try await run("busctl", "--user", "get-property", Self.name, Self.path, interface, name)
    }

    /// Sets a property with busctl.
    func set(_ name: String, _ type: String, _ value: String) async throws(TestSupportError) {
        try await run("busctl", "--user", "set-property", Self.name, Self.path, Self.player, name, type, "--", value)
    }

    /// Waits until a property has this value.
    func waitFor(_ name: String, _ value: String, of interface: String = player) async throws {
        try await waitUntil("\(name) to be \(value)\n\(daemon.log)") { () async throws(TestSupportError) -> Bool in
            do throws(TestSupportError) {
                return try await property(name, of: interface) == value
            } catch {
                return false
            }
        }
    }

    /// Waits until the player is on the bus, with this status.
    func waitForStatus(_ status: String) async throws { try await waitFor("PlaybackStatus", "s \"\(status)\"") }

    /// What the control socket says of the player.
    func status(_ path: String) async throws -> String? { try await client.call("status").string(at: "result.\(path)") }
}

extension DoorStage {
    /// Returns a program on the session bus, once the player is there.
    func panel() async throws -> Panel {
        try await waitFor("CanControl", "b true")
        return try await Panel(at: try #require(system.environment["DBUS_SESSION_BUS_ADDRESS"]))
    }
}
