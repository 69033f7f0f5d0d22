import ArgumentParser
import ControlProtocol
import SystemSupport

struct StopAfter: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have playback stop after an item, or at a time.",
        usage: "fermata stop-after [current|each|<item>|<time>|off] [--fade <time>] [--socket <path>] [--json]",
        discussion: """
            After an item, playback stops at its last frame, and the next play begins with
            the item that would have followed. At a time, playback pauses at its place. The
            time also runs while playback is paused and while the machine sleeps. A later
            stop-after takes the place of an earlier one. Without arguments, fermata shows
            what was asked for.

            EXAMPLES
              fermata stop-after current
              fermata stop-after each          until somebody takes that back
              fermata stop-after 12            the item that `fermata queue list` shows as 12
              fermata stop-after 30m --fade 20s
              fermata stop-after 1h30m
              fermata stop-after off
            """)

    @Argument(
        help: ArgumentHelp("current, each, the number of an item, a time such as 30m, or off.", valueName: "end"),
        completion: .end)
    var end: String?
    @Option(help: ArgumentHelp("Fade the sound over this time before the end.", valueName: "time")) var fade: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try parameters() }

    func run() throws {
        let parameters = try parameters()
        try options.perform(parameters == nil ? "status" : "player.stopAfter", parameters ?? [:]) { reply in
            guard let status = try? Wire.Status(json: reply) else { return PlainText.text(reply) }
            return status.stopAfter.map { StatusText.stop($0, now: MonotonicClock.seconds) } ?? "does not stop by itself"
        }
    }

    /// Returns the parameters of the call; `nil` if there is only something to show.
    func parameters() throws -> JSONObject? {
        var seconds: Double?
        if let fade {
            seconds = TimeText.span(fade)
            if seconds == nil { throw ValidationError("\"\(Terminal.harmless(fade))\" is not a time: write 20s or 1m") }
        }
        let span = end.flatMap { TimeText.span($0) }
        if fade != nil, span == nil { throw ValidationError("--fade goes with a time, such as 30m") }
        switch end {
        case nil: return nil
        case "off": return [:]
        case "current", "each": return ["item": end.map { .string($0) }]
        case let end?:
            if let item = Int64(end) { return ["item": .integer(item)] }
            guard let span else {
                throw ValidationError(
                    "\"\(Terminal.harmless(end))\" is no end: write current, each, the number of an item, 30m or off")
            }
            return ["minutes": .number(span / 60), "fade": seconds.map(JSONValue.number)]
        }
    }
}
