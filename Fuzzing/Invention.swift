/// Takes values out of invented bytes, one after the other. Behind the last byte everything is 0.
struct Invention {
    private var bytes: UnsafeRawBufferPointer.SubSequence

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes[...] }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func bool() -> Bool { byte() & 1 == 1 }

    /// A number below `limit`, which is at most 256.
    mutating func pick(_ limit: Int) -> Int { limit > 0 ? Int(byte()) % limit : 0 }

    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[pick(choices.count)] }

    /// A whole number of `Number`'s size.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        var number: Number = 0
        for _ in 0..<MemoryLayout<Number>.size { number = number << 8 | Number(truncatingIfNeeded: byte()) }
        return number
    }

    /// A whole number that is small as often as not.
    mutating func count() -> Int64 { bool() ? Int64(byte()) : number() }

    /// Any floating-point number, infinities and NaN included, or one that could be meant.
    mutating func double() -> Double {
        switch pick(4) {
        case 0: Double(bitPattern: number())
        case 1: [Double.nan, .infinity, -.infinity, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e39, -1][pick(8)]
        case 2: Double(byte()) / 64
        default: Double(number(Int32.self)) / 1_000
        }
    }

    mutating func float() -> Float { Float(double()) }

    /// A short text: one of `words` or anything.
    mutating func text(_ words: [String] = []) -> String {
        if !words.isEmpty, bool() { return pick(words) }
        let length = min(pick(24), bytes.count)
        defer { bytes = bytes.dropFirst(length) }
        return String(decoding: bytes.prefix(length), as: UTF8.self)
    }

    /// Properties of an object: those of `keys`, with values of `words` or anything.
    mutating func dictionary(_ keys: [String], _ words: [String]) -> [String: String] {
        var result: [String: String] = [:]
        for _ in 0..<pick(6) { result[pick(keys)] = text(words) }
        return result
    }

    /// Everything that is left.
    mutating func rest() -> UnsafeRawBufferPointer {
        defer { bytes = bytes.suffix(0) }
        return UnsafeRawBufferPointer(rebasing: bytes)
    }

    /// Up to the next line feed.
    mutating func line() -> UnsafeRawBufferPointer {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        bytes = bytes.dropFirst(line.count + 1)
        return UnsafeRawBufferPointer(rebasing: line)
    }
}
