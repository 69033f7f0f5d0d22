import ArgumentParser
import ControlProtocol
import JSON

/// The options of every command.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion: "Default: $FERMATA_SOCKET, else $XDG_RUNTIME_DIR/fermata/control.sock.", valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(
        help: ArgumentHelp(
            "Print the daemon's JSON messages as they came, one a line.",
            discussion:
                "'status --watch' and 'current --follow' print only the status that is in them; 'picture --output' refuses it."))
    var json = false

    /// Connects to the daemon.
    /// - Parameter patience: the time-out in seconds without an answer; `nil` for none.
    func connect(patience: Int? = nil) throws(ClientFailure) -> DaemonConnection {
        try DaemonConnection(path: SocketPath.resolve(socket), patience: patience)
    }

    /// Calls one method and prints the reply: as it came with `--json`, else as `text` formats it.
    func perform(
        _ method: String, _ parameters: JSONObject = [:], text: (JSONValue) -> String
    ) throws(ClientFailure) {
        try perform(method, parameters, on: try connect(), text: text)
    }

    /// Calls one method on `connection`, prints the reply and returns its value.
    @discardableResult
    func perform(
        _ method: String, _ parameters: JSONObject = [:], on connection: DaemonConnection, text: (JSONValue) -> String
    ) throws(ClientFailure) -> JSONValue {
        try show(try connection.call(method, parameters), text: text)
    }

    /// Prints a reply and returns its value. Throws if the daemon refused.
    @discardableResult
    func show(_ reply: DaemonConnection.Reply, text: (JSONValue) -> String) throws(ClientFailure) -> JSONValue {
        if json { Terminal.write(reply.line) }
        switch reply.result {
        case .success(let value):
            let text = json ? "" : text(value)
            if !text.isEmpty { Terminal.write(text) }
            return value
        case .failure(let error): throw .refused(error.message)
        }
    }
}
