/// What a line from a client holds.
package enum IncomingMessage: Sendable {
    /// One call, or what is wrong with it.
    case single(Result<Call, InvalidCall>)
    /// Several at once, answered at once; never empty.
    case batch([Result<Call, InvalidCall>])

    /// Takes a line apart.
    ///
    /// - Throws: what the one reply to the whole line says, its id being null: ``ControlError/Code/parseError`` where it is
    ///   no JSON, ``ControlError/Code/invalidRequest`` for an empty batch.
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
