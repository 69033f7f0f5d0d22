import AudioTypes
import Glibc
import Media
import MediaTypes
import Network
import PlayerModel
import SystemSupport
import TestSupport
import Testing

@testable import Decoding

@Suite("What a client sends")
struct PushedStreamTests {
    private let bench = PushedBench()
    private let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private func source(
        _ connection: PushedBench.Connection, _ token: CancellationToken = CancellationToken()
    ) throws -> PushedSource {
        try PushedSource(connection.stream, cancellation: token)
    }

    @Test("is read from its first byte, which may have come with the request, to its end", arguments: [0, 1, 5_000, 10_000])
    func whole(leading: Int) throws {
        let connection = try bench.connect(leading: Array(bytes[..<leading]))
        connection.send(Array(bytes[leading...]))
        connection.finish()
        let source = try source(connection)
        #expect(!source.isSeekable && source.size == nil)
        #expect(try source.readAll() == bytes)
        #expect(try source.readAll() == bytes, "the end stays the end")
    }

    @Test("waits in the socket: what nobody reads is not taken")
    func bounded() throws {
        let connection = try bench.connect()
        let sent = connection.fill()
        let source = try source(connection)
        #expect(connection.stream.byteCount == 0)
        #expect(try source.read(100, at: 0).count == 100)
        #expect(connection.stream.byteCount == 100)
        #expect(connection.fill() <= 1 << 16)
        #expect(sent < 4 << 20)
    }

    @Test("that died has said what it has said")
    func dies() throws {
        let connection = try bench.connect()
        connection.send(bytes)
        close(connection.client)
        #expect(try source(connection).readAll() == bytes)
    }

    @Test("is waited for without end, and let go of at once", arguments: [true, false])
    func cancellation(isConnected: Bool) async throws {
        let stream =
            isConnected ? try bench.connect().stream : try bench.streams.expect(title: nil, samples: nil)
        let token = CancellationToken()
        let source = try PushedSource(stream, cancellation: token)
        let result = Box<MediaError.Code?>(nil)
        try OwnThread.start(name: "reader") {
            do throws(MediaError) {
                _ = try source.read(100, at: 0)
            } catch {
                result.change { $0 = error.code }
            }
        }
        token.cancel()
        try await waitUntil("the reader to give up") { result.value == .cancelled }
    }

    @Test("may be read before its connection is there")
    func connectsLate() async throws {
        let stream = try bench.streams.expect(title: nil, samples: nil)
        let source = try PushedSource(stream, cancellation: CancellationToken())
        let result = Box<[UInt8]>([])
        try OwnThread.start(name: "reader") {
            let bytes = try? source.readAll()
            result.change { $0 = bytes ?? [1] }
        }
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let connection = PushedBench.Connection(stream: stream, client: ends[1])
        connection.send(bytes)
        connection.finish()
        stream.connect(ends[0], leadingBytes: [])
        try await waitUntil("all of it") { result.value == bytes }
    }

    @Test("is empty where the client went before its connection was handed over")
    func neverConnects() throws {
        let stream = try bench.streams.expect(title: nil, samples: nil)
        stream.neverConnects()
        #expect(try PushedSource(stream, cancellation: CancellationToken()).readAll().isEmpty)
    }

    @Test("is read anew from its first byte as long as nobody has heard any of it")
    func again() throws {
        let connection = try bench.connect()
        connection.send(bytes)
        let token = CancellationToken()
        let first = try source(connection, token)
        #expect(try first.read(4_000, at: 0) == Array(bytes[..<4_000]))
        // As when the queue changes: given up first, and closed some time later by the thread that reads.
        token.cancel()
        let second = try source(connection)
        #expect((#expect(throws: MediaError.self) { try first.read(10, at: 4_000) })?.code == .cancelled)
        connection.finish()
        #expect(try second.readAll() == bytes)
    }

    @Test("is heard once only")
    func once() throws {
        let connection = try bench.connect(leading: [1, 2, 3])
        var source: PushedSource? = try source(connection)
        #expect(throws: PlaybackError.self, "something else reads it") { try self.source(connection) }
        bench.streams.wasHeard(connection.stream.uri)
        #expect(try source?.read(2, at: 0) == [1, 2] && source?.read(2, at: 2) == [3])
        connection.send([4])
        #expect(try source?.read(2, at: 3) == [4])
        #expect(connection.isOpen)
        source = nil
        #expect(connection.readToEnd() == "", "its end is no failure")
        let refusal = #expect(throws: PlaybackError.self) { try self.source(connection) }
        #expect(refusal?.code == .media(.notFound) && refusal?.message.contains("once only") == true)
        bench.streams.keep { _ in true }
        #expect(bench.streams.isEmpty)
    }

    @Test("keeps its connection where its source is closed and it was not heard yet, until nobody wants it")
    func leave() throws {
        let (kept, left) = (try bench.connect(), try bench.connect())
        for connection in [kept, left] { _ = try source(connection) }
        #expect(kept.isOpen && left.isOpen)
        bench.streams.keep { $0 == kept.stream.uri }
        #expect(left.readToEnd() == PushedBench.farewell(.superseded))
        #expect(kept.isOpen)
        bench.streams.endAll(PlaybackError(.shuttingDown, "the end"))
        #expect(kept.readToEnd() == PushedBench.farewell(.shuttingDown))
    }

    @Test("a client that had sent more than was read sees the end of its connection, and no broken one")
    func unread() throws {
        let connection = try bench.connect()
        _ = connection.fill()
        bench.streams.endAll(PlaybackError(.shuttingDown, "the end"))
        #expect(connection.readToEnd() == PushedBench.farewell(.shuttingDown))
    }

    @Test("bare samples are known with a fifth of a second of them, however long the others take")
    func slowSamples() async throws {
        let samples = RawSamples(encoding: .f32le, sampleRate: .cd, channelCount: 2)
        let connection = try bench.connect(samples: samples)
        let opened = Box<StreamFormat?>(nil)
        let opening = AnyMediaOpening(network: NetworkConfiguration(), pushed: bench.streams)
        let token = CancellationToken()
        try OwnThread.start(name: "opener") {
            let format = try? opening.open(connection.stream.uri, cancellation: token).description.format
            opened.change { $0 = format }
        }
        defer { token.cancel() }
        connection.send([UInt8](repeating: 0, count: 8_192 * samples.frameSize))
        try await waitUntil("the stream to be known") { opened.value != nil }
        #expect(opened.value?.sampleRate == .cd)
    }

    @Test("takes no more memory than it may where it is far ahead of what is heard; then there is no second time")
    func keptLimit() throws {
        let connection = try bench.connect()
        let token = CancellationToken()
        let source = try source(connection, token)
        let chunk = [UInt8](repeating: 1, count: 1 << 16)
        var offset: Int64 = 0
        while offset <= Int64(PushedStream.keptLimit) {
            connection.send(chunk)
            var taken = 0
            while taken < chunk.count {
                let count = try source.read(1 << 16, at: offset).count
                taken += count
                offset += Int64(count)
            }
        }
        connection.send([9])
        #expect(try source.read(10, at: offset) == [9])
        token.cancel()
        #expect(throws: PlaybackError.self) { try self.source(connection) }
    }

    @Test("that is bare samples may end within a frame, which is told")
    func partialFrame() throws {
        let samples = RawSamples(encoding: .s24le, sampleRate: .cd, channelCount: 2)
        for count in [12, 17] {
            let connection = try bench.connect(samples: samples)
            connection.send(Array(bytes[..<count]))
            connection.finish()
            _ = try source(connection).readAll()
        }
        #expect(bench.reports.count == 1 && bench.reports.first?.contains("last 5 bytes") == true, "\(bench.reports)")
    }

    @Test("may be one of 64, no more")
    func limit() throws {
        let connections = try (0..<PushedStreams.limit).map { _ in try bench.connect() }
        #expect(
            (#expect(throws: PlaybackError.self) { try bench.streams.expect(title: nil, samples: nil) })?.code == .limitExceeded)
        connections[0].stream.end()
        _ = try bench.streams.expect(title: nil, samples: nil)
    }

    @Test(
        "and cannot be understood is told so, in a sentence that names it", arguments: [[UInt8](), Array("hello, world\n".utf8)])
    func wrongBytes(sent: [UInt8]) throws {
        let opening = AnyMediaOpening(network: NetworkConfiguration(), pushed: bench.streams)
        let connection = try bench.connect(leading: sent)
        connection.finish()
        #expect(opening.isRemote(connection.stream.uri))
        let error = #expect(throws: PlaybackError.self) {
            try opening.open(connection.stream.uri, cancellation: CancellationToken())
        }
        #expect(error?.code == .media(.unsupported) && error?.message.hasPrefix("Test is ") == true)
        #expect(connection.readToEnd() == PushedBench.farewell(.media(.unsupported)))
    }

    @Test("and is not there any more is told of in a sentence")
    func unknown() {
        let opening = AnyMediaOpening(network: NetworkConfiguration(), pushed: bench.streams)
        let error = #expect(throws: PlaybackError.self) {
            try opening.open("stream:77", cancellation: CancellationToken())
        }
        #expect(error?.code == .media(.notFound) && error?.message.contains("stream:77") == true)
    }
}
