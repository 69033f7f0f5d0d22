/// A name in the order in which people sort names: numbers by their value, letters without regard to case.
///
/// `track 2` comes before `Track 10`. Names that do not differ otherwise are in the order of their bytes, so that
/// different names are always in the same order.
package struct NaturalName: Comparable, Sendable {
    /// The name's bytes, which need not be UTF-8.
    package let bytes: [UInt8]
    /// The bytes that are compared first: the name in lower case, or unchanged if it is not UTF-8.
    private let folded: [UInt8]

    /// Makes a name from the bytes of a file's name.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        folded = String(validating: bytes, as: UTF8.self).map { Array($0.lowercased().utf8) } ?? bytes
    }

    package static func < (left: NaturalName, right: NaturalName) -> Bool {
        var (a, b) = (left.folded[...], right.folded[...])
        while let first = a.first, let second = b.first {
            if first.isDigit, second.isDigit {
                let (one, other) = (a.takeNumber(), b.takeNumber())
                if one.count != other.count { return one.count < other.count }
                if one != other { return one.lexicographicallyPrecedes(other) }
            } else {
                if first != second { return first < second }
                a.removeFirst()
                b.removeFirst()
            }
        }
        if a.isEmpty != b.isEmpty { return a.isEmpty }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension ArraySlice<UInt8> {
    /// Removes the digits at the beginning, and returns them without leading zeros, which have no value.
    fileprivate mutating func takeNumber() -> ArraySlice<UInt8> {
        let digits = prefix(while: \.isDigit)
        self = dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
