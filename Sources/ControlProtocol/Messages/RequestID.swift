/// What a request is told apart by: any string, number or null that the client likes.
package enum RequestID: Hashable, Sendable {
    /// `null`: also the id of errors about a message whose id could not be read.
    case null
    /// A whole number.
    case integer(Int64)
    /// Another number, as it was written.
    case number(String)
    /// A string.
    case string(String)

    /// Takes the id that stands in a message, or `nil` where it is of a kind that no id may be.
    package init?(json: JSONValue) {
        switch json {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .numeral(let text): self = .number(text)
        case .number(let value): self = .number("\(value)")
        case .string(let value): self = .string(value)
        case .bool, .array, .object: return nil
        }
    }

    /// The id as it is sent back.
    package var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .integer(value)
        case .number(let text): .numeral(text)
        case .string(let value): .string(value)
        }
    }
}
