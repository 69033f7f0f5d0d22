import AudioTypes
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("A live list of segments (HLS) as stations have it", .serialized)
struct LiveListTests {
    /// A server with ten segments of a second of AAC, whose list a script sends. `live(first, count)` returns a list.
    private func server(_ script: String) async throws -> MediaServer {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 44_100), options: ["-c:a", "aac", "-b:a", "96k", "-f", "adts"],
            to: server.directory.file("one.aac"))
        try server.directory.write("#EXTM3U\n", to: "list.m3u8")
        try server.directory.write(
            """
            def live(first, segments, name="s", remark="", target=1):
                lines = [f"#EXTINF:1.0,{remark}\\none.aac?{name}={number}" for number in range(first, first + segments)]
                return "\\n".join(["#EXTM3U", f"#EXT-X-TARGETDURATION:{target}", f"#EXT-X-MEDIA-SEQUENCE:{first}"] + lines) + "\\n"
            def send(text):
                body = text.encode()
                handler.head(200, [("Content-Type", "application/vnd.apple.mpegurl"), ("Content-Length", len(body))])
                handler.wfile.write(body)
            def refuse(status):
                handler.head(status, [("Content-Length", "0")])

            """ + script, to: "script.py")
        return server
    }

    private func asked(_ server: MediaServer) -> [String] {
        server.requests.compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0.hasPrefix("/one.aac") }
    }

    private func reader(_ server: MediaServer, _ configuration: NetworkConfiguration = .patient) throws -> AudioReader {
        try AudioReader(at: server.address("list.m3u8?script=script.py"), configuration)
    }

    @Test("goes on after the list was away for a while", arguments: [404, 410, 503])
    func away(status: Int) async throws {
        let server = try await server("refuse(\(status)) if 3 <= count <= 5 else send(live(count, 3))")
        var reader = try reader(server)
        #expect(try Sound(reading: &reader, atMost: 44_100 * 7).count == 44_100 * 7)
        #expect(asked(server).count == Set(asked(server)).count)
    }

    @Test("whose list stays away is an error with the reason, and not the end")
    func gone() async throws {
        let server = try await server("refuse(404) if count > 2 else send(live(count, 3))")
        var reader = try reader(server, .init(timeoutSeconds: 4))
        let error = #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        #expect(error?.code == .networkFailed && error?.message.contains("404") == true)
    }

    @Test("goes on at the live end when the server counts anew", arguments: [(1_000, 0), (0, 900_000)])
    func restarted(first: Int, then: Int) async throws {
        let server = try await server("send(live(\(first) + count, 4) if count < 4 else live(\(then) + count, 6, 'new'))")
        var reader = try reader(server)
        #expect(try Sound(reading: &reader, atMost: 44_100 * 10).count == 44_100 * 10)
        let new = asked(server).filter { $0.contains("new") }
        #expect(new.count >= 3 && new.count == Set(new).count)
        let numbers = new.compactMap { Int($0.split(separator: "=").last ?? "") }
        #expect(numbers == numbers.sorted() && numbers.first == then + 4 + 3, "three segments before the end of its first list")
    }

    @Test("goes on where each segment has the name of the one before")
    func sameName() async throws {
        let server = try await server("send(live(count, 1).replace(f'?s={count}', ''))")
        var reader = try reader(server, .init(timeoutSeconds: 3))
        #expect(try Sound(reading: &reader, atMost: 44_100 * 6).count == 44_100 * 6)
    }

    @Test("that states no length of its segments is not asked for without a pause")
    func noLength() async throws {
        let server = try await server("send(live(7, 3, target=0).replace('INF:1.0', 'INF:0'))")
        var reader = try reader(server, .init(timeoutSeconds: 2))
        #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        let lists = server.requests.filter { $0.hasPrefix("/list.m3u8") }
        #expect(lists.count > 2 && lists.count < 40, "\(lists.count) requests in two seconds or some more")
    }

    @Test("whose list never changes again is an error with the reason")
    func dead() async throws {
        let server = try await server("send(live(7, 3))")
        var reader = try reader(server, .init(timeoutSeconds: 1))
        let error = #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        #expect(error?.code == .networkFailed && error?.message.contains("no new segment") == true)
    }

    @Test("tells the titles that its list remarks, each with its segment, and their end")
    func remarks() async throws {
        let script = """
            texts = ["One"] * 2 + ["Two"] * 2 + [""] * 2 + ["title=\\"Three\\",artist=\\"Band\\""] * 2
            parts = [f"#EXTINF:1.0,{text}\\none.aac?s={number}" for number, text in enumerate(texts)]
            send("\\n".join(["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + parts + ["#EXT-X-ENDLIST"]))
            """
        let server = try await server(script)
        var reader = try reader(server)
        let count = try Sound(reading: &reader).count
        let changes = reader.takeTagChanges()
        #expect(
            changes.map { [$0.tags["title"], $0.tags["artist"]] } == [
                ["One", nil], ["Two", nil], [nil, nil], ["Three", "Band"],
            ])
        expect(changes, at: [0, 2, 4, 6], of: 8, in: count)
    }

    @Test("tells the titles that its segments bring, each with its segment")
    func tags() async throws {
        let server = try await server("")
        let segment = try readFile(server.directory.file("one.aac"))
        for (number, title) in ["One", "One", "Two", "Two", "Three"].enumerated() {
            try writeFile(id3(Double(number), title) + segment, to: server.directory.file("seg\(number).aac"))
        }
        let lines = (0..<5).map { "#EXTINF:1.0,\nseg\($0).aac\n" }.joined()
        try server.directory.write("#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + lines + "#EXT-X-ENDLIST\n", to: "tagged.m3u8")
        var reader = try AudioReader(at: server.address("tagged.m3u8"), .patient)
        let own = reader.info.description.tags
        #expect(own["title"] == nil)
        let count = try Sound(reading: &reader).count
        let changes = reader.takeTagChanges()
        #expect(changes.map { $0.tags["title"] } == ["One", "Two", "Three"])
        expect(changes, at: [0, 2, 4], of: 5, in: count)
    }

    /// Each change holds from one of `all` segments on, to within two packets of AAC, of which each segment has as many.
    private func expect(_ changes: [TagChange], at segments: [Int], of all: Int, in count: Int) {
        for (change, segment) in zip(changes, segments) {
            #expect(abs(Int(change.frame.value) - segment * count / all) <= 2_048, "\(change)")
        }
    }

    /// An ID3 tag with a time in seconds, as segments of packed audio have it, and a title.
    private func id3(_ seconds: Double, _ title: String) -> [UInt8] {
        func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
        }
        let ticks = UInt64(seconds * 90_000)
        let time =
            Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
            + (0..<8).reversed().map { UInt8(ticks >> (8 * $0) & 255) }
        let frames = frame("PRIV", time) + frame("TIT2", [3] + Array(title.utf8))
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 127)] + frames
    }
}
