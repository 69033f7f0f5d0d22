import Glibc
import MediaTypes
import Synchronization

@testable import Media

/// Bytes that stop coming: gives the first ones at once, then waits for ever, or until it is cancelled.
final class BlockingSource: ByteSource {
    private let bytes: [UInt8]
    private let ends: (reading: Int32, writing: Int32)
    private let waits = Atomic<Int>(0)
    let isSeekable: Bool

    init(_ bytes: [UInt8], isSeekable: Bool = false, cancellation: CancellationToken) {
        self.bytes = bytes
        self.isSeekable = isSeekable
        var pair: [Int32] = [-1, -1]
        precondition(pipe(&pair) == 0)
        ends = (pair[0], pair[1])
        cancellation.register { [weak self] in self?.wake() }
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    var size: Int64? { nil }

    /// Whether a read is waiting for bytes that do not come.
    var isWaiting: Bool { waits.load(ordering: .acquiring) > 0 }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let rest = bytes.dropFirst(Int(offset))
        guard rest.isEmpty else {
            let count = min(rest.count, buffer.count)
            buffer.copyBytes(from: rest.prefix(count))
            return count
        }
        waits.add(1, ordering: .releasing)
        var byte: UInt8 = 0
        _ = Glibc.read(ends.reading, &byte, 1)
        throw MediaError(.cancelled, "woken")
    }

    private func wake() {
        var byte: UInt8 = 1
        _ = Glibc.write(ends.writing, &byte, 1)
    }
}

/// Bytes that come in order and then end, like a pushed stream; or that fail at a place.
final class StreamSource: ByteSource {
    private let bytes: [UInt8]
    private let failure: MediaError?

    init(_ bytes: [UInt8], failure: MediaError? = nil) {
        self.bytes = bytes
        self.failure = failure
    }

    var size: Int64? { nil }
    var isSeekable: Bool { false }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let rest = bytes.dropFirst(Int(offset))
        if rest.isEmpty, let failure { throw failure }
        let count = min(rest.count, buffer.count)
        buffer.copyBytes(from: rest.prefix(count))
        return count
    }
}
