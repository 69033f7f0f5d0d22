package import ControlProtocol
package import JSON

/// The way to answer one request. Confined to the event loop; only the first answer counts.
package final class Reply {
    private var send: ((Result<JSONValue, ControlError>) -> Void)?

    /// Makes a reply that passes its answer to `send`.
    package init(_ send: @escaping (Result<JSONValue, ControlError>) -> Void) { self.send = send }

    /// Answers with `result`.
    package func callAsFunction(_ result: Result<JSONValue, ControlError>) {
        guard let send else { return }
        self.send = nil
        send(result)
    }
}
