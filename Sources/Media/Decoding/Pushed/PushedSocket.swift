import Glibc
import SystemSupport

/// A client's connection that carries media. The last reference closes it, so no thread polls a number that meanwhile belongs
/// to another descriptor.
final class PushedSocket: Sendable {
    private let owned: FileDescriptor

    /// The number of the descriptor, which is non-blocking.
    var descriptor: Int32 { owned.number }

    init(_ descriptor: Int32) { owned = FileDescriptor(owning: descriptor) }

    /// Reads bytes that have arrived. Returns how many, 0 at the end, or `nil` if none have arrived.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        while true {
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count >= 0 { return count }
            if errno == EAGAIN { return nil }
            // If the client died, what it has sent is all there is: this is the end.
            if errno != EINTR { return 0 }
        }
    }

    /// How many bytes have arrived and were not read.
    var waitingCount: Int {
        var count: Int32 = 0
        // The kernel knows it of every socket; otherwise there is nothing to count.
        return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(max(0, count)) : 0
    }

    /// Sends a last line, as far as the socket's buffer has room for it.
    func tell(_ line: [UInt8]) {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        _ = unsafe line.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
    }

    /// Ends the connection for the client, and for the thread that polls it. Throws away unread bytes: with them, closing the
    /// socket would look to the client like a broken connection and not like its end.
    func shutDown() {
        // From now on the client cannot send more.
        shutdown(descriptor, Int32(SHUT_RDWR))
        unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { unread in
            while let count = unsafe receive(into: unread), count > 0 {}
        }
    }
}
