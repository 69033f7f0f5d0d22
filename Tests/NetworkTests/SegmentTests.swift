import AudioTypes
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("A stream in segments (HLS)", .serialized)
struct SegmentTests {
    /// A server with ten seconds of sound in segments of two, as `list.m3u8`.
    private func server(_ options: [String] = []) async throws -> MediaServer {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 441_000),
            options: ["-c:a", "aac", "-b:a", "96k", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"] + options,
            to: server.directory.file("list.m3u8"))
        return server
    }

    private func reference(_ server: MediaServer) async throws -> [Float] {
        let audio = try await AudioFiles.decode(server.directory.file("list.m3u8"), sampleRate: 44_100, channelCount: 2)
        return stride(from: 0, to: audio.samples.count, by: 2).map { audio.samples[$0] }
    }

    @Test(
        "is heard whole and in order",
        arguments: [[], ["-hls_segment_type", "fmp4"], ["-hls_flags", "single_file"]])
    func whole(_ options: [String]) async throws {
        let server = try await server(options)
        var reader = try AudioReader(at: server.address("list.m3u8"), .patient)
        let sound = try Sound(reading: &reader)
        let reference = try await reference(server)
        #expect(sound.planes[0] == reference)
        #expect(reference.count > 440_000)
    }

    @Test("that is live is heard on as its list moves, every segment once and in order")
    func live() async throws {
        let server = try await server(["-hls_time", "1"])
        let list = server.directory.file("list.m3u8")
        var reader = try AudioReader(at: server.address("list.m3u8?window=4"), .patient)
        let isSeekable = reader.isSeekable
        #expect(!isSeekable)
        let sound = try Sound(reading: &reader)
        // It begins some segments before the end of the first list.
        let asked = server.requests.compactMap { $0.split(separator: " ").first }.filter { $0.hasSuffix(".ts") }
        let first = try #require(asked.first?.dropFirst())
        #expect(asked.count == Set(asked).count && asked == asked.sorted { ($0.count, $0) < ($1.count, $1) })
        let lines = String(decoding: try readFile(list), as: UTF8.self).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0 == String(first) }) - 1
        let head = lines.prefix { !$0.hasPrefix("#EXTINF") }
        try server.directory.write((head + lines[start...]).joined(separator: "\n") + "\n", to: "rest.m3u8")
        let rest = try await AudioFiles.decode(server.directory.file("rest.m3u8"), sampleRate: 44_100, channelCount: 2)
        #expect(start > head.count && rest.frameCount > 44_100 * 6)
        #expect(sound.planes == rest.planes, "\(sound.count) frames in the place of \(rest.frameCount)")
    }

    @Test("can be sought in where it has an end")
    func seeking() async throws {
        let server = try await server()
        var reader = try AudioReader(at: server.address("list.m3u8"), .patient)
        let reference = try await reference(server)
        let isSeekable = reader.isSeekable
        #expect(isSeekable)
        for frame in [300_000, 20_000, 430_000] {
            try reader.seek(to: FrameCount(Int64(frame)))
            let part = try Sound(reading: &reader, atMost: 3_000).planes[0]
            // AAC fills in noise of its own, which differs after a jump.
            let worst = zip(part, reference[frame...]).map { abs($0 - $1) }.max() ?? 1
            #expect(part.count == 3_000 && worst < 1e-6, "at \(frame)")
        }
    }

    @Test("whose segments are not there, or whose server dies, ends with an error or early, never with a hang")
    func missing() async throws {
        let server = try await server()
        var reader = try AudioReader(at: server.address("list.m3u8"), .init(timeoutSeconds: 1))
        _ = try Sound(reading: &reader, atMost: 1_000)
        try await server.kill()
        let error = #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        #expect(error?.code == .networkFailed)
    }

    @Test(
        "names nothing but addresses of the web",
        arguments: [
            "file:///etc/passwd", "/etc/passwd.ts", "concat:/etc/passwd", "subfile,,start,0,end,9,,:/etc/passwd",
            "crypto+file:///etc/passwd",
        ])
    func otherProtocols(_ segment: String) async throws {
        let server = try await MediaServer.start()
        try server.directory.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(segment)\n#EXT-X-ENDLIST\n", to: "list.m3u8")
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("list.m3u8")) }
        #expect(error != nil && error?.message.contains("root:") == false)
    }

    @Test("leads from a public host to no private address")
    func privateSegments() async throws {
        let server = try await MediaServer.start()
        let segment = server.address("segment.ts").replacing("127.0.0.1", with: "127.0.0.2")
        try server.directory.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(segment)\n#EXT-X-ENDLIST\n", to: "list.m3u8")
        var configuration = NetworkConfiguration(timeoutSeconds: 2)
        configuration.isPrivate = { $0.isPrivate && $0.bytes != [127, 0, 0, 1] }
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("list.m3u8"), configuration) }
        #expect(error?.code == .notAllowed)
    }

    @Test("of 1,500 variants one is opened, alone")
    func manyVariants() async throws {
        let server = try await server()
        let variants = (0..<1_500).map { "#EXT-X-STREAM-INF:BANDWIDTH=\(64_000 + $0),CODECS=\"mp4a.40.2\"\nlist.m3u8?\($0)" }
        try server.directory.write("#EXTM3U\n" + variants.joined(separator: "\n") + "\n", to: "all.m3u8")
        var reader = try AudioReader(at: server.address("all.m3u8"), .patient)
        let heard = try Sound(reading: &reader).planes[0]
        #expect(try await heard == reference(server))
        let asked = server.requests.map { String($0.prefix { $0 != " " }) }
        #expect(asked.filter { $0.contains("m3u8") } == ["/all.m3u8", "/list.m3u8?1499"], "\(asked)")
        let segments = asked.filter { $0.hasSuffix(".ts") }
        #expect(segments.count == Set(segments).count && segments.count + 2 == asked.count, "\(asked)")
    }

    @Test("that is encrypted is heard as if it were not", arguments: [[], ["-hls_flags", "single_file"]])
    func encrypted(_ options: [String]) async throws {
        let plain = try await server()
        let directory = try TemporaryDirectory()
        try writeFile((0..<16).map { UInt8($0 * 7) }, to: directory.file("key"))
        let key = try directory.write("key.ts\n\(directory.file("key"))\n00112233445566778899aabbccddeeff\n", to: "info")
        let server = try await server(["-hls_key_info_file", key] + options)
        try writeFile(readFile(directory.file("key")), to: server.directory.file("key.ts"))
        var reader = try AudioReader(at: server.address("list.m3u8"), .patient)
        let heard = try Sound(reading: &reader).planes[0]
        #expect(try await heard == reference(plain))
        // The wrong key.
        try writeFile([UInt8](repeating: 1, count: 16), to: server.directory.file("key.ts"))
        #expect(throws: MediaError.self) {
            var reader = try AudioReader(at: server.address("list.m3u8"))
            _ = try Sound(reading: &reader)
        }
    }

    /// A server of encrypted segments whose key is named `address`, and that key.
    private func encryptedServer(key address: String) async throws -> (MediaServer, [UInt8]) {
        let (directory, key) = (try TemporaryDirectory(), (0..<16).map { UInt8($0 * 7) })
        try writeFile(key, to: directory.file("key"))
        let info = try directory.write("\(address)\n\(directory.file("key"))\n00112233445566778899aabbccddeeff\n", to: "info")
        return (try await server(["-hls_key_info_file", info]), key)
    }

    @Test("that is encrypted is heard where the key is another server's")
    func farKey() async throws {
        let plain = try await server()
        let keys = try await MediaServer.start()
        let (server, key) = try await encryptedServer(key: keys.address("secret?x=1"))
        try writeFile(key, to: keys.directory.file("secret"))
        var reader = try AudioReader(at: server.address("list.m3u8"), .patient)
        #expect(try await Sound(reading: &reader).planes[0] == reference(plain))
        #expect(keys.requests.count == 1)
    }

    @Test(
        "that is encrypted is no noise but an error where the key is missing, too short or too long",
        arguments: [nil, 0, 15, 17])
    func wrongKey(length: Int?) async throws {
        let (server, key) = try await encryptedServer(key: "key.bin")
        if let length { try writeFile(Array((key + [0]).prefix(length)), to: server.directory.file("key.bin")) }
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("list.m3u8"), .patient) }
        #expect(error?.code == .unsupported && error?.message.contains("its key") == true, "\(error?.message ?? "")")
    }

    @Test("in files is heard too, and names nothing of the network")
    func local() async throws {
        let server = try await server()
        let reference = try await reference(server)
        #expect(try Sound(of: server.directory.file("list.m3u8")).planes[0] == reference)
        try server.directory.write(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8\n", to: "all.m3u8")
        #expect(try Sound(of: server.directory.file("all.m3u8")).planes[0] == reference)
        try server.directory.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(server.address("list0.ts"))\n#EXT-X-ENDLIST\n", to: "far.m3u8")
        let asked = server.requests.count
        let error = #expect(throws: MediaError.self) { try Sound(of: server.directory.file("far.m3u8")) }
        #expect(error?.code == .notAllowed && server.requests.count == asked)
    }

    @Test("in files may name the network where the daemon opens them, as any playlist of the user's may")
    func localNamesFar() async throws {
        let server = try await server()
        let reference = try await reference(server)
        let near = try TemporaryDirectory()
        let text = String(decoding: try readFile(server.directory.file("list.m3u8")), as: UTF8.self)
        try near.write(text.replacing("list", with: server.address("list")), to: "far.m3u8")
        let far = try near.write(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(server.address("list.m3u8"))\n", to: "all.m3u8")
        for path in [near.file("far.m3u8"), far, server.directory.file("list.m3u8")] {
            let (sound, askedNetwork) = try heard(path)
            #expect(sound == reference && askedNetwork == (path != server.directory.file("list.m3u8")), "\(path)")
        }
        // What a public host's list names is judged, though the list was named by a file.
        try server.directory.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.2:\(server.port)/x\n#EXT-X-ENDLIST\n", to: "list.m3u8")
        var configuration = NetworkConfiguration.patient
        configuration.isPrivate = { $0.isPrivate && $0.bytes != [127, 0, 0, 1] }
        let error = #expect(throws: MediaError.self) { _ = try heard(far, configuration) }
        #expect(error?.code == .notAllowed)
    }

    /// What is heard of a list in a file, opened as the daemon does; and whether the network was asked.
    private func heard(_ path: String, _ configuration: NetworkConfiguration = .patient) throws -> ([Float], Bool) {
        let list = try #require(FileListSource(try FileSource(MediaLocation(uri: path)), configuration))
        var reader = try AudioReader(list, name: "list")
        return (try Sound(reading: &reader).planes[0], list.hasGoneFar)
    }

    @Test("that leads from list to list, or that never ends, is refused")
    func bottomless() async throws {
        let server = try await MediaServer.start()
        try server.directory.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nring.m3u8\n", to: "ring.m3u8")
        let ring = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("ring.m3u8")) }
        #expect(ring?.code == .unsupported && server.requests.count < 8)
        try server.directory.write("#EXTM3U\n" + String(repeating: "#EXTINF:1,\na\n", count: 90_000), to: "long.m3u8")
        let long = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("long.m3u8")) }
        #expect(long?.code == .unsupported && long?.message.contains("1 MiB") == true)
    }
}
