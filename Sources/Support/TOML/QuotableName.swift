extension String {
    /// The name as a message quotes it: without control characters, which would end the line or control a terminal, and cut if
    /// it is longer than any known name.
    package var quotable: String {
        let (most, scalars) = (64, unicodeScalars)
        let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
        let shown = scalars.prefix(most).map { isControl($0) ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(shown)) + (scalars.dropFirst(most).isEmpty ? "" : "…")
    }
}
