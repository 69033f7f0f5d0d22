import ArgumentParser
import ControlProtocol

struct Interrupt: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Interrupt playback while a command runs.",
        usage: "fermata interrupt [--duck] [--reason <text>] [--socket <path>] [--json] [--] <command> [<argument> ...]",
        discussion: """
            Playback pauses before the command starts. It goes on when the command has
            ended, however it ended, and also if fermata itself is killed. What a
            person does to the player in the meantime takes precedence. fermata passes
            SIGINT, SIGTERM, SIGHUP and SIGQUIT on to the command.

            The command runs in any case: if fermatad refuses, or does not answer within
            five seconds, fermata only prints a warning on standard error.

            EXAMPLES
              fermata interrupt arecord -d 5 note.wav
              fermata interrupt --duck espeak "dinner is ready"
              fermata interrupt --reason lesson -- sh -c 'read -p "Enter goes on" x'

            EXIT STATUS
              that of the command; 128 + N if signal N ended it, 127 if it was not
              found, 126 if it cannot be run, 2 for wrong usage
            """)

    @Flag(help: "Play softly instead of pausing, if the session allows it.") var duck = false
    @Option(help: ArgumentHelp("The reason to show to others (default: the command's name).", valueName: "text"))
    var reason: String?
    @OptionGroup var options: ConnectionOptions
    // The terminator is put in front of it by RawArguments where people leave it out.
    @Argument(parsing: .postTerminator, help: "The command to run, with its arguments.") var command: [String] = []

    /// Those of the options above that have a value behind them.
    static let optionsWithValue = ["--reason", "--socket"]

    func validate() throws {
        if command.isEmpty { throw ValidationError("give a command to run") }
    }

    func run() throws {
        let name = command.first?.split(separator: "/").last.map(String.init) ?? ""
        let held = HeldInterruption(reason: reason ?? name, mayDuck: duck, options)
        // As the kernel gave them: what is no UTF-8 must reach the command unchanged.
        let status = ChildProcess.run(RawArguments.last(command.count))
        held?.end()
        throw ExitCode(status)
    }
}

/// An interruption that a connection of its own holds: when that ends, for whatever reason, so does the interruption.
private struct HeldInterruption {
    /// How long fermatad may take to answer, in seconds: a command that has nothing to do with music must not hang with it.
    private static let patience = 5

    private let connection: DaemonConnection
    private let id: Int64
    private let options: ConnectionOptions

    /// Begins it; `nil` where there is no daemon to interrupt, which is said and is no reason not to go on.
    init?(reason: String, mayDuck: Bool, _ options: ConnectionOptions) {
        do throws(ClientFailure) {
            connection = try options.connect(patience: Self.patience)
            let reply = try options.perform(
                "session.beginInterruption", ["reason": .string(reason), "mayDuck": .bool(mayDuck)], on: connection
            ) { _ in "" }
            guard let number = reply["interruption"]?.integerValue else {
                throw .refused("fermatad began an interruption, but its reply has no id")
            }
            id = number
            self.options = options
        } catch {
            Terminal.warn("playback is not interrupted: \(error.message)")
            return nil
        }
    }

    func end() {
        do throws(ClientFailure) {
            try options.perform("session.endInterruption", ["interruption": .integer(id)], on: connection) { _ in "" }
        } catch {
            Terminal.warn("the interruption did not last as long as the command: \(error.message)")
        }
    }
}
