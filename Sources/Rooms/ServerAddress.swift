/// The address of a server: a name or an IP address, and a port. A value.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name, or an address without brackets.
    package let host: String
    package let port: Int

    /// Reads `host:port`, `[address]:port`; `nil` for something else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, isBracketed == host.contains(":") else { return nil }
        self.host = String(host)
        self.port = Int(port)
    }

    /// The address as it is configured.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
