import ArgumentParser
import ControlProtocol
import FermataKit

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
    // `RawArguments` puts `--` in front of the command if the user left it out.
    @Argument(parsing: .postTerminator, help: "The command to run, with its arguments.") var command: [String] = []

    /// The options of this command that take a value.
    static let optionsWithValue = ["--reason", "--socket", "--instance"]

    func validate() throws {
        if command.isEmpty { throw ValidationError("give a command to run") }
    }

    func run() throws {
        let name = command.first?.split(separator: "/").last.map(String.init) ?? ""
        // A name that was mistyped pauses nothing.
        let mayRun = command.first.map { ChildProcess.mayRun($0) } ?? false
        let held = mayRun ? HeldInterruption(reason: reason ?? name, mayDuck: duck, options) : nil
        // As the kernel passed them: an argument that is not UTF-8 must reach the command unchanged.
        let status = ChildProcess.run(RawArguments.last(command.count))
        held?.end()
        throw ExitCode(status)
    }
}

/// An interruption with its own connection: when the connection ends, for whatever reason, so does the interruption.
struct HeldInterruption {
    /// The time-out for fermatad's answers, in seconds: a command that has nothing to do with music must not hang if fermatad
    /// does.
    static let patience = 5

    private let connection: DaemonConnection
    private let id: Int64
    private let options: ConnectionOptions

    /// Begins an interruption. If the daemon does not answer or refuses, prints a warning and returns `nil`; the command then
    /// runs all the same.
    init?(reason: String, mayDuck: Bool, _ options: ConnectionOptions) {
        do throws(ClientFailure) {
            connection = try options.connect(patience: Self.patience)
            let reply = try options.perform(
                Methods.Session.beginInterruption, (reason: reason, mayDuck: mayDuck), on: connection)
            guard let number = reply.answer else {
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
            try options.perform(Methods.Session.endInterruption, (id, shouldResume: true), on: connection)
        } catch {
            Terminal.warn("the interruption did not last as long as the command: \(error.message)")
        }
    }
}
