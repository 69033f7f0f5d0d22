import ArgumentParser
import ControlProtocol

struct AlarmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm",
        abstract: "Set alarms, which play music at a time.",
        discussion: """
            An alarm rings also while no client is connected and nobody plays anything; the
            daemon has to run. What was in the queue comes back when somebody ends the
            alarm, which 'fermata pause' does, too. If what it names is not heard, it plays
            a file of yours or a tone. docs/alarm.md says what to do about a machine that
            sleeps.

            EXAMPLES
              fermata alarm add 7:30 album:NAME                      once, at the next 7:30
              fermata alarm add 7:30 --days weekdays --fade 2m --volume 40 song.flac
              fermata alarm add 6:15 --days 2026-12-24 playlist:Early
              fermata alarm                                          list them
              fermata alarm snooze 10
              fermata alarm dismiss
              fermata alarm edit 3 --time 8:00 --days sat,sun
              fermata alarm off 3
            """,
        subcommands: [
            Add.self, List.self, Edit.self, Remove.self, SwitchOn.self, SwitchOff.self, SnoozeIt.self, Dismiss.self,
        ],
        defaultSubcommand: List.self)

    /// Says that a file is not there. That is no error: its disk may be there when the alarm rings.
    private static func warn(of media: String) {
        guard let path = MediaAddress.missingFile(media) else { return }
        Terminal.warn("there is no \(path) now; if it is not there when the alarm rings, another sound is played")
    }

    /// How an alarm rings, and when.
    struct Manner: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Names such as mon,tue, or daily, weekdays, weekends, one date such as 2026-12-24, or once.", valueName: "days"))
        var days: String?
        @Option(help: ArgumentHelp("Go up to the volume in this time, such as 30s or 2m.", valueName: "time")) var fade: String?
        @Option(help: ArgumentHelp("The volume, 0 to 100, or as-it-is.", valueName: "percent")) var volume: String?
        @Option(help: ArgumentHelp("For how many minutes it waits when it is to ring again.", valueName: "minutes"))
        var snooze: Double?
        @Option(
            help: ArgumentHelp("Where it is heard: an output of 'fermata route outputs', or default.", valueName: "output"),
            completion: .output)
        var output: String?
        @Flag(inversion: .prefixedNo, help: "Take off the mute switches of the player and of the output.") var unmute: Bool?

        func validate() throws {
            try TimeText.check(["--fade": fade])
            if let days, days.split(separator: ",").isEmpty {
                throw ValidationError("--days names no day: write names such as mon,tue, or once")
            }
            if let fade = fade.flatMap({ TimeText.seconds($0) }), fade > 3_600 {
                throw ValidationError("--fade takes an hour at most")
            }
            if let volume, volume != "as-it-is", level == nil {
                throw ValidationError("--volume: \"\(Terminal.harmless(volume))\" is not a volume: write 0 to 100, or as-it-is")
            }
            if let snooze, !(1...120).contains(snooze) { throw ValidationError("--snooze should be from 1 to 120 minutes") }
        }

        private var level: Double? {
            volume.flatMap { Double($0.hasSuffix("%") ? String($0.dropLast()) : $0) }.flatMap {
                (0...100).contains($0) ? $0 / 100 : nil
            }
        }

        /// What is wanted of an alarm; what was not said stays as it is.
        func order(time: String? = nil, media: String? = nil) -> Wire.AlarmOrder {
            Wire.AlarmOrder(
                time: time,
                days: days.map { $0 == "once" ? [] : $0.split(separator: ",").map(String.init) },
                uri: media.map { MediaAddress.address($0) }, fade: fade.flatMap { TimeText.seconds($0) },
                volume: volume.map { _ in level }, snooze: snooze, output: output.map { $0 == "default" ? nil : $0 },
                unmute: unmute)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set an alarm.",
            discussion: """
                The time is that of the clocks here, and stays so when they are set for
                summer or winter. Without --days, it rings once, at the next such time.
                """)

        @Argument(help: ArgumentHelp("The time of the day, such as 7:30 or 07:30:15.", valueName: "time")) var time: String
        @Argument(
            help: ArgumentHelp("A file, a directory, a URL, or whatever 'fermata play' takes.", valueName: "media"),
            completion: .media)
        var media: String
        @OptionGroup var manner: Manner
        @OptionGroup var options: ConnectionOptions

        func validate() throws { try MediaAddress.check([media]) }

        func run() throws {
            try options.perform(Methods.Alarm.add, manner.order(time: time, media: media), text: AlarmText.line)
            AlarmCommand.warn(of: media)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the alarms: number, time, days, media, next time.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Alarm.list, (), text: AlarmText.list) }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change an alarm.", discussion: "What is not given stays as it is.")
        @Argument(help: "The number of the alarm, as 'fermata alarm' has it.") var alarm: Int64
        @Option(help: ArgumentHelp("The time of the day.", valueName: "time")) var time: String?
        @Option(help: ArgumentHelp("What it plays.", valueName: "media"), completion: .media) var media: String?
        @OptionGroup var manner: Manner
        @OptionGroup var options: ConnectionOptions

        func validate() throws { try MediaAddress.check(media.map { [$0] } ?? []) }

        func run() throws {
            try options.perform(Methods.Alarm.change, (alarm, manner.order(time: time, media: media)), text: AlarmText.line)
            if let media { AlarmCommand.warn(of: media) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove an alarm.")
        @Argument(help: "The number of the alarm, as 'fermata alarm' has it.") var alarm: Int64
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Alarm.remove, alarm) }
    }

    struct SwitchOn: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "on", abstract: "Switch an alarm on.")
        @Argument(help: "The number of the alarm, as 'fermata alarm' has it.") var alarm: Int64
        @OptionGroup var options: ConnectionOptions
        func run() throws {
            try options.perform(Methods.Alarm.change, (alarm, Wire.AlarmOrder(enabled: true)), text: AlarmText.line)
        }
    }

    struct SwitchOff: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "off", abstract: "Switch an alarm off, and keep it.")
        @Argument(help: "The number of the alarm, as 'fermata alarm' has it.") var alarm: Int64
        @OptionGroup var options: ConnectionOptions
        func run() throws {
            try options.perform(Methods.Alarm.change, (alarm, Wire.AlarmOrder(enabled: false)), text: AlarmText.line)
        }
    }

    struct SnoozeIt: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "snooze", abstract: "Silence the alarm that rings, and have it ring again.")
        @Argument(help: ArgumentHelp("In how many minutes; in its own number without this.", valueName: "minutes"))
        var minutes: Double?
        @OptionGroup var options: ConnectionOptions

        func validate() throws {
            if let minutes, !(1...120).contains(minutes) { throw ValidationError("an alarm waits for 1 to 120 minutes") }
        }

        func run() throws { try options.perform(Methods.Alarm.snooze, minutes) }
    }

    struct Dismiss: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the alarm that rings, and what was to ring again.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Alarm.dismiss, ()) }
    }
}
