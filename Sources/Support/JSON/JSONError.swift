/// Why a text is not JSON.
package struct JSONError: Error, Hashable, Sendable {
    /// What is wrong or missing at ``offset``, for a person.
    package let message: String
    /// How many bytes of the text before the error are valid.
    package let offset: Int

    /// Makes an error.
    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// `a comma or a bracket is missing, at byte 17`.
    package var description: String { "\(message), at byte \(offset)" }
}
