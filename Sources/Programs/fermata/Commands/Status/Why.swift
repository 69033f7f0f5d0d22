import ArgumentParser
import ControlProtocol
import JSON
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
        let parameters: JSONObject = ["limit": count.json]
        if options.json { return _ = try options.perform("session.history", parameters, on: connection) { _ in "" } }
        let date = CalendarClock.seconds
        try options.perform("status", on: connection) { reply in
            (try? Wire.Status(json: reply)).map { StatusText.now($0, date: date) } ?? PlainText.text(reply)
        }
        try options.perform("session.history", parameters, on: connection) { reply in
            let changes = (reply.arrayValue ?? []).compactMap { try? Wire.HeardChange(json: $0) }
            if changes.isEmpty { return "\nnothing has changed since the daemon started" }
            return "\n" + ChangeText.list(changes, date: date)
        }
    }
}
