import AudioTypes
import Glibc
import Media
import MediaTypes
import SystemSupport
import TestSupport
import Testing

@testable import Network

@Suite("What is read ahead of files behind an address", .serialized)
struct StreamAheadTests {
    /// Bytes of which none is like the one some places before it.
    private static func content(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 7)
        var bytes = [UInt8](repeating: 0, count: count)
        for index in stride(from: 0, to: count, by: 8) {
            var word = random.next()
            for place in index..<min(index + 8, count) {
                bytes[place] = UInt8(truncatingIfNeeded: word)
                word >>= 8
            }
        }
        return bytes
    }

    /// A server that says no more of a file than its first three million bytes while a file `away` is there.
    private static func server(_ content: [UInt8]) async throws -> MediaServer {
        let server = try await MediaServer.start()
        try writeFile(content, to: server.directory.file("content"))
        let script = """
            import os
            away = os.path.join("\(server.directory.path)", "away")
            wanted = handler.headers.get("Range")
            start = int(wanted.removeprefix("bytes=").split("-")[0]) if wanted else 0
            handler.head(206 if wanted else 200, [("Accept-Ranges", "bytes"), ("ETag", '"x"'), ("Content-Length", len(data) - start)]
                + ([("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")] if wanted else []))
            for place in range(start, len(data), 50_000):
                while place >= 3_000_000 and os.path.exists(away):
                    time.sleep(0.02)
                handler.wfile.write(data[place : place + 50_000])
            """
        try writeFile(Array(script.utf8), to: server.directory.file("script.py"))
        return server
    }

    private func source(
        _ server: MediaServer, ahead: Int = 64 << 20, _ configuration: NetworkConfiguration
    ) throws -> NetworkSource {
        try NetworkSource(
            try WebAddress(server.address("content?script=script.py")), ahead: StreamAhead(bytes: ahead), configuration,
            cancellation: CancellationToken())
    }

    private func read(_ source: NetworkSource, _ range: Range<Int>) throws -> [UInt8] {
        try source.bytes(in: Int64(range.lowerBound)..<Int64(range.upperBound))
    }

    @Test("is read while the server is away for longer than the time-out, and the rest comes once it is back")
    func away() async throws {
        let content = Self.content(6_000_000)
        let server = try await Self.server(content)
        let away = server.directory.file("away")
        try writeFile([], to: away)
        let source = try source(server, NetworkConfiguration(timeoutSeconds: 0.5))
        try await waitUntil("three million bytes") { source.heldBytes >= 3_000_000 }
        // Each connection is silent for a third of the time-out.
        try await waitUntil("further tries") { server.requests.count >= 8 }
        #expect(try read(source, 0..<1_000_000) == Array(content[0..<1_000_000]))
        #expect(try read(source, 1_000_000..<2_900_000) == Array(content[1_000_000..<2_900_000]))
        let before = server.requests.count
        try await waitUntil("more tries") { server.requests.count >= before + 2 }
        #expect(unlink(away) == 0)
        #expect(try read(source, 2_900_000..<6_000_000) == Array(content[2_900_000...]))
    }

    @Test("does not come back for ever: who waits at its end is told after the time-out")
    func gone() async throws {
        let server = try await Self.server(Self.content(6_000_000))
        try writeFile([], to: server.directory.file("away"))
        let source = try source(server, NetworkConfiguration(timeoutSeconds: 0.5))
        _ = try read(source, 0..<2_900_000)
        #expect(throws: MediaError.self) { _ = try read(source, 2_900_000..<3_200_000) }
    }

    @Test("comes in one answer, and small jumps back and long ones ahead ask for nothing else")
    func jumps() async throws {
        let content = Self.content(6_000_000)
        let server = try await Self.server(content)
        let source = try source(server, NetworkConfiguration(timeoutSeconds: 30))
        try await waitUntil("all of it") { source.heldBytes == 6_000_000 }
        for range in [0..<10, 4_000_000..<4_000_100, 3_000_000..<3_000_100, 5_999_000..<6_000_000, 0..<100] {
            #expect(try read(source, range) == Array(content[range]), "\(range)")
        }
        #expect(server.requests.count == 1)
        #expect(source.heldBytes == 6_000_000, "what was read stays, as far as an eighth of what may be held")
    }

    @Test("is given back once nobody has read for long, and fetched again for whoever reads on")
    func givenBack() async throws {
        let content = Self.content(6_000_000)
        let server = try await Self.server(content)
        var configuration = NetworkConfiguration(timeoutSeconds: 30)
        (configuration.restSeconds, configuration.memorySeconds) = (0.1, 0.3)
        let source = try source(server, configuration)
        #expect(try read(source, 0..<1_000_000) == Array(content[0..<1_000_000]))
        try await waitUntil("memory that is given back") { source.heldBytes <= Feed.capacity }
        #expect(try read(source, 1_000_000..<6_000_000) == Array(content[1_000_000...]))
    }

    @Test("is a window of a mebibyte where nothing may be held", arguments: [0, 1])
    func off(bytes: Int) async throws {
        let content = Self.content(6_000_000)
        let server = try await Self.server(content)
        let source = try source(server, ahead: bytes, NetworkConfiguration(timeoutSeconds: 30))
        try await waitUntil("a full window") { source.heldBytes > Feed.capacity - 100_000 }
        #expect(try read(source, 0..<6_000_000) == content)
        #expect(source.heldBytes <= Feed.capacity)
    }

    @Test("is shared: who was opened first has most, and each has the least")
    func shares() {
        let ahead = StreamAhead(bytes: 10 << 20)
        let first = ahead.share()
        do {
            let second = ahead.share()
            #expect(first.capacity(holding: 0) == 10 << 20)
            #expect(first.capacity(holding: 7 << 20) == 10 << 20)
            #expect(second.capacity(holding: 0) == 3 << 20)
            #expect(first.capacity(holding: 10 << 20) == 10 << 20)
            #expect(second.capacity(holding: 3 << 20) == Feed.capacity)
            ahead.setBudget(bytes: 20 << 20)
            #expect(second.capacity(holding: 0) == 10 << 20)
        }
        ahead.setBudget(bytes: 0)
        #expect(first.capacity(holding: 10 << 20) == Feed.capacity)
    }

    @Test("is the bytes that came, wherever a reader looks and whatever is forgotten")
    func window() throws {
        var random = SeededGenerator(seed: 3)
        let content = Self.content(3 << 20)
        var window = ByteWindow(capacity: 1 << 20)
        var (start, end) = (0, 0)
        for _ in 0..<500 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2:
                let count = min(window.room, content.count - end, Int.random(in: 0..<70_000, using: &random))
                let piece = Array(content[end..<end + count])
                let hasMemory = piece.withUnsafeBytes { bytes in window.append(bytes) }
                #expect(hasMemory)
                end += count
            case 3:
                start = min(end, start + Int.random(in: 0..<90_000, using: &random))
                window.forget(before: Int64(start))
            case 4:
                end = max(start, end - Int.random(in: 0..<50_000, using: &random))
                window.forget(from: Int64(end))
            default:
                if Int.random(in: 0..<40, using: &random) == 0 {
                    start = Int.random(in: 0..<content.count - 200_000, using: &random)
                    end = start
                    window.move(to: Int64(start))
                }
            }
            #expect(window.start == Int64(start) && window.end == Int64(end) && window.count == end - start)
            let place = Int.random(in: max(0, start - 10)..<end + 10, using: &random)
            var buffer = [UInt8](repeating: 0, count: Int.random(in: 1..<300_000, using: &random))
            let count = buffer.withUnsafeMutableBytes { window.copy(from: Int64(place), into: $0) }
            let expected = place >= start && place < end ? min(buffer.count, end - place) : 0
            #expect(count == expected)
            if count > 0 { #expect(buffer[..<count] == content[place..<place + count]) }
        }
    }
}
