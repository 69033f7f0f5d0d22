import ArgumentParser
import ControlProtocol

extension CompletionKind {
    /// The outputs there are now, as the daemon knows them; only `default` where none answers.
    static let output = custom { _, _, _ in ["default"] + currentOutputs() }

    private static func currentOutputs() -> [String] {
        // A shell waits with the cursor for it; what goes wrong is no concern of somebody who presses a key.
        guard let connection = try? DaemonConnection(path: SocketPath.resolve(nil), patience: 1),
            let reply = try? connection.call("route.outputs"), case .success(let outputs) = reply.result
        else { return [] }
        return outputs.arrayValue?.compactMap { $0["uid"]?.stringValue } ?? []
    }
}
