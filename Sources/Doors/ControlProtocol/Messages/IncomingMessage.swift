import JSON

/// The content of a line from a client.
package enum IncomingMessage: Sendable {
    /// One call, or why it is invalid.
    case single(Result<Call, InvalidCall>)
    /// A batch of calls, which get one reply together; never empty.
    case batch([Result<Call, InvalidCall>])

    /// Parses a line.
    ///
    /// - Throws: the error for the one reply to the whole line, whose id is null: ``ControlError/Code/parseError`` if the line
    ///   is not JSON, ``ControlError/Code/invalidRequest`` for an empty batch.
    package init(parsing line: UnsafeRawBufferPointer, maximumDepth: Int = JSONValue.usualDepth) throws(ControlError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: line, maximumDepth: maximumDepth)
        } catch {
            throw ControlError(.parseError, "the line is not JSON: \(error)")
        }
        guard case .array(let members) = json else {
            self = .single(Self.call(json))
            return
        }
        if members.isEmpty { throw ControlError(.invalidRequest, "a batch must have at least one request") }
        self = .batch(members.map(Self.call))
    }

    private static func call(_ json: JSONValue) -> Result<Call, InvalidCall> {
        do {
            return .success(try Call(json: json))
        } catch {
            return .failure(error)
        }
    }
}
