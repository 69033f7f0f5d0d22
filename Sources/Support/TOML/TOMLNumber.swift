/// A number in TOML's notation.
enum TOMLNumber {
    case integer(Int)
    case number(Double)
    /// A whole number that does not fit in 64 bits.
    case tooLarge

    /// Reads a word; `nil` if it is not a number.
    init?(_ word: String) {
        var rest = Array(word.utf8)[...]
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
            rest = rest.dropFirst(2)
            guard rest.takeDigits(radix: radix), rest.isEmpty else { return nil }
            self.init(whole: word.dropFirst(2), radix: radix)
            return
        }
        let isSigned = rest.take("+", "-")
        switch String(decoding: rest, as: UTF8.self) {
        case "inf": self = .number(word.hasPrefix("-") ? -.infinity : .infinity)
        case "nan": self = .number(.nan)
        default:
            let whole = rest
            guard rest.takeDigits(radix: 10) else { return nil }
            // A 0 must not stand in front of another digit.
            if whole.first == UInt8(ascii: "0"), whole.count - rest.count > 1 { return nil }
            if rest.isEmpty {
                self.init(whole: isSigned && word.hasPrefix("+") ? word.dropFirst() : word[...], radix: 10)
                return
            }
            if rest.take("."), !rest.takeDigits(radix: 10) { return nil }
            if rest.take("e", "E") {
                _ = rest.take("+", "-")
                guard rest.takeDigits(radix: 10) else { return nil }
            }
            guard rest.isEmpty, let number = Double(word.filter { $0 != "_" }) else { return nil }
            self = .number(number)
        }
    }

    private init(whole: Substring, radix: Int) {
        self = Int(whole.filter { $0 != "_" }, radix: radix).map { .integer($0) } ?? .tooLarge
    }

    /// Returns whether a word begins as dates and times do: `1979-` or `07:`.
    static func isDate(_ word: String) -> Bool {
        let digits = word.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        let next = word.utf8.dropFirst(digits).first
        return digits == 4 && next == UInt8(ascii: "-") || digits == 2 && next == UInt8(ascii: ":")
    }
}

extension ArraySlice<UInt8> {
    /// Takes one byte if it is one of `wanted`.
    fileprivate mutating func take(_ wanted: Unicode.Scalar...) -> Bool {
        guard let byte = first, wanted.contains(Unicode.Scalar(byte)) else { return false }
        removeFirst()
        return true
    }

    /// Takes digits, between two of which one `_` may stand. Returns false if there is no digit, or if a `_` is in the wrong
    /// place.
    fileprivate mutating func takeDigits(radix: Int) -> Bool {
        var isDigitLast = false
        while let byte = first {
            if Int(String(Unicode.Scalar(byte)), radix: radix) != nil {
                isDigitLast = true
            } else if byte == UInt8(ascii: "_"), isDigitLast {
                isDigitLast = false
            } else {
                break
            }
            removeFirst()
        }
        return isDigitLast
    }
}
