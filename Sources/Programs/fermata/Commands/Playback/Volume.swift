import ArgumentParser
import ControlProtocol

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

    func validate() throws { _ = try VolumeText.change(change) }

    func run() throws {
        try options.perform(Methods.volume, try VolumeText.change(change) ?? Wire.VolumeChange(), text: StatusText.volume)
    }
}

/// A change of a volume, as a person writes it: 40, +5, -5, mute or unmute.
enum VolumeText {
    /// Returns the change that words mean; `nil` without words.
    static func change(_ change: [String]) throws -> Wire.VolumeChange? {
        // The parser passes on `--` with the other arguments.
        let change = change.filter { $0 != "--" }
        guard let text = change.first else { return nil }
        if change.count > 1 { throw ValidationError("give one change: 40, +5, -5, mute or unmute") }
        if text == "mute" || text == "unmute" { return Wire.VolumeChange(muted: text == "mute") }
        let digits = text.drop { $0 == "+" || $0 == "-" }
        let number = digits.hasSuffix("%") ? digits.dropLast() : digits
        guard text.count - digits.count <= 1, let first = number.utf8.first, (0x30...0x39).contains(first),
            number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }), let percent = Double(number)
        else {
            throw ValidationError("\"\(Terminal.harmless(text))\" is not a volume: write 40, +5, -5, mute or unmute")
        }
        switch text.first {
        case "+": return Wire.VolumeChange(delta: percent / 100)
        case "-": return Wire.VolumeChange(delta: -percent / 100)
        default: return Wire.VolumeChange(level: percent / 100)
        }
    }
}
