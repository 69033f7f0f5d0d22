import Glibc
import SystemSupport

/// Owns the descriptor of a file that is read; whoever still waits for its disk keeps it open.
final class OpenFile: Sendable {
    private let owned: FileDescriptor

    var descriptor: Int32 { owned.number }

    init(_ descriptor: Int32) { owned = FileDescriptor(owning: descriptor) }

    /// The size as it is now, at most ``ByteCount/largest``, or the system's number for why it is not known.
    var size: DetachedReads.Outcome {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? .size(min(Int64(status.st_size), ByteCount.largest)) : .failed(errno)
    }

    /// Reads up to `count` bytes at `offset` with `pread`; the bytes, or the system's number for why there are none.
    func bytes(_ count: Int, at offset: Int64) -> DetachedReads.Outcome {
        var failure: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let read = unsafe self.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            filled = max(0, read)
            if read < 0 { failure = errno }
        }
        return failure.map { .failed($0) } ?? .bytes(bytes)
    }

    /// The same into a buffer: how many bytes, or -1 with the reason in `errno`.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        while true {
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
