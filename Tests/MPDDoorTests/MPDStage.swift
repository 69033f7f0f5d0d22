import Glibc
import TestSupport

/// A sound system, a recording sink, a daemon with a door for MPD, and a client on each of its two doors.
struct MPDStage {
    let system: PrivateSoundSystem
    let capture: SinkCapture
    let daemon: DaemonProcess
    let control: ControlClient
    let client: MPDTestClient
    /// The path of the door.
    let socket: String
    private let configuration: String

    /// Sets everything up. `configuration` follows in the section of MPD. With `music`, the library is that directory in the
    /// system's, and is not scanned at the start; the same goes for
    /// `playlists`.
    static func set(
        _ configuration: String = "", music: String = "no music", playlists: String = "no playlists"
    ) async throws -> MPDStage {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, channels: ["FL", "FR"])
        let socket = system.directory.file("mpd.sock")
        let configuration = """
            [mpd]
            socket = "\(socket)"
            \(configuration)
            [library]
            directories = ["\(system.directory.file(music))"]
            playlists = "\(system.directory.file(playlists))"
            scan_at_start = false
            """
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
        let control = try daemon.connect()
        try await control.call("events.subscribe")
        return MPDStage(
            system: system, capture: capture, daemon: daemon, control: control,
            client: try await MPDTestClient(connectingTo: socket), socket: socket, configuration: configuration)
    }

    /// Starts the daemon again once it has ended, and connects a client. The daemon ends with the returned object.
    func restart() async throws -> (DaemonProcess, MPDTestClient) {
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
        return (daemon, try await connect())
    }

    /// Has the daemon read its configuration again, with another directory of music.
    func reload(music: String) throws(TestSupportError) {
        let lines = configuration.split(separator: "\n").map { line in
            line.hasPrefix("directories = ") ? "directories = [\"\(system.directory.file(music))\"]" : String(line)
        }
        try system.directory.write(lines.joined(separator: "\n"), to: "fermata.toml")
        daemon.process.signal(SIGHUP)
    }

    /// Connects another client.
    func connect() async throws -> MPDTestClient { try await MPDTestClient(connectingTo: socket) }

    /// Makes the directory of the library that the configuration names, which is empty.
    func makeMusicDirectory() throws { _ = try system.directory.makeDirectory("no music") }

    /// Writes some seconds of sound to files, and returns their paths.
    func writeSongs(_ count: Int, seconds: Int = 30) throws -> [String] {
        try (0..<count).map { index in
            let path = system.directory.file("song \(index).wav")
            try AudioFiles.writeWave(
                AudioFixture.unique(frameCount: 44_100 * seconds, seed: UInt32(index + 1)), bits: 16, to: path)
            return path
        }
    }

    /// Adds songs to the queue.
    func fill(_ count: Int) async throws {
        for path in try writeSongs(count) { _ = try await client.ask("add \"\(path)\"") }
    }

    /// A stage with four songs in two directories, which the daemon has scanned, and a directory of playlists that is not there yet.
    static func withSongs() async throws -> MPDStage {
        let stage = try await set(music: "music", playlists: "lists")
        let directory = stage.system.directory
        for name in ["a/1", "a/2", "a/3", "b/4"] {
            try directory.makeDirectory("music/" + name.prefix(1))
            try await Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=9:r=8000", "-metadata", "title=T\(name.suffix(1))",
                    directory.file("music/\(name).flac"),
                ])
        }
        try await stage.scan()
        return stage
    }

    /// Has the daemon bring the library up to date, and waits until it has.
    func scan() async throws {
        try await client.ask("update")
        try await waitUntil("the scan") { () async throws(TestSupportError) -> Bool in
            do { return try await client.value("updating_db") == nil } catch {
                throw TestSupportError(.unexpectedAnswer, "\(error)")
            }
        }
    }

    /// Debian's Python, for which mutagen is installed; another may come first in the path.
    static let python = "/usr/bin/python3"

    /// The directory of the programs that make music and compare the daemon with MPD.
    static let scripts = String(#filePath.dropLast("Tests/MPDDoorTests/MPDStage.swift".count)) + "scripts/"
}
