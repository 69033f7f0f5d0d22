package import JSON

/// The id of a request: any string, number or null that the client chooses.
package enum RequestID: Hashable, Sendable {
    /// `null`, which is also the id of errors about a message whose id could not be read.
    case null
    /// A whole number.
    case integer(Int64)
    /// Any other number, as the client wrote it.
    case number(String)
    /// A string.
    case string(String)

    /// Reads the id in a message; `nil` if `json` is of a type that an id cannot have.
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

    /// The id as the reply carries it.
    package var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .integer(value)
        case .number(let text): .numeral(text)
        case .string(let value): .string(value)
        }
    }
}
