/// Why a text is not JSON.
public struct JSONError: Error, Hashable, Sendable {
    /// What is wrong or missing at ``offset``, for a person.
    public let message: String
    /// How many bytes of the text before the error are valid.
    public let offset: Int

    /// Makes an error.
    public init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// `a comma or a bracket is missing, at byte 17`.
    public var description: String { "\(message), at byte \(offset)" }
}
