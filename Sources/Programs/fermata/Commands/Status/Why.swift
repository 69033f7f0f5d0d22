import ArgumentParser
import ControlProtocol
import SystemSupport

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say why the music paused or became softer, and list the latest changes.",
        discussion: """
            The first lines say what is so now: who has it pause or play softly, since
            when, and whether it goes on by itself. Then come the latest changes with
            their times, the newest first: pauses, softer music, outputs and volumes.

            EXAMPLES
              fermata why
              fermata why --count 5
              fermata why --json | jq '.result[0]'
            """)
    @Option(help: "How many changes to list at most, up to 64.") var count = 20
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard (1...64).contains(count) else { throw ValidationError("--count goes from 1 to 64") }
    }

    func run() throws {
        let connection = try options.connect()
        if options.json {
            try options.perform(Methods.Session.history, count, on: connection)
            return
        }
        let date = CalendarClock.seconds
        try options.perform(Methods.status, (), on: connection) { StatusText.now($0, date: date) }
        try options.perform(Methods.Session.history, count, on: connection) { changes in
            if changes.isEmpty { return "\nnothing has changed since the daemon started" }
            return "\n" + ChangeText.list(changes, date: date)
        }
    }
}
