extension ClosedRange<Int> {
    /// The bounds as help and errors give them: `8000 to 384000`.
    package var words: String { "\(lowerBound) to \(upperBound)" }
}

extension ClosedRange<Double> {
    /// The bounds as help and errors give them: `0.0005 to 0.5`.
    package var words: String { "\(lowerBound.shortText) to \(upperBound.shortText)" }
}

extension Double {
    /// The number as people write it: a whole one without a point.
    var shortText: String { Int64(exactly: self).map(String.init) ?? "\(self)" }
}
