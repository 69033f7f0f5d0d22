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
              fermata status --format '%state% %name%'   as 'fermata current' prints it
            """)

    @Flag(help: "Keep running, and show each change, also of a daemon that starts anew.") var watch = false
    @Option(name: .shortAndLong, help: "Print only this, in the words of 'fermata current'.") var format: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if watch, format != nil { throw ValidationError("--format follows changes with: fermata current --follow") }
        if let format { _ = try Current.parsed(format) }
    }

    func run() throws {
        if let format {
            let line = try Current.parsed(format)
            try options.perform(Methods.status, ()) { line.line($0, now: MonotonicClock.seconds) }
        } else if watch {
            var watcher = try StatusWatcher(options)
            try watcher.run()
        } else {
            try options.perform(Methods.status, ()) { StatusText.lines($0, now: MonotonicClock.seconds) }
        }
    }
}
