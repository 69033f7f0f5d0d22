import Glibc
import SystemSupport

/// A client's connection that carries media: closed with its last reference, so that nobody polls a number that has become
/// another descriptor's.
final class PushedSocket: Sendable {
    private let owned: FileDescriptor

    /// Non-blocking.
    var descriptor: Int32 { owned.number }

    init(_ descriptor: Int32) { owned = FileDescriptor(owning: descriptor) }

    /// Takes bytes that are there: how many, 0 at the end, `nil` where none have come.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        while true {
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count >= 0 { return count }
            if errno == EAGAIN { return nil }
            // A writer that died has sent what it has sent: that is the end.
            if errno != EINTR { return 0 }
        }
    }

    /// Sends a last line, as far as the client has left room for one.
    func tell(_ line: [UInt8]) {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        _ = unsafe line.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
    }

    /// Ends the connection for the client, and for whoever polls it. What the client has sent and nobody took is thrown away:
    /// closed over that, the connection would seem to the client to be broken, and not to be at its end.
    func shutDown() {
        // From now on nothing more is sent.
        shutdown(descriptor, Int32(SHUT_RDWR))
        unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { unread in
            while let count = unsafe receive(into: unread), count > 0 {}
        }
    }
}
