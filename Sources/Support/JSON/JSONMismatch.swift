/// Why a value in JSON is not the one that a program expects.
public struct JSONMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the member, and what it should be.
    public let description: String

    /// Makes an error which says that the member `name` is not a `kind`.
    public init(_ name: String, isNo kind: String) { description = "\"\(name)\" is no \(kind)" }
}

extension JSONObject {
    /// Returns the string `name`.
    public func string(_ name: String) throws(JSONMismatch) -> String {
        guard let value = self[name]?.stringValue else { throw JSONMismatch(name, isNo: "string") }
        return value
    }

    /// Returns the number `name`.
    public func number(_ name: String) throws(JSONMismatch) -> Double {
        guard let value = self[name]?.numberValue else { throw JSONMismatch(name, isNo: "number") }
        return value
    }

    /// Returns the number `name`, which must lie in `range`: the other side may be any program.
    public func number(_ name: String, in range: ClosedRange<Double>) throws(JSONMismatch) -> Double {
        let value = try number(name)
        guard range.contains(value) else {
            throw JSONMismatch(name, isNo: "number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Returns the whole number `name`.
    public func integer(_ name: String) throws(JSONMismatch) -> Int64 {
        guard let value = self[name]?.integerValue else { throw JSONMismatch(name, isNo: "whole number") }
        return value
    }

    /// Returns the whole number `name` as an `Int`.
    public func int(_ name: String) throws(JSONMismatch) -> Int { Int(try integer(name)) }

    /// Returns the boolean `name`.
    public func bool(_ name: String) throws(JSONMismatch) -> Bool {
        guard let value = self[name]?.boolValue else { throw JSONMismatch(name, isNo: "boolean") }
        return value
    }

    /// Returns the object `name`.
    public func object(_ name: String) throws(JSONMismatch) -> JSONObject {
        guard let value = self[name]?.objectValue else { throw JSONMismatch(name, isNo: "object") }
        return value
    }

    /// Returns the elements of the array `name`.
    public func array(_ name: String) throws(JSONMismatch) -> [JSONValue] {
        guard let elements = self[name]?.arrayValue else { throw JSONMismatch(name, isNo: "array") }
        return elements
    }

    /// Returns the strings of the array `name`.
    public func strings(_ name: String) throws(JSONMismatch) -> [String] {
        let elements = try array(name)
        let strings = elements.compactMap(\.stringValue)
        guard strings.count == elements.count else { throw JSONMismatch(name, isNo: "array of strings") }
        return strings
    }

    /// Returns the case of `type` that the string `name` names.
    public func choice<Choice: RawRepresentable<String>>(_ name: String, of type: Choice.Type) throws(JSONMismatch) -> Choice {
        guard let choice = Choice(rawValue: try string(name)) else { throw JSONMismatch(name, isNo: "known value") }
        return choice
    }

    /// Returns the strings of the object `name`; members of other types are left out.
    public func dictionary(_ name: String) throws(JSONMismatch) -> [String: String] {
        var strings: [String: String] = [:]
        for member in try object(name).members { strings[member.name] = member.value.stringValue }
        return strings
    }
}
