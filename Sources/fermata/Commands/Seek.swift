import ArgumentParser
import ControlProtocol

struct Seek: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go to a position in the current item.",
        usage: "fermata seek [+|-]<time>|<percent>% [--socket <path>] [--json]",
        discussion: """
            EXAMPLES
              fermata seek 90          a minute and a half from the start
              fermata seek 1:02:03.5   hours, minutes and seconds from the start
              fermata seek +30         half a minute forward
              fermata seek -1:00       a minute back
              fermata seek 50%         the middle
            """)

    // Also takes arguments that look like options: `-10` is a time.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "Seconds, M:S or H:M:S; with + or -, from the current position; or percent of the item.", valueName: "time"))
    var time: [String] = []
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try parameters() }

    func run() throws { try options.control("seek", try parameters()) }

    func parameters() throws -> JSONObject {
        // The parser passes on `--` with the other arguments.
        let time = time.filter { $0 != "--" }
        guard let text = time.first, time.count == 1 else { throw ValidationError("give one time: 90, 1:30, +10 or -10") }
        if text.hasSuffix("%") {
            guard let percent = Double(text.dropLast()), (0...100).contains(percent), TimeText.seconds(text.dropLast()) != nil
            else { throw ValidationError("\"\(Terminal.harmless(text))\" is not a part of an item: write 0% to 100%") }
            return ["fraction": .number(percent / 100)]
        }
        let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
        guard let seconds = TimeText.seconds(isRelative ? text.dropFirst() : text[...]) else {
            throw ValidationError("\"\(Terminal.harmless(text))\" is not a time: write 90, 1:30, 1:02:03.5, +10, -10 or 50%")
        }
        return isRelative ? ["offset": .number(text.hasPrefix("-") ? -seconds : seconds)] : ["position": .number(seconds)]
    }
}
