import ArgumentParser
import ControlProtocol
import FermataKit
import SystemSupport

struct Seek: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go to a position in the current item.",
        usage: "fermata seek [+|-]<time>|[+|-]<percent>% [--socket <path>] [--json]",
        discussion: """
            EXAMPLES
              fermata seek 90          a minute and a half from the start
              fermata seek 1:02:03.5   hours, minutes and seconds from the start
              fermata seek +30         half a minute forward
              fermata seek -1:00       a minute back
              fermata seek 1m30s       the same as 90 and 1:30
              fermata seek 50%         the middle
            """)

    // Also takes arguments that look like options: `-10` is a time.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "A time, or percent of the item; with + or -, from the current position.", valueName: "time"))
    var time: [String] = []
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try SeekChange(time) }

    func run() throws {
        let connection = try options.connect()
        let change = try SeekChange(time)
        var duration: Double?
        if case .percentOn = change {
            duration = try connection.ask(Methods.status).answer?.duration
            guard duration != nil else {
                throw ClientFailure.refused("nothing plays whose duration is known: go on by a time, such as +10")
            }
        }
        try options.perform(Methods.seek, change.target(duration: duration), on: connection) { status in
            let place = StatusText.place(status, now: MonotonicClock.seconds)
            return ConnectionOptions.headline(status) + (place.map { "\n  " + $0 } ?? "")
        }
    }
}

/// A change of the position, as a person writes it: a time or a percentage; with a sign, from the current position on.
enum SeekChange: Hashable {
    case to(seconds: Double)
    case on(seconds: Double)
    case toPercent(Double)
    case percentOn(Double)

    /// Reads the words of a command line, of which there has to be one.
    init(_ words: [String]) throws {
        // The parser passes on `--` with the other arguments.
        let words = words.filter { $0 != "--" }
        guard let text = words.first, words.count == 1 else { throw ValidationError("give one time: 90, 1:30, +10 or -10") }
        let sign = text.hasPrefix("+") ? 1.0 : text.hasPrefix("-") ? -1 : nil
        let size = sign == nil ? text[...] : text.dropFirst()
        if size.hasSuffix("%") {
            guard let percent = Double(size.dropLast()), (0...100).contains(percent), size.first?.isNumber == true else {
                throw ValidationError("\"\(Terminal.harmless(text))\" is not a part of an item: write 0% to 100%")
            }
            self = sign.map { .percentOn($0 * percent) } ?? .toPercent(percent)
            return
        }
        guard let seconds = TimeText.seconds(size) else {
            throw ValidationError("\"\(Terminal.harmless(text))\" is not a time: write \(TimeText.examples), +10, -10 or 50%")
        }
        self = sign.map { .on(seconds: $0 * seconds) } ?? .to(seconds: seconds)
    }

    /// Returns the target of the method that makes the change.
    /// - Parameter duration: that of the current item in seconds, for a change by a percentage.
    func target(duration: Double?) -> Wire.SeekTarget {
        switch self {
        case .to(let seconds): .position(seconds)
        case .on(let seconds): .offset(seconds)
        case .toPercent(let percent): .fraction(percent / 100)
        case .percentOn(let percent): .offset(percent / 100 * (duration ?? 0))
        }
    }
}
