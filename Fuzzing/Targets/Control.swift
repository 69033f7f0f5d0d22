import JSON

@testable import ControlProtocol

extension FuzzTarget {
    /// A line of a client: JSON, message, method and parameters.
    static let control = FuzzTarget("control", atMost: 4_096) { line in
        if let value = try? JSONValue(parsing: line) {
            // What is read can be written, and reads back the same.
            precondition((try? JSONValue(parsing: value.text)) == value, "no round trip")
        }
        guard let message = try? IncomingMessage(parsing: line) else { return }
        let members =
            switch message {
            case .single(let member): [member]
            case .batch(let members): members
            }
        for case .success(let call) in members {
            do throws(ControlError) {
                _ = try Methods.method(of: call).parameters(of: call.parameters)
            } catch {
                precondition(error.code == .invalidParams || error.code == .methodNotFound)
            }
        }
    }
}
