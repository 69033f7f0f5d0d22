import AudioTypes
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("A stream that comes back", .serialized)
struct ReturningStreamTests {
    private static let mp3 = ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"]

    /// A server with ten seconds of MP3, and what else a test needs, which answers as a script says.
    private func server(_ script: String, _ files: [String: [String]] = [:]) async throws -> MediaServer {
        let server = try await MediaServer.start()
        for (name, options) in files.merging(["radio.mp3": Self.mp3], uniquingKeysWith: { $1 }) {
            try await AudioFiles.encode(
                AudioFixture.sine(frequency: 440, frameCount: 441_000), options: options, to: server.directory.file(name))
        }
        try server.directory.write(Self.head + script, to: "script.py")
        return server
    }

    /// What scripts have in common: a head, and a station that breaks off after some bytes.
    private static let head = """
        import os, sys
        def file(name):
            with open(os.path.join(sys.argv[1], name), "rb") as opened:
                return opened.read()
        def head(status, *fields):
            handler.head(status, list(fields))
        def station(data, kind, limit):
            head(200, ("Content-Type", kind), ("icy-name", "Test"))
            handler.wfile.write(data[:limit])

        """

    private func reader(_ server: MediaServer, _ configuration: NetworkConfiguration = .patient) throws -> AudioReader {
        try AudioReader(at: server.address("radio.mp3?script=script.py"), configuration)
    }

    @Test("as the same is heard on, from whatever byte its packets begin")
    func same() async throws {
        let server = try await server("station(data[(count - 1) * 50001:], 'audio/mpeg', 50001)")
        var reader = try reader(server)
        let whole = try Sound(of: server.directory.file("radio.mp3"))
        #expect(try Sound(reading: &reader, atMost: 300_000) == whole.part(from: 0, count: 300_000))
    }

    @Test(
        "as another one is not given to the old demuxer, but told",
        arguments: [
            ("other.aac", "audio/mpeg", ["-c:a", "aac", "-f", "adts"]),
            ("other.mp3", "audio/mpeg", ReturningStreamTests.mp3 + ["-ar", "48000"]),
            ("other.ogg", "application/ogg", ["-c:a", "libvorbis"]), ("other.flac", "", []),
        ] as [(String, String, [String])])
    func other(name: String, type: String, options: [String]) async throws {
        let server = try await server(
            """
            if count == 1:
                station(data, 'audio/mpeg', 60000)
            else:
                station(file('\(name)'), '\(type)', None)
            """, [name: options])
        var reader = try reader(server)
        // Each packet of the first stream that is whole, and nothing of the other.
        let whole = try Sound(of: server.directory.file("radio.mp3"))
        var heard = 0
        let error = #expect(throws: MediaError.self) {
            while true {
                let part = try Sound(reading: &reader, atMost: 1_000)
                guard part.count > 0 else { return }
                #expect(part == whole.part(from: heard, count: part.count))
                heard += part.count
            }
        }
        #expect(error?.code == .streamChanged && heard > 44_100 * 3)
    }

    @Test("as a list of addresses is told too")
    func list() async throws {
        let script = """
            if count == 1:
                station(data, 'audio/mpeg', 60000)
            else:
                text = b'#EXTM3U\\nhttp://elsewhere/\\n'
                head(200, ('Content-Type', 'audio/mpeg'), ('Content-Length', len(text)))
                handler.wfile.write(text)
            """
        let server = try await server(script)
        var reader = try reader(server)
        let error = #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        #expect(error?.code == .streamChanged)
    }

    @Test("after web pages of a network that wants a login is heard on", arguments: ["text/html", "audio/mpeg"])
    func page(type: String) async throws {
        let script = """
            if count in (2, 3):
                text = b'<!DOCTYPE html><html>Log in</html>' * 500
                head(200, ('Content-Type', '\(type)'), ('Content-Length', len(text)))
                handler.wfile.write(text)
            else:
                begin = 0 if count == 1 else 60000
                station(data[begin:], 'audio/mpeg', 60000)
            """
        let server = try await server(script)
        var reader = try reader(server)
        let whole = try Sound(of: server.directory.file("radio.mp3"))
        #expect(try Sound(reading: &reader, atMost: 250_000) == whole.part(from: 0, count: 250_000))
        #expect(server.requests.count >= 4)
    }

    @Test("never as anything but pages is an error with the reason")
    func onlyPages() async throws {
        let script = """
            if count > 1:
                head(200, ('Content-Type', 'text/html'), ('Content-Length', 6))
                handler.wfile.write(b'<html>')
            else:
                station(data, 'audio/mpeg', 60000)
            """
        let server = try await server(script)
        var reader = try reader(server, .init(timeoutSeconds: 1))
        let error = #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        #expect(error?.code == .networkFailed && error?.message.contains("web page") == true)
    }

    @Test(
        "from mirrors that give it other validators goes on where its bytes are the same, and can be sought in",
        arguments: ["('ETag', f'\"node{count}\"')", "('Last-Modified', f'Mon, 0{count % 9 + 1} Jan 2024 00:00:00 GMT')"])
    func mirrors(field: String) async throws {
        let server = try await server(Self.part(field: field, data: "data"))
        var reader = try reader(server)
        let whole = try Sound(of: server.directory.file("radio.mp3"))
        #expect(try Sound(reading: &reader) == whole)
        try reader.seek(to: FrameCount(200_000))
        #expect(try Sound(reading: &reader, atMost: 5_000) == whole.part(from: 200_000, count: 5_000))
    }

    @Test("with other validators and other bytes was changed")
    func changed() async throws {
        let server = try await server(
            Self.part(field: "('ETag', f'\"v{count}\"')", data: "data if count == 1 else bytes(len(data))"))
        var reader = try reader(server)
        let error = #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        #expect(error?.code == .networkFailed && error?.message.contains("was changed") == true)
    }

    /// A file of which the first answer breaks off. A range is given where the validator is that of the request, or none is asked for.
    private static func part(field: String, data: String) -> String {
        """
        data = \(data)
        field = \(field)
        start = int(handler.headers["Range"].removeprefix("bytes=").split("-")[0])
        if handler.headers.get("If-Range", field[1]) != field[1]:
            start = 0
            head(200, ("Content-Length", len(data)), ("Accept-Ranges", "bytes"), field)
        else:
            head(206, ("Content-Length", len(data) - start), ("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}"), field)
        handler.wfile.write(data[start:][:60000 if count == 1 else None])
        """
    }

    @Test(
        "is no station only because its fields say so: a file with a length ends",
        arguments: ["icy-name", "ice-audio-info", "icy-br"])
    func finite(field: String) async throws {
        let server = try await server(Self.part(field: "('\(field)', 'x')", data: "data"))
        var reader = try reader(server)
        let whole = try Sound(of: server.directory.file("radio.mp3"))
        #expect(try Sound(reading: &reader) == whole)
        let isSeekable = reader.isSeekable
        #expect(isSeekable && server.requests.count < 6)
    }

    @Test("with texts between the sound and a length ends too, also where it broke off")
    func finiteWithTexts() async throws {
        let script = """
            pieces = [data[place:place + 8000] for place in range(0, len(data), 8000)]
            text = b"StreamTitle='One';".ljust(32, b"\\0")
            body = b"".join(piece + (b"\\2" + text if len(piece) == 8000 else b"") for piece in pieces)
            head(200, ("Content-Length", len(body)), ("icy-metaint", "8000"), ("icy-name", "x"))
            handler.wfile.write(body[:60000 if count == 1 else None])
            """
        let server = try await server(script)
        var reader = try reader(server)
        let whole = try Sound(of: server.directory.file("radio.mp3"))
        #expect(try Sound(reading: &reader) == whole)
        #expect(reader.takeTagChanges().map { $0.tags["title"] } == ["One"] && server.requests.count < 6)
    }
}
