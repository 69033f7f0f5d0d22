import MediaTypes
import Synchronization

@testable import Media

/// Bytes at any place, of which a read may find that the order it is for was cancelled meanwhile.
final class InterruptedSource: ByteSource {
    private let bytes: [UInt8]
    private let cancellation: CancellationToken
    private let order = Mutex<CancellationToken?>(nil)

    init(_ bytes: [UInt8], cancellation: CancellationToken) {
        self.bytes = bytes
        self.cancellation = cancellation
    }

    var size: Int64? { Int64(bytes.count) }
    var isSeekable: Bool { true }

    /// The next read cancels `order` before it answers.
    func cancelInNextRead(_ order: CancellationToken) { self.order.withLock { $0 = order } }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let order = order.withLock { order in
            defer { order = nil }
            return order
        }
        order?.cancel()
        if cancellation.isInterrupted { throw .cancelled("the source") }
        let rest = bytes.dropFirst(Int(offset))
        let count = min(rest.count, buffer.count)
        buffer.copyBytes(from: rest.prefix(count))
        return count
    }
}
