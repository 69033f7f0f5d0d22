import FoundationEssentials

/// Wraps the state's JSON in JSON with a checksum before it, over the very bytes: a disk that changes one bit must not make
/// a queue of other files.
enum StateEnvelope {
    /// Why bytes are not a whole state.
    struct Damage: Error, CustomStringConvertible {
        let description: String
    }

    private static let opening = Data(#"{"checksum":""#.utf8)
    private static let middle = Data(#"","state":"#.utf8)
    private static let closing = Data("}".utf8)
    private static let digitCount = 16

    /// The file's content for `state`.
    static func seal(_ state: Data) -> Data {
        opening + Data(checksum(state).utf8) + middle + state + closing
    }

    /// The state in a file's content.
    static func open(_ content: Data) throws(Damage) -> Data {
        let start = opening.count + digitCount + middle.count
        guard content.count >= start + closing.count, content.starts(with: opening), content.last == closing.last else {
            throw Damage(description: "it is damaged: it has \(content.count) bytes and does not begin and end as a state does")
        }
        let state = Data(content.dropFirst(start).dropLast(closing.count))
        let digits = Data(content.dropFirst(opening.count).prefix(digitCount))
        let rest = Data(content.dropFirst(opening.count + digitCount).prefix(middle.count))
        guard rest == middle, digits == Data(checksum(state).utf8) else {
            throw Damage(description: "it is damaged: its checksum is that of something else")
        }
        return state
    }

    /// In hexadecimal.
    private static func checksum(_ bytes: Data) -> String {
        var hash = Checksum()
        // Not over `Data` itself, whose iterator takes twenty times as long.
        unsafe bytes.withUnsafeBytes { bytes in unsafe hash.combine(bytes) }
        let digits = String(hash.value, radix: 16)
        return String(repeating: "0", count: digitCount - digits.count) + digits
    }
}
