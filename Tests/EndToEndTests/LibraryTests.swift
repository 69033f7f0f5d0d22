import TestSupport
import Testing

@Suite("A daemon with a library", .serialized)
struct LibraryTests {
    private static let limit = 20

    /// Runs what follows in a user namespace of its own, in which no more than ``limit`` directories can be watched.
    private static let limited = [
        "unshare", "--map-root-user", "sh", "-c", "echo \(limit) > /proc/sys/user/max_inotify_watches && exec \"$@\"", "sh",
    ]

    /// Where nobody may make such a namespace or set its limits, the test is skipped.
    static func canLimit() async -> Bool { (try? await Tool.run(limited[0], Array(limited.dropFirst()) + ["true"])) != nil }

    @Test(
        "directories beyond the system's limit of watches are told of and looked at from time to time, until the limit is raised",
        .enabled { await canLimit() })
    func watchLimit() async throws {
        let music = try Self.directories()
        let system = try await PrivateSoundSystem.start()
        let daemon = try await Self.limitedDaemon(in: system, music, pollInterval: 10)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        let told = try await Self.problem(client)
        // Something else in the daemon may watch a directory too.
        let watched = try #require(told.number(at: "result.watching.directories"))
        #expect(watched <= Double(Self.limit) && told.number(at: "result.watching.polled") == 41 - watched, "\(told.line)")
        let problem = try #require(told.string(at: "result.watching.problem"))
        #expect(problem.contains("are looked at every 10 s; raise fs.inotify.max_user_watches"), "\(problem)")
        try await waitUntil("the line in the log") { daemon.log.contains("Not all directories of music are watched.") }

        // A scan follows new watches, and may be over before this client hears anything: one that is asked for ends behind it. After it, only
        // looking finds what is new in the last directory.
        _ = try await end(of: try #require(try await client.call("library.update").number(at: "result.scan")), client)
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100), to: music.file("49/new.wav"))
        try await client.waitForEvent("library.changed") { $0.number(at: "params.added") == 1 }

        let process = "\(daemon.process.processIdentifier)"
        let raising = "echo 1000 > /proc/sys/user/max_inotify_watches"
        try await Tool.run("nsenter", ["--user", "--preserve-credentials", "--target", process, "sh", "-c", raising])
        try music.makeDirectory("50")
        try await client.waitForEvent("library.watching") { $0.number(at: "params.directories") == 42 }
        let all = try await client.call("library.statistics")
        #expect(all.number(at: "result.watching.polled") == 0 && all.string(at: "result.watching.problem") == nil, "\(all.line)")
        try await daemon.stop()
    }

    @Test("where nothing is looked at from time to time, it is told what finds the changes", .enabled { await canLimit() })
    func watchLimitWithoutPolling() async throws {
        let music = try Self.directories()
        let system = try await PrivateSoundSystem.start()
        let daemon = try await Self.limitedDaemon(in: system, music, pollInterval: 0)
        let told = try await Self.problem(try daemon.connect())
        let problem = try #require(told.string(at: "result.watching.problem"))
        #expect(problem.contains("are found by 'fermata library update' only; raise fs.inotify.max_user_watches"), "\(problem)")
        try await daemon.stop()
    }

    /// Makes a directory of music with forty in it.
    private static func directories() throws -> TemporaryDirectory {
        let music = try TemporaryDirectory()
        for number in 10..<50 { try music.makeDirectory("\(number)") }
        return music
    }

    private static func limitedDaemon(
        in system: PrivateSoundSystem, _ music: TemporaryDirectory, pollInterval: Int
    ) async throws -> DaemonProcess {
        let library = "directories = [\"\(music.path)\"]\nwatch = true\npoll_interval = \(pollInterval)\n"
        return try await DaemonProcess.start(in: system, configuration: "[library]\n\(library)", wrapper: limited)
    }

    /// Waits until the library says that not all directories are watched.
    private static func problem(_ client: ControlClient) async throws -> ControlMessage {
        try await waitFor("the limit to be told of") { () async throws(TestSupportError) -> ControlMessage? in
            let answer = try await client.call("library.statistics")
            return answer.string(at: "result.watching.problem") == nil ? nil : answer
        }
    }

    @Test("a scan that is cancelled tells it and keeps what it has read, and the next one reads the rest")
    func cancelled() async throws {
        // Several times as many as wait to be written: the scan is not near its end when its first songs are there.
        let count = 8_000
        let music = try TemporaryDirectory()
        let stage = try await Stage.set(
            configuration: "[library]\ndirectories = [\"\(music.path)\"]\nscan_at_start = false\n")
        let sound = stage.system.directory.file("sound.flac")
        try await Tool.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", sound])
        // A scan reads no more than the head: here the mark and the first block, which becomes the last one.
        var head = Array(try readFile(sound).prefix(42))
        head[4] |= 0x80
        for number in 1...count { try writeFile(head + [UInt8](repeating: 0, count: number), to: music.file("\(number).flac")) }

        let client = stage.client
        let first = try #require(try await client.call("library.update").number(at: "result.scan"))
        try await waitUntil("the first songs", poll: .milliseconds(1)) { () async throws(TestSupportError) -> Bool in
            try await client.call("library.statistics").number(at: "result.scan.added") ?? 0 > 0
        }
        try await client.call("library.cancelUpdate")
        let cancelled = try await end(of: first, client)
        #expect(cancelled.string(at: "params.state") == "cancelled", "\(cancelled.line)")
        let added = try #require(cancelled.number(at: "params.added"))
        #expect(added > 0 && added < Double(count), "\(cancelled.line)")
        #expect(try await client.call("library.statistics").number(at: "result.songs") == added)

        let second = try #require(try await client.call("library.update").number(at: "result.scan"))
        let rest = try await end(of: second, client)
        #expect(rest.string(at: "params.state") == "done", "\(rest.line)")
        #expect(rest.number(at: "params.added") == Double(count) - added, "\(rest.line)")
        #expect(try await client.call("library.statistics").number(at: "result.songs") == Double(count))
        try await stage.daemon.stop()
    }

    /// Waits for the end of a scan, whatever has become of it.
    private func end(of scan: Double, _ client: ControlClient) async throws -> ControlMessage {
        try await client.waitForEvent("library.progress") {
            $0.number(at: "params.scan") == scan && $0.string(at: "params.state") != "running"
        }
    }
}
