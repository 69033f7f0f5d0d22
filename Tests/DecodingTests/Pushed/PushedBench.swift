import Glibc
import Media
import MediaTypes
import PlayerModel
import Synchronization
import TestSupport

@testable import Decoding

/// Streams of clients, with the test at the clients' ends.
final class PushedBench: Sendable {
    let streams: PushedStreams
    private let reported: Box<[String]>

    /// A stream and the client's end of its connection.
    struct Connection {
        let stream: PushedStream
        let client: Int32

        func send(_ bytes: [UInt8]) {
            _ = bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }

        /// Sends until the kernel takes no more; how many bytes that were.
        func fill() -> Int {
            let chunk = [UInt8](repeating: 7, count: 1 << 16)
            var sent = 0
            while true {
                let count = chunk.withUnsafeBytes {
                    Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
                if count <= 0 { return sent }
                sent += count
            }
        }

        func finish() { shutdown(client, Int32(SHUT_WR)) }

        /// Everything up to the end of the connection; `nil` where that does not come, or the connection breaks.
        func readToEnd() -> String? {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                var entry = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, 20_000) > 0 else { return nil }
                let count = recv(client, &buffer, buffer.count, 0)
                if count == 0 { return String(decoding: bytes, as: UTF8.self) }
                guard count > 0 else { return nil }
                bytes += buffer[..<count]
            }
        }

        /// Whether the daemon's end is still open.
        var isOpen: Bool {
            var entry = pollfd(fd: client, events: 0, revents: 0)
            return poll(&entry, 1, 0) == 0
        }
    }

    init() {
        let reported = Box<[String]>([])
        self.reported = reported
        streams = PushedStreams(
            news: PushedStreams.News(
                farewell: { Array(Self.farewell($0.code).utf8) }, report: { text in reported.change { $0.append(text) } }))
    }

    /// What a client reads last if its stream fails with `code`.
    static func farewell(_ code: PlaybackError.Code) -> String { "\(code)\n" }

    var reports: [String] { reported.value }

    /// Announces a stream and connects it.
    func connect(samples: RawSamples? = nil, latency: Double? = nil, leading: [UInt8] = []) throws -> Connection {
        let stream = try streams.expect(title: "Test", samples: samples, latency: latency)
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw TestSupportError(.inputOutput, "no sockets")
        }
        stream.connect(ends[0], leadingBytes: leading)
        return Connection(stream: stream, client: ends[1])
    }
}

/// A value that threads share.
final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>
    init(_ value: Value) { content = Mutex(value) }
    var value: Value { content.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) {
        content.withLock { value in
            var changed = value
            body(&changed)
            value = changed
        }
    }
}

extension PushedSource {
    /// One read of up to so many bytes.
    func read(_ count: Int, at offset: Int64) throws(MediaError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let result = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(MediaError) in try read(into: bytes, at: offset) }
        }
        return Array(buffer[..<(try result.get())])
    }

    /// Everything from the first byte on.
    func readAll() throws(MediaError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try read(1_000, at: Int64(bytes.count))
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }
}
