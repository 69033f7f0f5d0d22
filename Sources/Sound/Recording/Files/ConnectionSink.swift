import Glibc
import Media
package import MediaTypes
import Synchronization
package import SystemSupport

/// The connection of a client that gets a recording. It is closed with its last reference.
///
/// It carries the bytes front to back, or, so that lengths can be corrected, in chunks: each begins with the offset of its bytes
/// in the file (8 bytes) and their number (4 bytes), both little-endian. One thread at a time writes; ``close()`` may come from
/// any.
package final class ConnectionSink: RecordingSink {
    /// The bytes before those of a chunk.
    private static let chunkHead = 12

    private let descriptor: FileDescriptor
    private let isChunked: Bool
    /// How many bytes the file has.
    private let length = Atomic<Int64>(0)
    private let cut = Atomic(false)

    /// How long a client may read nothing, in milliseconds; -1 for any time.
    private let patience: CInt

    /// Takes over a connected stream socket that does not block.
    /// - Parameter patience: how long the client may read nothing, in milliseconds; -1 for any time.
    package init(_ descriptor: consuming FileDescriptor, isChunked: Bool, patience: Int32 = -1) {
        self.descriptor = descriptor
        self.isChunked = isChunked
        self.patience = patience
    }

    package var path: String { "the client's connection" }

    package var canRewrite: Bool { isChunked }

    /// The number of the socket, as long as this object lives.
    var number: CInt { descriptor.number }

    /// Whether ``close()`` has ended the connection, and not the client.
    var isCut: Bool { cut.load(ordering: .relaxed) }

    /// Whether the client has closed its connection. One that has only ended its own side still reads.
    package var isLeft: Bool {
        var poller = pollfd(fd: descriptor.number, events: 0, revents: 0)
        return unsafe poll(&poller, 1, 0) > 0
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        let offset = length.load(ordering: .relaxed)
        unsafe try send(bytes, at: offset)
        length.store(offset + Int64(bytes.count), ordering: .relaxed)
    }

    package func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        unsafe try send(bytes, at: offset)
    }

    package func synchronize() {}

    package func discard() {}

    /// Ends the connection. Whoever waits until the client reads gets an error.
    package func close() {
        cut.store(true, ordering: .relaxed)
        shutdown(descriptor.number, CInt(SHUT_RDWR))
    }

    private func send(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        guard isChunked else { return unsafe try sendAll(bytes) }
        var head: [UInt8] = []
        head.reserveCapacity(Self.chunkHead)
        for shift in stride(from: 0, to: 64, by: 8) { head.append(UInt8(truncatingIfNeeded: offset >> Int64(shift))) }
        for shift in stride(from: 0, to: 32, by: 8) { head.append(UInt8(truncatingIfNeeded: bytes.count >> shift)) }
        unsafe try head.withUnsafeBufferPointer { head throws(MediaError) in
            unsafe try sendAll(UnsafeRawBufferPointer(head))
        }
        unsafe try sendAll(bytes)
    }

    private func sendAll(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe Glibc.send(descriptor.number, rest.baseAddress, rest.count, CInt(MSG_NOSIGNAL))
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                // The sound of a recording waits in the buffer meanwhile; what does not fit is dropped, counted and marked.
                var poller = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
                guard unsafe poll(&poller, 1, patience) != 0 else {
                    throw MediaError(.cancelled, "the client has read nothing for \(patience / 1_000) seconds")
                }
            } else if errno != EINTR {
                throw MediaError(
                    .cancelled, isCut ? "the client did not read in time" : "the client has closed its connection",
                    systemError: errno)
            }
        }
    }
}
