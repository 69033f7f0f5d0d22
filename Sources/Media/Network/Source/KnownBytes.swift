/// The newest bytes that were fetched, which a server that seems to have another content now must send again. A value.
struct KnownBytes: Hashable {
    /// How many bytes are compared at most.
    static let limit = 4_096

    private(set) var bytes: [UInt8] = []
    /// The offset in the content behind the last of them.
    private(set) var end: Int64 = 0
    /// The offset in the content of the first of them.
    var start: Int64 { end - Int64(bytes.count) }

    /// Takes in bytes of the content from `offset` on.
    mutating func append(_ piece: UnsafeRawBufferPointer, at offset: Int64) {
        // Nothing is known of what was passed over.
        guard piece.count > 0 else { return }
        if offset != end { bytes = [] }
        end = offset + Int64(piece.count)
        if piece.count >= Self.limit {
            bytes = unsafe Array(piece.suffix(Self.limit))
        } else {
            bytes.removeFirst(max(0, bytes.count + piece.count - Self.limit))
            unsafe bytes += piece
        }
    }

    /// Makes the bytes at the end of a content's `beginning`.
    init(endOf beginning: [UInt8]) {
        bytes = beginning.suffix(Self.limit)
        end = Int64(beginning.count)
    }

    init() {}
}
