import Glibc
import SystemSupport

/// Owner of the descriptor of an open file. A thread that still waits for its disk keeps it open.
final class OpenFile: Sendable {
    private let owned: FileDescriptor

    var descriptor: Int32 { owned.number }

    init(_ descriptor: Int32) { owned = FileDescriptor(owning: descriptor) }

    /// The current size, at most ``ByteCount/largest``, or the system's error number.
    var size: DetachedReads.Outcome {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? .size(min(Int64(status.st_size), ByteCount.largest)) : .failed(errno)
    }

    /// Reads up to `count` bytes at `offset` with `pread`; returns the bytes, or the system's error number.
    func bytes(_ count: Int, at offset: Int64) -> DetachedReads.Outcome {
        var failure: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let read = unsafe self.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            filled = max(0, read)
            if read < 0 { failure = errno }
        }
        return failure.map { .failed($0) } ?? .bytes(bytes)
    }

    /// Reads into `buffer` at `offset` with `pread`; returns the number of bytes, or -1 with the reason in `errno`.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        while true {
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
