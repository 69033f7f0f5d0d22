/// Tells a file that a server sends from its beginning again from a stream that goes on live, where the server says of neither
/// how long it is: by the first bytes, which are the same only of the file.
struct Restart: Hashable {
    /// How many bytes are compared.
    static let limit = 16 * 1024

    private let beginning: ArraySlice<UInt8>
    private var compared = 0

    /// - Parameters:
    ///   - beginning: the first bytes of the first answer.
    ///   - reached: how many bytes of the content are known.
    /// - Returns: `nil` where there is nothing to compare.
    init?(of beginning: [UInt8], reached: Int64) {
        self.beginning = beginning.prefix(Int(min(reached, Int64(Self.limit))))
        if self.beginning.isEmpty { return nil }
    }

    /// Compares the next bytes of the new answer. Where they differ it is live, and what was taken for known before them is
    /// answered: the bytes of the new answer before this piece.
    mutating func compare(_ piece: UnsafeRawBufferPointer) -> [UInt8]? {
        let part = beginning[(beginning.startIndex + compared)...].prefix(piece.count)
        guard unsafe part.elementsEqual(piece.prefix(part.count)) else { return Array(beginning.prefix(compared)) }
        compared += part.count
        return nil
    }
}
