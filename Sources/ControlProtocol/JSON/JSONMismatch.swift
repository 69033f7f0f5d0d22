/// What a value of the protocol lacks, found by a client that reads it.
package struct JSONMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which member, and what it should be.
    package let description: String

    /// Makes an error about the member of that name.
    package init(_ name: String, isNo kind: String) { description = "\"\(name)\" is no \(kind)" }
}

extension JSONObject {
    /// The string of that name.
    func string(_ name: String) throws(JSONMismatch) -> String {
        guard let value = self[name]?.stringValue else { throw JSONMismatch(name, isNo: "string") }
        return value
    }

    /// The number of that name.
    func number(_ name: String) throws(JSONMismatch) -> Double {
        guard let value = self[name]?.numberValue else { throw JSONMismatch(name, isNo: "number") }
        return value
    }

    /// The number of that name, which must lie in that range: the other side may be any program.
    func number(_ name: String, in range: ClosedRange<Double>) throws(JSONMismatch) -> Double {
        let value = try number(name)
        guard range.contains(value) else {
            throw JSONMismatch(name, isNo: "number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The whole number of that name.
    func integer(_ name: String) throws(JSONMismatch) -> Int64 {
        guard let value = self[name]?.integerValue else { throw JSONMismatch(name, isNo: "whole number") }
        return value
    }

    /// The whole number of that name as the machine's integer.
    func int(_ name: String) throws(JSONMismatch) -> Int { Int(try integer(name)) }

    /// The boolean of that name.
    func bool(_ name: String) throws(JSONMismatch) -> Bool {
        guard let value = self[name]?.boolValue else { throw JSONMismatch(name, isNo: "boolean") }
        return value
    }

    /// The object of that name.
    func object(_ name: String) throws(JSONMismatch) -> JSONObject {
        guard let value = self[name]?.objectValue else { throw JSONMismatch(name, isNo: "object") }
        return value
    }

    /// The strings of the array of that name.
    func strings(_ name: String) throws(JSONMismatch) -> [String] {
        guard let elements = self[name]?.arrayValue else { throw JSONMismatch(name, isNo: "array") }
        let strings = elements.compactMap(\.stringValue)
        guard strings.count == elements.count else { throw JSONMismatch(name, isNo: "array of strings") }
        return strings
    }

    /// The value of that name as one of the cases.
    func choice<Choice: RawRepresentable<String>>(_ name: String, of type: Choice.Type) throws(JSONMismatch) -> Choice {
        guard let choice = Choice(rawValue: try string(name)) else { throw JSONMismatch(name, isNo: "known value") }
        return choice
    }

    /// The protocol value of that name.
    func wire<Value: WireValue>(_ name: String, as type: Value.Type) throws(JSONMismatch) -> Value {
        try Value(json: self[name] ?? .null)
    }

    /// The protocol value of that name, `nil` where it is absent or null.
    func wireIfPresent<Value: WireValue>(_ name: String, as type: Value.Type) throws(JSONMismatch) -> Value? {
        guard let value = self[name], value != .null else { return nil }
        return try Value(json: value)
    }

    /// The protocol values of the array of that name.
    func wires<Value: WireValue>(_ name: String, as type: Value.Type) throws(JSONMismatch) -> [Value] {
        guard let elements = self[name]?.arrayValue else { throw JSONMismatch(name, isNo: "array") }
        return try elements.map { element throws(JSONMismatch) in try Value(json: element) }
    }

    /// The object of strings of that name; members of other kinds are left out.
    func dictionary(_ name: String) throws(JSONMismatch) -> [String: String] {
        var strings: [String: String] = [:]
        for member in try object(name).members { strings[member.name] = member.value.stringValue }
        return strings
    }
}
