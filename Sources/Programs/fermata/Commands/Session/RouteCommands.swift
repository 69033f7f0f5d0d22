import ArgumentParser
import ControlProtocol

struct Route: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and choose where the sound goes.",
        discussion: """
            EXAMPLES
              fermata route
              fermata route outputs --plain | cut -f 1
              fermata route select alsa_output.usb-dac
              fermata route select default
              fermata route select alsa_output.usb-dac alsa_output.hdmi-stereo
              fermata route volume alsa_output.usb-dac 80
              fermata route delay alsa_output.usb-dac 0.15
              fermata route inputs
              fermata route input-volume 80
            """,
        subcommands: [
            Get.self, Outputs.self, Select.self, OutputVolume.self, Delay.self, Inputs.self, SelectInput.self, InputVolume.self,
        ],
        defaultSubcommand: Get.self)

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the route.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Route.get, (), rawText: RouteText.route) }
    }

    struct Outputs: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the outputs: name for commands, name for people, type, channels.")
        @Flag(help: "Separate the fields by tabs; the last has the words current and default.") var plain = false
        @OptionGroup var options: ConnectionOptions
        func run() throws {
            try options.perform(Methods.Route.outputs, (), rawText: plain ? PlainList.outputs : RouteText.outputs)
        }
    }

    struct Select: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Choose an output, or several that play the same sound.",
            discussion: """
                Several outputs play in step. Positions are those of the first. One that is
                lost is left out until it is back, and the music goes on at the others.
                The choice holds until you choose another output or the daemon ends. The
                daemon starts with the output in its configuration (output.target).
                Choosing an output never pauses playback, unlike losing headphones.
                """)
        @Argument(
            help: "Outputs, by their names in the first column of the list, or default for the desktop's default output.",
            completion: .output)
        var outputs: [String]
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let choice: Wire.OutputChoice =
                outputs.count > 1 ? .together(outputs) : .one(outputs.first.flatMap { $0 == "default" ? nil : $0 })
            try options.perform(Methods.Route.select, choice, rawText: RouteText.route)
        }
    }

    struct OutputVolume: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "volume", abstract: "Change the volume of an output, in percent.",
            usage: "fermata route volume <output> <N>|+<N>|-<N>|mute|unmute [--socket <path>] [--json]",
            discussion: """
                This is the volume of the device, that of the desktop's mixer, for all
                programs. The volume of the player is another one (fermata volume).
                """)
        @Argument(help: "An output, by its name in the first column of the list.", completion: .output) var output: String
        // Also takes arguments that look like options: `-5` is a change.
        @Argument(
            parsing: .allUnrecognized, help: ArgumentHelp("Percent, mute or unmute.", valueName: "change"), completion: .volume)
        var change: [String] = []
        @OptionGroup var options: ConnectionOptions

        func validate() throws {
            _ = try wanted()
        }

        private func wanted() throws -> Wire.VolumeChange {
            guard let wanted = try VolumeText.change(change) else {
                throw ValidationError("give a change: 40, +5, -5, mute or unmute")
            }
            return wanted
        }

        func run() throws {
            try options.perform(Methods.Route.setVolume, (output, try wanted()), text: StatusText.volume)
        }
    }

    struct Delay: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set how much later than by itself an output plays beside others.",
            discussion: """
                By default, all outputs wait for the slowest, by the latencies that the sound
                server tells. Screens and radio links often tell too little: then have the
                others wait longer, until you hear no echo.
                """)
        @Argument(help: "An output, by its name in the first column of the list.", completion: .output) var output: String
        @Argument(help: "A time from 0 to 2 seconds, such as 0.15 or 150ms, or auto for what the sound server tells.")
        var seconds: String
        @OptionGroup var options: ConnectionOptions

        func validate() throws { _ = try value() }

        private func value() throws -> Double? {
            if seconds == "auto" { return nil }
            let number = try TimeText.required(seconds, others: ", or auto")
            guard (0...2).contains(number) else { throw ValidationError("a delay has 0 to 2 seconds") }
            return number
        }

        func run() throws {
            try options.perform(Methods.Route.setDelay, (output, seconds: try value()), rawText: RouteText.route)
        }
    }

    struct Inputs: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the inputs that can be recorded: name for commands, name for people, type, channels.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Route.inputs, (), rawText: RouteText.inputs) }
    }

    struct SelectInput: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "select-input", abstract: "Choose the input of recordings that name none.",
            discussion: "The choice holds until you choose another input or the daemon ends.")
        @Argument(
            help: "An input, by its name in the first column of the list, or default for the desktop's default input.",
            completion: .input)
        var input: String
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Route.selectInput, input == "default" ? nil : input)
        }
    }

    struct InputVolume: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "input-volume", abstract: "Show or change the volume of the input, in percent.",
            usage: "fermata route input-volume [<N>|+<N>|-<N>|mute|unmute] [--socket <path>] [--json]",
            discussion: """
                The input is that of recordings that name none: the current one in the list
                of route inputs. Its volume is that of the desktop's mixer.
                """)

        // Also takes arguments that look like options: `-5` is a change.
        @Argument(
            parsing: .allUnrecognized, help: ArgumentHelp("Percent, mute or unmute.", valueName: "change"), completion: .volume)
        var change: [String] = []
        @OptionGroup var options: ConnectionOptions

        func validate() throws { _ = try VolumeText.change(change) }

        func run() throws {
            if let change = try VolumeText.change(change) {
                try options.perform(Methods.Route.setInputVolume, change, text: StatusText.volume)
            } else {
                try options.perform(Methods.Session.get, ()) { session in
                    StatusText.volume(Wire.Volume(level: session.inputVolume, muted: session.inputMuted))
                }
            }
        }
    }
}
