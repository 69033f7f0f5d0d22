@testable import Media
@testable import Network

extension FuzzTarget {
    /// What a web server sends: head and content, in pieces of any length; and a station's titles.
    static let http = FuzzTarget("http", atMost: 8_192) { bytes in
        var invention = Invention(bytes)
        let piece = invention.pick(64) + 1
        let rest = invention.rest()
        _ = StreamText.title(in: Array(rest))
        let input = BufferedInput(InventedConnection(Array(rest), piece: piece))
        guard let head = try? ResponseHead.read(input, until: .max) else { return }
        _ = (head.contentRange, head.validator, head.isLive, head.textInterval)
        let body = ResponseBody(head, input)
        var buffer = [UInt8](repeating: 0, count: 1_000)
        var total = 0
        while let count = try? buffer.withUnsafeMutableBytes({ try body.read(into: $0, until: .max) }), count > 0 {
            total += count
        }
        precondition(total <= rest.count)
    }
}

/// A connection that gives invented bytes and then ends.
private final class InventedConnection: Connection {
    private var bytes: ArraySlice<UInt8>
    private let piece: Int

    init(_ bytes: [UInt8], piece: Int) {
        self.bytes = bytes[...]
        self.piece = piece
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64) throws(NetworkFailure) -> Int {
        let part = bytes.prefix(min(piece, buffer.count))
        buffer.copyBytes(from: part)
        bytes = bytes.dropFirst(part.count)
        return part.count
    }

    func write(_ bytes: [UInt8], until deadline: Int64) throws(NetworkFailure) {}
}
