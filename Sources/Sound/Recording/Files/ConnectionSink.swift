import Glibc
import Media
package import MediaTypes
import Synchronization
package import SystemSupport

/// The connection of a client that gets a recording. It is closed with its last reference.
///
/// One thread at a time writes; ``close()`` may come from any.
package final class ConnectionSink: RecordingSink {
    /// What stands between the bytes. All numbers are little-endian.
    package enum Framing: Hashable, Sendable {
        /// Nothing: they come front to back.
        case none
        /// They come in chunks, so that lengths can be corrected: each begins with the offset of its bytes in the file (8 bytes) and their
        /// number (4 bytes).
        case chunks
        /// They come front to back in pieces: each begins with the number of the first frame that it lets be decoded (8 bytes), with the
        /// time at which that was sound (8 bytes: CLOCK_MONOTONIC, nanoseconds; 0 if it is not known), and with the number of its bytes (4
        /// bytes).
        case pieces
    }

    private let descriptor: FileDescriptor
    private let framing: Framing
    /// The bytes of the next piece.
    private let piece = Mutex<[UInt8]>([])
    /// How many bytes the file has.
    private let length = Atomic<Int64>(0)
    private let cut = Atomic(false)

    /// How long a client may read nothing, in milliseconds; -1 for any time.
    private let patience: CInt

    /// Takes over a connected stream socket that does not block.
    /// - Parameter patience: how long the client may read nothing, in milliseconds; -1 for any time.
    package init(_ descriptor: consuming FileDescriptor, _ framing: Framing, patience: Int32 = -1) {
        self.descriptor = descriptor
        self.framing = framing
        self.patience = patience
    }

    package var path: String { "the client's connection" }

    package var canRewrite: Bool { framing == .chunks }

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
        if framing == .pieces {
            guard !isCut else { throw MediaError(.cancelled, "the client did not read in time") }
            piece.withLock { unsafe $0.append(contentsOf: bytes) }
        } else {
            unsafe try send(bytes, at: offset)
        }
        length.store(offset + Int64(bytes.count), ordering: .relaxed)
    }

    /// Sends what was written since the piece before as one piece. Does nothing if that is nothing.
    /// - Parameters:
    ///   - frame: the first frame of the recording that it lets be decoded.
    ///   - time: when that was sound: CLOCK_MONOTONIC, in nanoseconds; 0 if it is not known.
    /// - Throws: if the client is gone.
    func sendPiece(frame: Int64, time: Int64) throws(MediaError) {
        let bytes = piece.withLock { bytes in
            defer { bytes.removeAll(keepingCapacity: true) }
            return bytes
        }
        guard !bytes.isEmpty else { return }
        try sendAll(Self.littleEndian(frame, 8) + Self.littleEndian(time, 8) + Self.littleEndian(Int64(bytes.count), 4) + bytes)
    }

    /// The lowest `count` bytes of `number`, the lowest first.
    private static func littleEndian(_ number: Int64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
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
        if framing == .chunks { try sendAll(Self.littleEndian(offset, 8) + Self.littleEndian(Int64(bytes.count), 4)) }
        unsafe try sendAll(bytes)
    }

    private func sendAll(_ bytes: [UInt8]) throws(MediaError) {
        unsafe try bytes.withUnsafeBufferPointer { bytes throws(MediaError) in
            unsafe try sendAll(UnsafeRawBufferPointer(bytes))
        }
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
