/// Times as people write them, the same for every command.
enum TimeText {
    /// What to write, for messages.
    static let examples = "90, 1:30, 1:02:03.5, 1m30s or 2s"

    /// The units of a time, from large to small, in seconds.
    private static let units = [("h", 3_600.0), ("m", 60), ("s", 1), ("ms", 0.001)]

    /// Returns the seconds of `90`, `1:30`, `1:02:03.5`, `1h30m`, `1m30s`, `2s` or `500ms`; `nil` for anything else. A number alone
    /// is in seconds.
    static func seconds(_ text: some StringProtocol) -> Double? { clock(text) ?? withUnits(text) }

    /// Returns the seconds of a time in numbers with colons between them.
    private static func clock(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last, let seconds = decimal(last) else { return nil }
        var whole = 0.0
        for (index, part) in parts.dropLast().enumerated() {
            guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Double(part) else {
                return nil
            }
            // Only the first part may be larger than its unit allows, such as 90 minutes.
            if index > 0, value >= 60 { return nil }
            whole = whole * 60 + value
        }
        if parts.count > 1, seconds >= 60 { return nil }
        return whole * 60 + seconds
    }

    /// Returns the seconds of numbers with units, the larger units first.
    private static func withUnits(_ text: some StringProtocol) -> Double? {
        var rest = text[...]
        var total = 0.0
        var left = units[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            let name = rest.dropFirst(digits.count).prefix { $0.isLetter }
            guard let number = decimal(digits), let index = left.firstIndex(where: { $0.0 == name }) else { return nil }
            total += number * left[index].1
            left = left[(index + 1)...]
            rest = rest.dropFirst(digits.count + name.count)
        }
        return text.isEmpty ? nil : total
    }

    /// Returns a time such as `1:02:03`, `3:05` or `0:00`, without the fraction.
    static func text(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "0:00" }
        let whole = Int(seconds)
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// Returns a time such as `1:02:03`, with the thousandths that it has: `1:30.25`.
    static func exact(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return text(seconds) }
        let thousandths = Int((seconds * 1_000).rounded())
        guard thousandths % 1_000 > 0 else { return text(Double(thousandths / 1_000)) }
        var digits = "\(1_000 + thousandths % 1_000)".dropFirst()
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(text(Double(thousandths / 1_000))).\(digits)"
    }

    /// Returns a duration such as `3:05`, or `~3:05` if it is an estimate.
    static func duration(_ seconds: Double, isEstimate: Bool) -> String { (isEstimate ? "~" : "") + text(seconds) }

    /// Returns the value of digits with at most one point, without sign and exponent; `nil` for anything else.
    private static func decimal(_ text: some StringProtocol) -> Double? {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, text.utf8.contains(where: { $0 != UInt8(ascii: ".") }) else { return nil }
        return Double(String(text))
    }
}
