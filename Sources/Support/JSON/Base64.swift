/// Bytes as text in base64 (RFC 4648, section 4), because a JSON string cannot hold any byte.
public enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The value of each digit, by its character; 64 for a character that is no digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// Returns the text for `bytes`.
    public static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var number = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            number <<= 8 * UInt32(3 - group.count)
            for place in 0..<4 {
                text.append(place <= group.count ? digits[Int(number >> (18 - 6 * UInt32(place)) & 63)] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes that `text` stands for; `nil` if it is not base64.
    public static func bytes(of text: String) -> [UInt8]? {
        let all = Array(text.utf8)
        guard all.count % 4 == 0 else { return nil }
        let digits = all.prefix { $0 != padding }
        guard all.count - digits.count <= 2, all[digits.count...].allSatisfy({ $0 == padding }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(all.count / 4 * 3)
        var (number, bits) = (UInt32(0), 0)
        for digit in digits {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            number = number << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(bits)))
            }
        }
        return bytes
    }
}
