extension Configuration {
    /// `[radio]`: the directory of radio stations.
    package struct Radio: Equatable, Sendable {
        /// Whether the directory may be asked.
        package var enabled = false
        /// The address of a server that is asked in place of the public ones; empty for those.
        package var server = ""

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.Radio {
    /// Whether `text` can be the address of a server, or is empty.
    static func isServer(_ text: String) -> Bool {
        text.isEmpty
            || ["http://", "https://"].contains { text.hasPrefix($0) && text.count > $0.count }
                && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    }
}
