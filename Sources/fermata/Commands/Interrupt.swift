import ArgumentParser
import ControlProtocol

struct Interrupt: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a command while the music is interrupted, and give it back.",
        usage: "fermata interrupt [--duck] [--reason <text>] [--socket <path>] [--json] [--] <command> [<argument> ...]",
        discussion: """
            Playback pauses before the command begins, and goes on when it has ended,
            however it ends; also where fermata itself is killed. What a person does to
            the player meanwhile has the last word. SIGINT, SIGTERM, SIGHUP and SIGQUIT
            are passed on to the command.

            The command runs in any case: where no fermatad answers within five seconds,
            there is a warning on standard error and nothing else.

            EXAMPLES
              fermata interrupt arecord -d 5 note.wav
              fermata interrupt --duck espeak "dinner is ready"
              fermata interrupt --reason lesson -- sh -c 'read -p "Enter goes on" x'

            EXIT STATUS
              the command's; 128 + N where signal N ended it, 127 where it was not
              found, 126 where it cannot be run, 2 for wrong usage
            """)

    @Flag(help: "Play softly instead of pausing, where what is played allows it.") var duck = false
    @Option(help: ArgumentHelp("Why, for whoever asks; the command's name without it.", valueName: "text")) var reason: String?
    @OptionGroup var options: ConnectionOptions
    // The terminator is put in front of it by RawArguments where people leave it out.
    @Argument(parsing: .postTerminator, help: "The command, with its arguments.") var command: [String] = []

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
                throw .refused("fermatad began an interruption and did not say which")
            }
            id = number
            self.options = options
        } catch {
            Terminal.warn("nothing is interrupted: \(error.message)")
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
