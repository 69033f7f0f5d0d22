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

    /// Takes over a connected stream socket that does not block.
    package init(_ descriptor: consuming FileDescriptor, isChunked: Bool) {
        self.descriptor = descriptor
        self.isChunked = isChunked
    }

    package var path: String { "the client's connection" }

    package var canRewrite: Bool { isChunked }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        let offset = length.load(ordering: .relaxed)
        unsafe try send(bytes, at: offset)
        length.store(offset + Int64(bytes.count), ordering: .relaxed)
    }

    package func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        unsafe try send(bytes, at: offset)
    }

    package func synchronize() {}

    /// Ends the connection. Whoever waits until the client reads gets an error.
    package func close() { shutdown(descriptor.number, CInt(SHUT_RDWR)) }

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
                // The sound waits in the buffer meanwhile; what does not fit is dropped, counted and marked.
                var poller = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&poller, 1, -1)
            } else if errno != EINTR {
                throw MediaError(.cancelled, "the client has closed its connection", systemError: errno)
            }
        }
    }
}
