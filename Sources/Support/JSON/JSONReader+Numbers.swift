extension JSONReader {
    /// Reads a number.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        if isWhole, let integer = integer(in: start..<position) { return .integer(integer) }
        return .number(try double(in: start..<position))
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
        if position == start { throw failure("a digit is missing") }
    }

    /// Returns the integer in `range`, or `nil` if it is too large, or minus zero, which no integer is.
    private func integer(in range: Range<Int>) -> Int64? {
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        var value: Int64 = 0
        for byte in bytes[range].dropFirst(isNegative ? 1 : 0) {
            let digit = Int64(byte - UInt8(ascii: "0"))
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowedAgain) = product.subtractingReportingOverflow(digit)
            if overflowed || overflowedAgain { return nil }
            value = sum
        }
        // Counts downwards, because there is one more negative number than positive ones.
        if isNegative { return value == 0 ? nil : value }
        return value == .min ? nil : -value
    }

    private func double(in range: Range<Int>) throws(JSONError) -> Double {
        if let value = shortDecimal(in: range) { return value }
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw JSONError("a number is too large for a double", at: range.lowerBound)
        }
        return value
    }

    /// Returns the number in the usual case, at most 15 digits and no exponent, without the cost of the general case.
    ///
    /// The digits and the power of ten are then both exact as doubles, so that their quotient is rounded only once, and
    /// correctly (W. D. Clinger, "How to read floating point numbers accurately", 1990).
    private func shortDecimal(in range: Range<Int>) -> Double? {
        guard range.count <= 17 else { return nil }
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        var (digits, power, count) = (0.0, 1.0, 0)
        var isBehindPoint = false
        for byte in bytes[range].dropFirst(isNegative ? 1 : 0) {
            if byte == UInt8(ascii: ".") {
                isBehindPoint = true
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            digits = digits * 10 + Double(byte - UInt8(ascii: "0"))
            if isBehindPoint { power *= 10 }
            count += 1
        }
        guard count <= 15 else { return nil }
        return isNegative ? -(digits / power) : digits / power
    }
}
