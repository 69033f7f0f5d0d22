import Glibc

/// Owner of the memory of one piece of a file or of a stream. It is mapped on its own, so that the system has it back at once.
@safe package final class HeldBytes: @unchecked Sendable {
    /// The size of a piece, in bytes.
    package static let size = Int(ReadAheadPlan.pieceSize)

    /// The offset in the content of the first byte.
    package let origin: Int64
    private let memory: UnsafeMutableRawBufferPointer

    /// Maps the memory; `nil` if there is none.
    package init?(origin: Int64) {
        let size = Self.size
        guard
            let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe start != MAP_FAILED
        else { return nil }
        self.origin = origin
        unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit { unsafe munmap(memory.baseAddress, memory.count) }

    /// The memory of the bytes from `offset` on. Bytes that were told to a reader are not written again.
    package func room(from offset: Int64) -> UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[Int(offset - origin)...])
    }

    /// Copies up to `buffer.count` bytes of those in `range`, and returns how many.
    package func copy(_ range: Range<Int64>, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, range.count)
        let first = Int(range.lowerBound - origin)
        unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[first..<first + count]))
        return count
    }
}
