import ArgumentParser
import ControlProtocol
import FermataKit

struct NoInterruptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let nothing interrupt playback while a command runs.",
        usage:
            "fermata session no-interruptions [--from <kind> ...] [--socket <path>] [--json] [--] <command> [<argument> ...]",
        discussion: """
            Neither calls, nor alarms, nor other players pause playback before the
            command has ended, however it ended. A call that still runs then pauses
            playback. Sleep, lost headphones and what other clients ask for pause
            playback all the same.

            The command runs in any case: if fermatad refuses, or does not answer within
            five seconds, fermata only prints a warning on standard error.

            EXAMPLES
              fermata session no-interruptions sleep 3600
              fermata session no-interruptions --from calls --from alarms ./ceremony

            EXIT STATUS
              that of the command; 128 + N if signal N ended it, 127 if it was not
              found, 126 if it cannot be run, 2 for wrong usage
            """)

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "A kind of interruption (alarms, calls, players); may be repeated. All, without it.", valueName: "kind"),
        completion: .list(Wire.Session.interruptionKinds))
    var kinds: [String] = []
    @OptionGroup var options: ConnectionOptions
    // `RawArguments` puts `--` in front of the command if the user left it out.
    @Argument(parsing: .postTerminator, help: "The command to run, with its arguments.") var command: [String] = []

    /// The options of this command that take a value.
    static let optionsWithValue = ["--from", "--socket", "--instance"]

    func validate() throws {
        if command.isEmpty { throw ValidationError("give a command to run") }
        if let kind = kinds.first(where: { !Wire.Session.interruptionKinds.contains($0) }) {
            throw ValidationError("'\(kind)' is no kind of interruption: alarms, calls or players")
        }
    }

    func run() throws {
        // What keeps interruptions away is this connection: it lasts until the command has ended.
        let connection = hold()
        let status = ChildProcess.run(RawArguments.last(command.count))
        withExtendedLifetime(connection) {}
        throw ExitCode(status)
    }

    private func hold() -> DaemonConnection? {
        do throws(ClientFailure) {
            let connection = try options.connect(patience: HeldInterruption.patience)
            try options.perform(
                Methods.Session.setPrefersNoInterruptions, kinds.isEmpty ? Wire.Session.interruptionKinds : kinds, on: connection)
            return connection
        } catch {
            Terminal.warn("interruptions are not kept away: \(error.message)")
            return nil
        }
    }
}
