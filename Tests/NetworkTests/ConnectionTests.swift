import Media
import MediaTypes
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Network

@Suite("Connections", .serialized)
struct ConnectionTests {
    /// A server that keeps connections, with a list of ten segments.
    private func server(secureAs host: String? = nil) async throws -> MediaServer {
        let server = try await MediaServer.start(secureAs: host)
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 441_000),
            options: ["-c:a", "mp2", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"],
            to: server.directory.file("list.m3u8"))
        try server.directory.write("", to: "keep")
        return server
    }

    @Test("are used again for the segments of a list (HLS), so that TLS shakes hands once or twice")
    func segments() async throws {
        let server = try await server(secureAs: "localhost")
        let whole = try Sound(of: server.directory.file("list.m3u8"))
        let trusting = NetworkConfiguration(timeoutSeconds: 30, certificateFile: server.certificate)
        var reader = try AudioReader(at: server.address("list.m3u8"), trusting)
        #expect(try Sound(reading: &reader) == whole)
        #expect(server.requests.count >= 11 && server.connectionCount <= 2, "\(server.requests)")
    }

    @Test("are used again for a live list and its segments")
    func live() async throws {
        let server = try await server()
        var reader = try AudioReader(at: server.address("list.m3u8?window=4"), .patient)
        _ = try Sound(reading: &reader)
        #expect(server.requests.count > 8 && server.connectionCount <= 3, "\(server.connectionCount): \(server.requests)")
    }

    @Test("over which nothing is fetched are closed after a while, and made anew when they are needed")
    func idle() async throws {
        let server = try await MediaServer.withNoise()
        try server.directory.write("", to: "keep")
        var configuration = NetworkConfiguration.patient
        configuration.restSeconds = 0.1
        let source = try NetworkSource(
            try WebAddress(server.address("noise.flac")), configuration, cancellation: CancellationToken())
        let size = try source.readToTheEnd()
        try await waitUntil("the connection to be closed") { server.openConnectionCount == 0 }
        // Behind the beginning, which is kept.
        let rest = try readFile(server.directory.file("noise.flac")).dropFirst(Int(size / 2))
        #expect(try source.bytes(from: size / 2) == Array(rest))
        #expect(server.connectionCount == 2)
    }

    @Test(
        "of a list's segments are closed where no other segment follows, and at once where the stream is",
        arguments: [0.1, 3_600])
    func resting(seconds: Double) async throws {
        let server = try await server()
        var configuration = NetworkConfiguration.patient
        configuration.restSeconds = seconds
        do {
            let source = try NetworkSource(
                try WebAddress(server.address("list.m3u8")), configuration, cancellation: CancellationToken())
            let segments = try #require(source.segments)
            for number in 0..<5 { try read(server.address("list\(number).ts"), of: segments) }
            if seconds < 1 {
                try await waitUntil("the segments' connection to be closed") { server.openConnectionCount == 0 }
            } else {
                #expect(server.connectionCount <= 2 && server.openConnectionCount >= 1)
            }
            withExtendedLifetime(source) {}
        }
        try await waitUntil("all to be closed") { server.openConnectionCount == 0 }
    }

    @Test("that a segment took over are closed while it is still open and nothing more of it is wanted")
    func takenOver() async throws {
        let server = try await server()
        var configuration = NetworkConfiguration.patient
        configuration.restSeconds = 0.1
        let source = try NetworkSource(
            try WebAddress(server.address("list.m3u8")), configuration, cancellation: CancellationToken())
        let segments = try #require(source.segments)
        try read(server.address("list0.ts"), of: segments)
        let open = try segments.open(server.address("list1.ts"), cancellation: CancellationToken())
        #expect(try #require(open as? NetworkSource).readToTheEnd() > 1_000)
        try await waitUntil("the segment's connection to be closed") { server.openConnectionCount == 0 }
        withExtendedLifetime((open, source)) {}
    }

    private final class Probe: Sendable {}
    private final class Sight: Sendable {
        private struct Box { weak var probe: Probe? }
        private let box = Mutex(Box())
        func see(_ probe: Probe) { box.withLock { $0.probe = probe } }
        var isGone: Bool { box.withLock { $0.probe == nil } }
    }

    @Test("are all that a thread keeps of a source while it rests")
    func restingThread() async throws {
        let fetchers = Fetchers(.patient)
        let sight = Sight()
        let isDone = Monitor(false)
        do {
            let probe = Probe()
            sight.see(probe)
            try fetchers.start { connections in
                connections = try? Connections()
                withExtendedLifetime(probe) { isDone.withLock { $0 = true } }
            }
            fetchers.expectReturn()
        }
        try await waitUntil("the work") { isDone.withLock { $0 } }
        try await waitUntil("the thread to let go of it") { sight.isGone }
        withExtendedLifetime(fetchers) {}
    }

    private func read(_ address: String, of segments: any SegmentOpening) throws {
        let source = try #require(try segments.open(address, cancellation: CancellationToken()) as? NetworkSource)
        #expect(try source.readToTheEnd() > 1_000)
    }

    @Test("speak HTTP/2 where the server does, and hold it back as long as nobody reads")
    func http2() async throws {
        let other = try await MediaServer.withNoise("noise.wav", seconds: 20, secureAs: "localhost")
        let server = try await HTTP2Server.start(certificate: other.certificate, key: other.key)
        let bytes = try readFile(other.directory.file("noise.wav"))
        try writeFile(bytes, to: server.directory.file("noise.wav"))
        let source = try NetworkSource(
            try WebAddress(server.address("noise.wav")), .init(timeoutSeconds: 30, certificateFile: other.certificate),
            cancellation: CancellationToken())
        #expect(try source.bytes(from: 0) == bytes)
    }

    @Test("that are there are judged again before each request")
    func judged() async throws {
        let server = try await server()
        let isPrivate = Mutex(false)
        var configuration = NetworkConfiguration.patient
        let answer: @Sendable (HostAddress) -> Bool = { _ in isPrivate.withLock { $0 } }
        configuration.isPrivate = answer
        let source = try NetworkSource(
            try WebAddress(server.address("list.m3u8")), configuration, cancellation: CancellationToken())
        let segments = try #require(source.segments)
        try read(server.address("list0.ts"), of: segments)
        let (connections, requests) = (server.connectionCount, server.requests.count)
        isPrivate.withLock { $0 = true }
        let error = #expect(throws: MediaError.self) { try read(server.address("list1.ts"), of: segments) }
        #expect(error?.code == .notAllowed && server.requests.count == requests && server.connectionCount == connections)
    }
}

extension NetworkSource {
    /// All bytes from an offset on.
    fileprivate func bytes(from start: Int64) throws -> [UInt8] {
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = try buffer.withUnsafeMutableBytes { try read(into: $0, at: start + Int64(bytes.count)) }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
    }
}
