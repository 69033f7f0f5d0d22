public import ArgumentParser
import AudioTypes
public import ControlProtocol

struct SpeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speed",
        abstract: "Show or set how fast media are played, at the same pitch.",
        usage: """
            fermata speed [<factor>] [--for <what> [--of <name>]] [--socket <path>] [--json]
            fermata speed off --for item|book|feed [--of <name>]
            """,
        discussion: """
            The setting takes the place of playback.speed, also after a restart, until
            that is changed. Live streams play at 1.

            An item, a book (an album, or the folder of a file) and a feed (how its
            addresses begin) can have a speed of their own. That of the item counts
            before that of the book, the feed, and all. While something plays at a speed
            of its own, a speed without --for changes that one.

            EXAMPLES
              fermata speed         show it, and what it is kept for
              fermata speed 1.5     half as fast again; 0.25 to 4, in steps of 0.05
              fermata speed 1       as they were recorded
              fermata speed 1.4 --for book
              fermata speed 2 --for feed --of https://radio.example/news
              fermata speed off --for book      its own speed is forgotten
              fermata speed 1 --for all         whatever plays now
            """)

    // Also takes arguments that look like options, so that `-1` gets an answer that helps.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("Seconds of the media in a second, or off.", valueName: "factor"),
        completion: .list(["0.75", "1", "1.25", "1.5", "1.75", "2"]))
    var words: [String] = []
    @Option(name: .customLong("for"), help: ArgumentHelp("item, book, feed or all.", valueName: "what"))
    var scope: Wire.SpeedScope?
    @Option(
        name: .customLong("of"),
        help: ArgumentHelp("The folder, or how the addresses begin; without it, those of this item.", valueName: "name"))
    var name: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try choice() }

    /// Returns the speed that is wanted; `nil` to show the present one.
    private func factor() throws -> Double? {
        // The parser passes on `--` with the other arguments.
        let words = words.filter { $0 != "--" }
        guard !words.isEmpty else { return nil }
        // A number may differ in its last digit from the step that counts.
        guard words.count == 1, let factor = Double(words[0]),
            case .number(let step) = PlayerOption.speed.accepted(.number(factor)), abs(step - factor) < 1e-9
        else {
            let text = Terminal.harmless(words.joined(separator: " "))
            throw ValidationError("\"\(text)\" is not a speed: write a number from 0.25 to 4, in steps of 0.05")
        }
        return factor
    }

    /// Returns what is to be kept; `nil` if the general speed is set or shown.
    private func choice() throws -> Wire.SpeedChoice? {
        let forgets = words == ["off"]
        guard let scope else {
            if name != nil { throw ValidationError("--of goes with --for book or --for feed") }
            if forgets { throw ValidationError("say whose speed is forgotten, such as: off --for book") }
            _ = try factor()
            return nil
        }
        if name != nil, scope != .book, scope != .feed { throw ValidationError("--of goes with --for book or --for feed") }
        if forgets {
            guard scope != .all else { throw ValidationError("there always is a speed for all: give another one") }
            return Wire.SpeedChoice(speed: nil, for: scope, of: absoluteName(scope))
        }
        guard let factor = try factor() else { throw ValidationError("--for goes with a speed, or with off") }
        return Wire.SpeedChoice(speed: factor, for: scope, of: absoluteName(scope))
    }

    /// Returns the name as the daemon takes it: folders are given from where the user is.
    private func absoluteName(_ scope: Wire.SpeedScope) -> String? {
        scope == .book ? name.map { MediaAddress.address($0) } : name
    }

    func run() throws {
        if let choice = try choice() {
            try options.perform(Methods.Player.setSpeed, choice) { StatusText.speed($0) ?? PlainText.text($0.json) }
        } else {
            try options.set(.speed, to: try factor().map { .number($0) }, status: StatusText.speed)
        }
    }
}

extension Wire.SpeedScope: ExpressibleByArgument {}
