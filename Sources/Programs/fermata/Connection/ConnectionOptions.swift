public import ArgumentParser
import ControlProtocol
import FermataKit
import JSON
public import SystemSupport

/// The options of every command.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion: "Default: $FERMATA_SOCKET, else $XDG_RUNTIME_DIR/fermata/control.sock.", valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "The name of one of several daemons.", discussion: "Default: $FERMATA_INSTANCE, else the one without a name.",
            valueName: "name"))
    var instance: InstanceName?

    @Flag(
        help: ArgumentHelp(
            "Print the daemon's JSON messages as they came, one a line.",
            discussion:
                "'status --watch' and 'current --follow' print only the status that is in them; 'picture --output' and 'library write-loudness' refuse it."
        ))
    var json = false

    /// Connects to the daemon.
    /// - Parameter patience: the time-out in seconds without an answer; `nil` for none.
    func connect(patience: Int? = nil) throws(ClientFailure) -> DaemonConnection {
        try DaemonConnection(path: try SocketPath.resolve(socket, instance: instance), patience: patience)
    }

    /// Calls a method, and prints the reply as it came with `--json`, else nothing. Throws if the daemon refuses.
    @discardableResult
    func perform<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, on connection: DaemonConnection? = nil
    ) throws(ClientFailure) -> DaemonConnection.Reply<Answer> {
        try perform(method, parameters, on: connection, rawText: { _ in "" })
    }

    /// Calls a method, and prints the reply: as it came with `--json`, else as `text` formats the answer.
    @discardableResult
    func perform<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, on connection: DaemonConnection? = nil,
        text: (Answer) -> String
    ) throws(ClientFailure) -> DaemonConnection.Reply<Answer> {
        try show(try call(method, parameters, on: connection), text: text)
    }

    /// Calls a method, and prints the reply: as it came with `--json`, else as `rawText` formats the result.
    @discardableResult
    func perform<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, on connection: DaemonConnection? = nil,
        rawText: (JSONValue) -> String
    ) throws(ClientFailure) -> DaemonConnection.Reply<Answer> {
        let reply = try call(method, parameters, on: connection)
        try show(reply.result, reply.line, text: rawText)
        return reply
    }

    private func call<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, on connection: DaemonConnection?
    ) throws(ClientFailure) -> DaemonConnection.Reply<Answer> {
        guard let connection else { return try connect().ask(method, parameters) }
        return try connection.ask(method, parameters)
    }

    /// Prints a reply, and returns it. Throws if the daemon refused. A result that this program does not understand is shown as it is.
    @discardableResult
    func show<Answer>(
        _ reply: DaemonConnection.Reply<Answer>, text: (Answer) -> String
    ) throws(ClientFailure) -> DaemonConnection.Reply<Answer> {
        try show(reply.result, reply.line) { value in reply.answer.map(text) ?? PlainText.text(value) }
        return reply
    }

    /// Prints the result of a call. Throws if the daemon refused.
    func show(
        _ result: Result<JSONValue, ControlError>, _ line: String, text: (JSONValue) -> String
    ) throws(ClientFailure) {
        if json { Terminal.write(line) }
        switch result {
        case .success(let value):
            let text = json ? "" : text(value)
            if !text.isEmpty { Terminal.write(text) }
        case .failure(let error):
            let help = error.code == .mediaServicesFailed ? "; 'fermata doctor' says why, and what helps" : ""
            throw .refused(error.message + help)
        }
    }
}

extension InstanceName: ExpressibleByArgument {
    /// Makes the name that an argument is; `nil` if it is none.
    public init?(argument: String) { self.init(argument) }
}
