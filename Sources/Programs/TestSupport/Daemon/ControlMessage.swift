import FoundationEssentials

/// One line from the daemon: a reply or an event.
package struct ControlMessage: Hashable, Sendable {
    /// The line as it came, without its end.
    package let line: String
    /// The number of the request that this message replies to; nil for events, and for errors without a number.
    package let id: Int?
    /// The type of an event.
    package let method: String?
    /// The number of the error; nil if the message is no error.
    package let errorCode: Int?
    /// The stable name of the error, such as `media_not_found`.
    package let errorName: String?
    /// The daemon's sentence about the error.
    package let errorMessage: String?

    private struct Envelope: Decodable {
        struct Failure: Decodable {
            struct Details: Decodable { let code: String? }
            let code: Int
            let message: String
            let data: Details?
        }
        let id: Int?
        let method: String?
        let error: Failure?
    }

    /// Reads a line.
    package init(line: String) throws(TestSupportError) {
        self.line = line
        let envelope: Envelope
        do {
            envelope = try JSONDecoder().decode(Envelope.self, from: Data(line.utf8))
        } catch {
            throw TestSupportError(.unexpectedAnswer, "no message of the protocol: \(line)")
        }
        id = envelope.id
        method = envelope.method
        errorCode = envelope.error?.code
        errorName = envelope.error?.data?.code
        errorMessage = envelope.error?.message
    }

    /// Returns the value at a path such as `"result.position.seconds"` or `"result.items.0.uri"`; nil if there is none, if it
    /// is null or if it has another type.
    package func value<Value: Decodable>(at path: String, as type: Value.Type = Value.self) -> Value? {
        let decoder = JSONDecoder()
        decoder.userInfo = [Lookup<Value>.path: path.split(separator: ".").map(String.init)]
        return try? decoder.decode(Lookup<Value>.self, from: Data(line.utf8)).value
    }

    /// Returns the text at `path`.
    package func string(at path: String) -> String? { value(at: path) }
    /// Returns the number at `path`.
    package func number(at path: String) -> Double? { value(at: path) }
}

/// Decodes only the value at a path.
private struct Lookup<Value: Decodable>: Decodable {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The key of the decoder's user info for the steps of the path.
    static var path: CodingUserInfoKey { pathKey }

    let value: Value

    init(from decoder: any Decoder) throws {
        let steps = decoder.userInfo[Self.path] as? [String] ?? []
        value = try Self.find(steps[...], in: decoder)
    }

    private static func find(_ steps: ArraySlice<String>, in decoder: any Decoder) throws -> Value {
        guard let step = steps.first else { return try Value(from: decoder) }
        if let index = Int(step) {
            var array = try decoder.unkeyedContainer()
            for _ in 0..<index { _ = try array.superDecoder() }
            return try find(steps.dropFirst(), in: array.superDecoder())
        }
        let object = try decoder.container(keyedBy: Key.self)
        return try find(steps.dropFirst(), in: object.superDecoder(forKey: Key(stringValue: step)))
    }
}

/// Any text makes a valid key. The fallback is there only because the initialiser is optional.
private let pathKey = CodingUserInfoKey(rawValue: "fermata.path") ?? { preconditionFailure("a valid key") }()
