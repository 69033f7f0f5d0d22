/// A value that has a JSON form.
package protocol JSONRepresentable {
    /// The value as JSON.
    var json: JSONValue { get }
}

extension Bool: JSONRepresentable {
    /// `true` or `false`.
    package var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
    /// An integer.
    package var json: JSONValue { .integer(Int64(self)) }
}

extension String: JSONRepresentable {
    /// A string.
    package var json: JSONValue { .string(self) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    /// An array.
    package var json: JSONValue { .array(map(\.json)) }
}
