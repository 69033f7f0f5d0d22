import ArgumentParser
import ControlProtocol

extension CompletionKind {
    /// The outputs that the daemon knows now; only `default` if no daemon answers.
    static let output = custom { _, _, _ in ["default"] + currentOutputs() }

    private static func currentOutputs() -> [String] {
        // The shell waits for this while the user types. Errors do not matter to somebody who presses a key for a completion.
        guard let connection = try? DaemonConnection(path: SocketPath.resolve(nil), patience: 1),
            let reply = try? connection.call("route.outputs"), case .success(let outputs) = reply.result
        else { return [] }
        return outputs.arrayValue?.compactMap { $0["uid"]?.stringValue } ?? []
    }
}
