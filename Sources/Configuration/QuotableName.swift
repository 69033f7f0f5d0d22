extension String {
    /// A name as a sentence of one line quotes it: without what would end the line or speak to a terminal, and cut where it is longer
    /// than any name that is known.
    var quotable: String {
        let (most, scalars) = (64, unicodeScalars)
        let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
        let shown = scalars.prefix(most).map { isControl($0) ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(shown)) + (scalars.dropFirst(most).isEmpty ? "" : "…")
    }
}
