import ArgumentParser
import ControlProtocol

struct VolumeLimit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume-limit",
        abstract: "Show and choose how loud an output may be.",
        usage: """
            fermata volume-limit
            fermata volume-limit <output> [--most <percent>] [--at-start <percent>] [--control <place>]
            fermata volume-limit <output> --reset
            """,
        discussion: """
            --most is the greatest volume of Fermata at this output, whoever sets it. If
            the sound moves here from another output, it is lower from the first frame
            on, and there it is as loud as before again.

            --at-start is the volume that it begins with once the output is there, or
            the daemon has started.

            With --control sink, the volume of Fermata is that of the output, which all
            mixers show, and Fermata itself gives its samples as they are. With software,
            it is that of Fermata alone.

            Each call replaces what was chosen here before; what is left out is as in the
            configuration or by the next less exact name. An output is named as in
            'fermata route outputs', or by a pattern such as 'bluez_output.*'; default
            stands for all that nothing else names. A room is named room: with its name
            or id, and has --most alone: whoever turns it further up has it set back.

            EXAMPLES
              fermata volume-limit
              fermata volume-limit 'bluez_output.*' --most 60 --at-start 30
              fermata volume-limit alsa_output.usb-dac --control sink
              fermata volume-limit room:Kitchen --most 50
              fermata volume-limit default --reset
            """)

    /// Where the volume is set.
    enum Place: String, CaseIterable, ExpressibleByArgument {
        case software, sink
    }

    @Argument(help: "An output, a pattern for outputs, or default.", completion: .output) var output: String?
    @Option(help: ArgumentHelp("The greatest volume; 100 for all.", valueName: "percent")) var most: String?
    @Option(help: ArgumentHelp("The volume that it begins with.", valueName: "percent")) var atStart: String?
    @Option(help: ArgumentHelp("Where the volume is set.", valueName: "place")) var control: Place?
    @Flag(help: "Take back what was chosen here.") var reset = false
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        let chooses = most != nil || atStart != nil || control != nil
        if output == nil, chooses || reset { throw ValidationError("name an output, or default for all that nothing else names") }
        if output != nil, chooses == reset { throw ValidationError("give --most, --at-start or --control, or --reset alone") }
        _ = try (Self.level(most, "--most"), Self.level(atStart, "--at-start"))
    }

    func run() throws {
        guard let output else {
            try options.perform(Methods.Output.volumeLimits, (), text: VolumeLimitText.all)
            return
        }
        try options.perform(
            Methods.Output.setVolumeLimits,
            (
                output, maximum: Self.level(most, "--most"), atStart: Self.level(atStart, "--at-start"),
                control: control.map { $0 == .sink ? .sink : .software }
            ), text: StatusText.volume)
    }

    private static func level(_ text: String?, _ option: String) throws -> Double? {
        guard let text else { return nil }
        let number = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard let percent = Double(number), (0...100).contains(percent),
            number.utf8.first.map({ (0x30...0x39).contains($0) }) == true
        else { throw ValidationError("\(option): \"\(Terminal.harmless(text))\" is not a volume: write 0 to 100") }
        return percent / 100
    }
}
