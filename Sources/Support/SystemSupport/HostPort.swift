/// The name or the address of a host, with a port, as `server.lan:4953` or `[fe80::1]:4953`. A value: nothing is looked up.
package struct HostPort: Hashable, Sendable, CustomStringConvertible {
    /// A name, or an address in numbers without brackets.
    package let host: String
    /// The port, never 0.
    package let port: UInt16

    /// The longest name that the domain name system has, in bytes.
    private static let longestName = 253

    /// Reads `text`, or returns `nil` if it is no host with a port.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(digits), port > 0 else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":"), host.allSatisfy(Self.isInAddress) else { return nil }
        } else if !host.allSatisfy(Self.isInName) {
            return nil
        }
        guard (1...Self.longestName).contains(host.utf8.count) else { return nil }
        self.host = String(host)
        self.port = port
    }

    /// The text that ``init(_:)`` reads.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    private static func isInName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    }

    /// Also the zone of an address that holds on one network alone: `fe80::1%eth0`.
    private static func isInAddress(_ character: Character) -> Bool {
        isInName(character) || character == ":" || character == "%"
    }
}
