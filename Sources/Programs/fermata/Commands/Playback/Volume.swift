import ArgumentParser
import ControlProtocol

struct Volume: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show or change the volume, in percent.",
        usage: "fermata volume [<N>|+<N>|-<N>|mute|unmute] [--over <time>] [--socket <path>] [--json]",
        discussion: """
            With --over, the volume goes there in that time, at most an hour, and also
            while nothing plays. What anybody sets meanwhile takes its place.

            EXAMPLES
              fermata volume           show it
              fermata volume 40
              fermata volume +5
              fermata volume -5
              fermata volume 20 --over 10m
              fermata volume mute
            """)

    // Also takes arguments that look like options: `-5` is a change.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("Percent, mute or unmute.", valueName: "change"), completion: .volume)
    var change: [String] = []
    @Option(help: ArgumentHelp("Go there in this time, such as 30s or 10m.", valueName: "time")) var over: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        try TimeText.check(["--over": over])
        let change = try VolumeText.change(change)
        if over != nil, change?.level == nil, change?.delta == nil {
            throw ValidationError("--over goes with a volume, such as 20 or -10")
        }
    }

    func run() throws {
        let change = try VolumeText.change(change) ?? Wire.VolumeChange()
        guard let seconds = over.flatMap({ TimeText.seconds($0) }), seconds > 0 else {
            try options.perform(Methods.volume, (change, nil), text: StatusText.volume)
            return
        }
        try options.perform(Methods.volume, (change, seconds)) { now in
            let goal = min(max(0, (change.level ?? now.level) + (change.delta ?? 0)), now.maximum ?? 1)
            // It is there already.
            guard abs(goal - now.level) > 0.001 else { return StatusText.volume(now) }
            return StatusText.volume(now) + ", " + StatusText.goal(goal, in: seconds)
        }
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
