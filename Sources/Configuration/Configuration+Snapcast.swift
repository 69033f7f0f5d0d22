extension Configuration {
    /// `[snapcast]`: other rooms, by a Snapcast server.
    package struct Snapcast: Equatable, Sendable {
        /// The address at which the server takes orders about its rooms, as `server:1705`; empty for none.
        package var control = ""

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.Snapcast {
    /// Whether `text` is the address of a server, with a port, or is empty.
    static func isServer(_ text: String) -> Bool {
        if text.isEmpty { return true }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return false
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            let inner = host.dropFirst().dropLast()
            return inner.contains(":") && inner.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return !host.isEmpty && host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }
}
