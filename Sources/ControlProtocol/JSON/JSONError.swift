/// Why a text is no JSON.
package struct JSONError: Error, Hashable, Sendable {
    /// What stands there, or is missing, for a person.
    package let message: String
    /// How many bytes of the text were in order.
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
