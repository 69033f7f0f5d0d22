import FoundationEssentials
import Glibc
import JSON
import TestSupport
import Testing

@Suite("A service in the web that is told what is heard", .serialized)
struct ToldListenTests {
    private static let recording = "3e8f3a2c-5d5f-4b7a-9a54-1f5a0a6d9c01"
    private static let artist = "3e8f3a2c-5d5f-4b7a-9a54-1f5a0a6d9c02"

    private func makeFile(_ path: String, seconds: Int, _ title: String) async throws {
        let tags = [
            "title=\(title)", "artist=A. Composer", "MUSICBRAINZ_TRACKID=\(Self.recording)",
            "MUSICBRAINZ_ARTISTID=\(Self.artist)",
        ]
        try await Tool.run(
            "ffmpeg",
            ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=f=440:d=\(seconds):r=44100"] + tags.flatMap { ["-metadata", $0] } + [
                path
            ])
    }

    private func waitUntilHeard(_ client: ControlClient, _ uri: String, beyond seconds: Double) async throws {
        try await waitUntil("\(uri) to be heard beyond \(seconds) s") { () async throws(TestSupportError) -> Bool in
            let status = try await client.call("status")
            return status.string(at: "result.item.uri") == uri && status.number(at: "result.position.seconds") ?? 0 > seconds
        }
    }

    private func told(_ server: ListenServer, _ kind: String) throws -> [JSONValue] {
        try server.requests.map { try JSONValue(parsing: $0.body) }.filter { $0["listen_type"]?.stringValue == kind }
    }

    @Test("what was heard for half its length comes exactly once, with its time and identifiers, over an outage and a crash")
    func exactly() async throws {
        let server = try await ListenServer.start()
        let directory = try TemporaryDirectory()
        let token = directory.file("token")
        try writeFile(Array("very-secret\n".utf8), to: token)
        #expect(chmod(token, 0o600) == 0)
        let configuration = """
            [playback]
            restore = "off"
            [library]
            directories = []
            [listenbrainz]
            token_file = "\(token)"
            address = "\(server.address)/"
            """
        let stage = try await Stage.set(configuration: configuration)
        let (whole, skipped, sought, paused) = (
            directory.file("whole.flac"), directory.file("skipped.flac"), directory.file("sought.flac"),
            directory.file("paused.flac")
        )
        try await makeFile(whole, seconds: 3, "Whole")
        try await makeFile(skipped, seconds: 60, "Skipped")
        try await makeFile(sought, seconds: 60, "Sought")
        try await makeFile(paused, seconds: 3, "Paused")
        let begin = Int64(time(nil))
        // Nothing is told of what only waits.
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paused)\"]}")
        try await stage.play(whole)
        try await waitUntil("what plays") { server.requests.count == 1 }
        let playing = try #require(try told(server, "playing_now").first?["payload"]?.arrayValue?.first)
        #expect(playing["track_metadata"]?["track_name"]?.stringValue == "Whole" && playing["listened_at"] == nil)
        try server.answer("503")
        try await stage.client.waitForEvent("library.listened") { $0.string(at: "params.uri") == whole }
        try await waitUntil("the outage") { stage.daemon.log.contains("ListenBrainz has answered with status 503") }
        let check = try await stage.client.call("server.check")
        #expect("\(check)".contains("ListenBrainz is not told what is heard") && "\(check)".contains("1 song waits"))
        try await stage.play(skipped)
        try await waitUntilHeard(stage.client, skipped, beyond: 0.5)
        try await stage.play(sought)
        try await waitUntilHeard(stage.client, sought, beyond: 0.3)
        try await stage.client.call("seek", "{\"position\":59}")
        try await stage.client.waitForEvent("library.listened") { $0.string(at: "params.uri") == sought }
        try await stage.play(paused)
        try await waitUntilHeard(stage.client, paused, beyond: 0.3)
        try await stage.client.call("pause")
        try await stage.client.call("play")
        try await stage.client.waitForEvent("library.listened") { $0.string(at: "params.uri") == paused }
        let end = Int64(time(nil))
        let kept = {
            (try? readFile(stage.daemon.stateDirectory + "/listens-listenbrainz.json")).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        try await waitUntil("the file") { kept()?.contains("Paused") == true }
        _ = try await stage.daemon.process.stop(SIGKILL)
        try server.answer("ok")
        let daemon = try await DaemonProcess.start(in: stage.system, configuration: configuration)
        try await waitUntil("all that waits") { (try? told(server, "import").count) == 1 }
        let songs = try #require(try told(server, "import").first?["payload"]?.arrayValue)
        #expect(songs.compactMap { $0["track_metadata"]?["track_name"]?.stringValue } == ["Whole", "Paused"])
        let times = songs.compactMap { $0["listened_at"]?.integerValue }
        #expect(times.count == 2 && times[0] >= begin - 1 && times[0] < times[1] && times[1] <= end, "\(begin) \(times) \(end)")
        for song in songs {
            let more = song["track_metadata"]?["additional_info"]
            #expect(more?["recording_mbid"]?.stringValue == Self.recording)
            #expect(more?["artist_mbids"]?.arrayValue == [.string(Self.artist)])
        }
        #expect(server.requests.allSatisfy { $0.authorization == "Token very-secret" && $0.path == "/1/submit-listens" })
        // The thread was there for that only, and no single listen came besides.
        try await waitUntil("the thread to end") {
            (try? ThreadActivity(of: daemon.process.processIdentifier).names.contains("fermata-listens")) == false
        }
        #expect(try told(server, "single").count == 1)
        #expect(!stage.daemon.log.contains("very-secret") && !daemon.log.contains("very-secret"))
        try await daemon.stop()
        try await server.stop()
        withExtendedLifetime(directory) {}
    }

    @Test("where no service is named, nothing of it runs, and nothing is written")
    func off() async throws {
        let stage = try await Stage.set()
        let song = stage.system.directory.file("song.flac")
        try await makeFile(song, seconds: 2, "Song")
        try await stage.play(song)
        try await stage.client.waitForEvent("library.listened")
        let process = stage.daemon.process.processIdentifier
        let maps = String(decoding: try readFile("/proc/\(process)/maps"), as: UTF8.self)
        #expect(!maps.contains("libcurl"))
        #expect(!"\(try await stage.client.call("server.check"))".contains("scrobbling"))
        try await stage.daemon.stop()
    }
}
