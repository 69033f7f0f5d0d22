import ArgumentParser
import ControlProtocol
import SystemSupport

struct StopAfter: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have playback stop after an item, or at a time.",
        usage: """
            fermata stop-after [current|each|<time>|off] [--fade <time>] [--socket <path>] [--json]
            fermata stop-after --place <place> | --item <id>
            """,
        discussion: """
            After an item, playback stops at its last frame, and the next play begins with
            the item that would have followed. At a time, playback pauses at its place. The
            time also runs while playback is paused and while the machine sleeps. A later
            stop-after takes the place of an earlier one. Without arguments, fermata shows
            what was asked for.

            A number alone is a time in seconds, as everywhere.

            EXAMPLES
              fermata stop-after current
              fermata stop-after each          until somebody takes that back
              fermata stop-after 30m --fade 20s
              fermata stop-after 1h30m
              fermata stop-after --place 3     behind the third item of the queue
              fermata stop-after off
            """)

    @Argument(
        help: ArgumentHelp("current, each, a time such as 30m or 1:30:00, or off.", valueName: "end"), completion: .end)
    var end: String?
    @Option(help: ArgumentHelp("Stop after this item.", valueName: "id"), completion: .item) var item: Int64?
    @Option(help: "Stop after the item at this place of the queue, counted from 1.") var place: Int?
    @Option(help: ArgumentHelp("Fade the sound over this time before the end.", valueName: "time")) var fade: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        _ = try target()
        if [end != nil, item != nil, place != nil].count(where: \.self) > 1 {
            throw ValidationError("give only one of an end, --item and --place")
        }
        if let place { try Place.check(place) }
    }

    func run() throws {
        let connection = try options.connect()
        var target = try target()
        if let place {
            let items = try QueueReader(connection).items(offset: place - 1, limit: 1)
            guard let item = items.first else { throw Place.missing(place) }
            target = .item(item.id)
        }
        let text = { (status: Wire.Status) in
            if let place { return "stops after place \(place)" }
            return status.stopAfter.map { StatusText.stop($0, now: MonotonicClock.seconds) } ?? "does not stop by itself"
        }
        if target != nil || end == "off" {
            try options.perform(Methods.Player.stopAfter, target, on: connection, text: text)
        } else {
            try options.perform(Methods.status, (), on: connection, text: text)
        }
    }

    /// Returns what is to end playback; `nil` if nothing is, or if that is only to be shown.
    func target() throws -> Wire.StopTarget? {
        try TimeText.check(["--fade": fade])
        let isTime = end.map { !["off", "current", "each"].contains($0) } ?? false
        if fade != nil, !isTime { throw ValidationError("--fade goes with a time, such as 30m") }
        switch end {
        case nil: return item.map { .item($0) }
        case "off": return nil
        case "current": return .current
        case "each": return .each
        case let end?:
            let seconds = try TimeText.required(end, others: "; or current, each, off, --place or --item")
            return .minutes(seconds / 60, fade: fade.flatMap { TimeText.seconds($0) } ?? 0)
        }
    }
}
