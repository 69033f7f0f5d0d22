/// The number of a track or a disc, and the total behind it, as tags have them: `3` or `3/12`.
package struct TagNumber: Hashable, Sendable {
    /// The number, from 1; `nil` if the tag has none, or one that is not a plain number, such as the `A1` of a record.
    package let number: UInt16?
    /// The total, from 1; `nil` if the tag has none.
    package let total: UInt16?

    /// The largest number that is believed.
    package static let largest: UInt16 = 9_999

    /// Reads the number from the text of a tag.
    package init(_ text: String?) {
        let parts = text?.utf8.prefix(32).split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        number = parts?.first.flatMap { Self.number($0) }
        total = parts?.dropFirst().first.flatMap { Self.number($0) }
    }

    /// Returns `number` if it is one that a track, a disc or a total can have.
    package static func believable(_ number: UInt16?) -> UInt16? { number.flatMap { (1...largest).contains($0) ? $0 : nil } }

    private static func number(_ text: Substring.UTF8View) -> UInt16? {
        let blank = UInt8(ascii: " ")
        let digits = text.drop { $0 == blank }.prefix { $0 != blank }
        guard digits.count <= 8, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return believable(UInt16(String(Substring(digits))))
    }
}
