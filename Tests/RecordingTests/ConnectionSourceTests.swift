import Glibc
import Media
import MediaTypes
import SystemSupport
import TestSupport
import Testing

@testable import Recording

@Suite("What a client sends to a job")
struct ConnectionSourceTests {
    /// A source, and the client's side of its connection.
    private final class Pair {
        let source: ConnectionSource
        let client: CInt

        init(
            leading: [UInt8] = [], patience: Int32 = -1, cancellation: CancellationToken = CancellationToken()
        ) throws {
            var ends: [CInt] = [-1, -1]
            _ = socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
            client = ends[0]
            source = try ConnectionSource(
                FileDescriptor(owning: ends[1]), leadingBytes: leading, patience: patience, cancellation: cancellation)
        }

        deinit { close(client) }

        func send(_ bytes: [UInt8]) { _ = Glibc.send(client, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }
    }

    private static func read(_ source: ConnectionSource, _ count: Int, at offset: Int64) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try bytes.withUnsafeMutableBytes { buffer in try source.read(into: buffer, at: offset) }
        return Array(bytes.prefix(read))
    }

    @Test("is read from its first byte, its beginning again, and ends where the client ends its side")
    func reading() throws {
        let pair = try Pair(leading: [1, 2])
        pair.send([3, 4, 5])
        #expect(try Self.read(pair.source, 10, at: 0) == [1, 2])
        #expect(try Self.read(pair.source, 10, at: 2) == [3, 4, 5])
        #expect(try Self.read(pair.source, 3, at: 1) == [2, 3, 4])
        pair.send([6, 7, 8])
        shutdown(pair.client, CInt(SHUT_WR))
        #expect(try Self.read(pair.source, 10, at: 6) == [7, 8])
        #expect(try Self.read(pair.source, 10, at: 8).isEmpty && Self.read(pair.source, 10, at: 8).isEmpty)
        #expect(!pair.source.isSeekable && pair.source.size == nil)
    }

    @Test("keeps a mebibyte of its beginning and no more, whatever comes")
    func keeps() async throws {
        let pair = try Pair()
        let client = dup(pair.client)
        let sending = Task {
            await onOwnThread {
                let piece = [UInt8](repeating: 7, count: 1 << 16)
                for _ in 0..<64 { _ = send(client, piece, piece.count, CInt(MSG_NOSIGNAL)) }
                close(client)
            }
        }
        var offset: Int64 = 0
        while offset < 4 << 20 { offset += Int64(try Self.read(pair.source, 50_000, at: offset).count) }
        await sending.value
        #expect(try Self.read(pair.source, 10, at: 1_000) == [UInt8](repeating: 7, count: 10))
        let error = #expect(throws: MediaError.self) { try Self.read(pair.source, 10, at: 3 << 20) }
        #expect(error?.code == .notSeekable)
    }

    @Test("that does not come ends with an error in time, and a cancellation at once")
    func silence() async throws {
        let impatient = try Pair(patience: 20)
        let error = #expect(throws: MediaError.self) { try Self.read(impatient.source, 10, at: 0) }
        #expect(error?.code == .unreadable && error?.description.contains("sent nothing") == true)
        let token = CancellationToken()
        let pair = try Pair(cancellation: token)
        let source = pair.source
        let reading = Task {
            await onOwnThread { () -> MediaError.Code? in
                var byte: UInt8 = 0
                do throws(MediaError) {
                    _ = try withUnsafeMutableBytes(of: &byte) { buffer throws(MediaError) in try source.read(into: buffer, at: 0)
                    }
                    return nil
                } catch {
                    return error.code
                }
            }
        }
        token.cancel()
        #expect(await reading.value == .cancelled)
    }
}
