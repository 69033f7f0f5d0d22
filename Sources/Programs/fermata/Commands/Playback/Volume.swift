import ArgumentParser
import ControlProtocol
import JSON

struct Volume: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show or change the volume, in percent.",
        usage: "fermata volume [<N>|+<N>|-<N>|mute|unmute] [--socket <path>] [--json]",
        discussion: """
            EXAMPLES
              fermata volume           show it
              fermata volume 40
              fermata volume +5
              fermata volume -5
              fermata volume mute
            """)

    // Also takes arguments that look like options: `-5` is a change.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("Percent, mute or unmute.", valueName: "change"), completion: .volume)
    var change: [String] = []
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try VolumeChange.parameters(change) }

    func run() throws {
        try options.perform("volume", try VolumeChange.parameters(change)) { reply in
            (try? Wire.Volume(json: reply)).map(StatusText.volume) ?? PlainText.text(reply)
        }
    }
}

/// A change of a volume, as a person writes it: 40, +5, -5, mute or unmute.
enum VolumeChange {
    /// Returns the parameters of the method that makes the change; none to make no change.
    static func parameters(_ change: [String]) throws -> JSONObject {
        // The parser passes on `--` with the other arguments.
        let change = change.filter { $0 != "--" }
        guard let text = change.first else { return [:] }
        if change.count > 1 { throw ValidationError("give one change: 40, +5, -5, mute or unmute") }
        if text == "mute" || text == "unmute" { return ["muted": .bool(text == "mute")] }
        let digits = text.drop { $0 == "+" || $0 == "-" }
        let number = digits.hasSuffix("%") ? digits.dropLast() : digits
        guard text.count - digits.count <= 1, let first = number.utf8.first, (0x30...0x39).contains(first),
            number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }), let percent = Double(number)
        else {
            throw ValidationError("\"\(Terminal.harmless(text))\" is not a volume: write 40, +5, -5, mute or unmute")
        }
        switch text.first {
        case "+": return ["delta": .number(percent / 100)]
        case "-": return ["delta": .number(-percent / 100)]
        default: return ["level": .number(percent / 100)]
        }
    }
}
