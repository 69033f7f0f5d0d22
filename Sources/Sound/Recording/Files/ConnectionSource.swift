import Glibc
package import Media
package import MediaTypes
package import SystemSupport

/// The media that a client sends over its connection, from front to back, until it ends its side. One thread at a time reads.
///
/// The client waits whenever the reader waits: nothing is read ahead, and only the beginning is kept, at which those look who find out what
/// kind of media it is.
package final class ConnectionSource: ByteSource, @unchecked Sendable {
    /// How many bytes of the beginning can be read again.
    private static let keptCount = 1 << 20
    /// How many bytes are passed over at once.
    private static let passedCount = 1 << 16

    private let descriptor: FileDescriptor
    private let wake: EventDescriptor
    /// Ends the reading from another thread.
    package let cancellation: CancellationToken
    private let handler: Int?
    /// How long the client may send nothing, in milliseconds; -1 for any time.
    private let patience: CInt
    /// The first bytes, of which some were there before the connection was handed over.
    private var kept: [UInt8]
    /// How many bytes were taken from the connection, those that came with it included.
    private var count: Int64
    private var isAtEnd = false

    /// Takes over a connected stream socket.
    /// - Parameters:
    ///   - leadingBytes: the bytes of the media that were read from it already.
    ///   - patience: how long the client may send nothing, in milliseconds; -1 for any time.
    /// - Throws: if no descriptor is left.
    package init(
        _ descriptor: consuming FileDescriptor, leadingBytes: [UInt8], patience: Int32 = -1, cancellation: CancellationToken
    ) throws(DescriptorError) {
        let wake = try EventDescriptor()
        self.wake = wake
        self.descriptor = descriptor
        self.patience = patience
        self.cancellation = cancellation
        kept = leadingBytes
        count = Int64(leadingBytes.count)
        handler = cancellation.register { [weak wake] in wake?.signal() }
    }

    deinit {
        cancellation.forget(handler)
        // With unread bytes, closing the socket would look to the client like a broken connection, and what was written to it could be lost.
        shutdown(descriptor.number, CInt(SHUT_RD))
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.passedCount, alignment: 1) { unread in
            while unsafe recv(descriptor.number, unread.baseAddress, unread.count, CInt(MSG_DONTWAIT)) > 0 {}
        }
    }

    /// `nil`: nobody knows the size.
    package var size: Int64? { nil }

    package var isSeekable: Bool { false }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        if offset < Int64(kept.count) {
            let part = kept[Int(offset)...].prefix(buffer.count)
            unsafe buffer.copyBytes(from: part)
            return part.count
        }
        guard offset >= count else {
            throw MediaError(.notSeekable, "what the client sends can only be read once, from front to back")
        }
        if offset > count { try pass(to: offset) }
        return unsafe try receive(into: buffer)
    }

    /// Throws bytes away up to `offset`.
    private func pass(to offset: Int64) throws(MediaError) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.passedCount, alignment: 1)
        defer { unsafe room.deallocate() }
        while count < offset, !isAtEnd {
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: room.prefix(Int(min(offset - count, Int64(room.count)))))
            _ = unsafe try receive(into: part)
        }
    }

    private func receive(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        let room = buffer.count
        while !isAtEnd, room > 0 {
            guard !cancellation.isCancelled else { throw MediaError(.cancelled, "reading what the client sends was cancelled") }
            let received = unsafe recv(descriptor.number, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
            if received > 0 {
                if Int64(kept.count) == count, kept.count < Self.keptCount {
                    unsafe kept.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<received]))
                }
                count += Int64(received)
                return received
            }
            if received < 0, errno == EAGAIN {
                try wait()
            } else if received == 0 || errno != EINTR {
                // If the client died, what it has sent is all there is.
                isAtEnd = true
            }
        }
        return 0
    }

    private func wait() throws(MediaError) {
        var waited = [
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
        ]
        let news = unsafe poll(&waited, nfds_t(waited.count), patience)
        wake.drain()
        if news == 0 { throw MediaError(.unreadable, "the client has sent nothing for \(patience / 1_000) seconds") }
    }
}
