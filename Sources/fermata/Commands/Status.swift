import ArgumentParser
import ControlProtocol
import SystemSupport

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the state of the player.",
        discussion: """
            EXAMPLES
              fermata status
              fermata status --watch           one line, kept up to date; Ctrl-C ends it
              fermata status --json | jq .result.item.title
            """)

    @Flag(help: "Keep running, and show each change, also of a daemon that starts anew.") var watch = false
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        if watch {
            var watcher = try StatusWatcher(options)
            try watcher.run()
        } else {
            try options.perform("status") { reply in
                (try? Wire.Status(json: reply)).map { StatusText.lines($0, now: MonotonicClock.seconds) } ?? PlainText.text(reply)
            }
        }
    }
}
