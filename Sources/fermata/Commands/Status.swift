import ArgumentParser
import ControlProtocol
import SystemSupport

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what the player does.",
        discussion: """
            EXAMPLES
              fermata status
              fermata status --watch           a live line; Ctrl-C ends it
              fermata status --json | jq .result.item.title
            """)

    @Flag(help: "Stay, and follow what happens.") var watch = false
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        if watch {
            var watcher = try StatusWatcher(connection: try options.connect(), json: options.json)
            try watcher.run()
        } else {
            try options.perform("status") { reply in
                (try? Wire.Status(json: reply)).map { StatusText.lines($0, now: MonotonicClock.seconds) } ?? PlainText.text(reply)
            }
        }
    }
}
