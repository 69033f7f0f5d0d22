/// Tells a file that a server sends again from its beginning from a stream that continues live, if the server gives a
/// length for neither. It compares the first bytes, which are the same only for the file.
struct Restart: Hashable {
    /// How many bytes are compared at most.
    static let limit = 16 * 1024

    private let beginning: ArraySlice<UInt8>
    private var compared = 0

    /// - Parameters:
    ///   - beginning: the first bytes of the first answer.
    ///   - reached: how many bytes of the content are known.
    /// - Returns: `nil` if there is nothing to compare.
    init?(of beginning: [UInt8], reached: Int64) {
        self.beginning = beginning.prefix(Int(min(reached, Int64(Self.limit))))
        if self.beginning.isEmpty { return nil }
    }

    /// Compares the next bytes of the new answer. If they differ, the stream is live, and the result is what was taken
    /// for known until then: the bytes of the new answer before `piece`. Else the result is `nil`.
    mutating func compare(_ piece: UnsafeRawBufferPointer) -> [UInt8]? {
        let part = beginning[(beginning.startIndex + compared)...].prefix(piece.count)
        guard unsafe part.elementsEqual(piece.prefix(part.count)) else { return Array(beginning.prefix(compared)) }
        compared += part.count
        return nil
    }
}
