/// Times and names as the player in the terminal shows them.
enum ClockText {
    /// Returns a time as `m:ss` or `h:mm:ss`.
    static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "0:00" }
        let whole = Int(seconds)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
    }

    /// Returns a duration, with a tilde if it is only estimated.
    static func duration(_ seconds: Double, isEstimate: Bool) -> String { (isEstimate ? "~" : "") + time(seconds) }

    /// Returns a number with commas between its thousands.
    static func number(_ number: Int) -> String {
        let digits = Array("\(abs(number))")
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// Returns what to call media that has no title: the last part of its path, or the address.
    static func name(of uri: String) -> String {
        guard uri.hasPrefix("/") || uri.hasPrefix("file:") else { return uri }
        let path = uri.split(separator: "#", maxSplits: 1).first ?? ""
        let name = path.split(separator: "/").last.map(String.init) ?? uri
        return uri.hasPrefix("file:") ? decoded(name) : uri.split(separator: "/").last.map(String.init) ?? uri
    }

    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
