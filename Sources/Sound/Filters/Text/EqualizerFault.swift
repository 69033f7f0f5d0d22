/// A place in an equaliser's text, and what is wrong there.
package struct EqualizerFault: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The character of the line, from 1.
    package let column: Int
    /// A sentence for a person.
    package let sentence: String

    /// `line 3, column 12: The gain is missing.`
    package var description: String { "line \(line), column \(column): \(sentence)" }
}

/// An equaliser's text cannot be used. Nothing of it is, because half a correction is worse than none.
package struct EqualizerTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable name of this error.
    package static let code = "invalid_equalizer"

    /// The faults, in the order of the text: at least one, and at most ``limit``.
    package let faults: [EqualizerFault]

    /// Makes the error of a text that cannot be read at all.
    package init(fault sentence: String) { self.init(faults: [EqualizerFault(line: 1, column: 1, sentence: sentence)]) }

    init(faults: [EqualizerFault]) { self.faults = faults }

    /// The most faults that are told.
    package static let limit = 100

    /// The faults, a line each.
    package var description: String { faults.map(\.description).joined(separator: "\n") }
}
