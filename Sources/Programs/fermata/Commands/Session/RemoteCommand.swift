import ArgumentParser
import ControlProtocol

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "Pair telephones, tablets and other machines, and take it back.",
        discussion: """
            Devices control Fermata over the network where [remote] of config.toml says
            so. A device is paired once: it reads the picture, or opens the address and
            names the six digits, within five minutes.

            EXAMPLES
              fermata remote pair
              fermata remote pair --role guest     may add to the queue, and no more
              fermata remote list
              fermata remote revoke 3
              fermata remote listen                an address for a player
            """,
        subcommands: [Pair.self, List.self, Revoke.self, Listen.self], defaultSubcommand: List.self)

    struct Pair: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a picture and six digits for a device to pair with.",
            discussion: """
                A device with the role view looks, a guest also adds to the queue, control
                also plays, pauses and changes everything that is heard, and admin also
                scans the library and pairs other devices.
                """)

        /// What a device may do.
        enum RoleName: String, CaseIterable, ExpressibleByArgument {
            case view, guest, control, admin
        }

        @Option(help: ArgumentHelp("What the device may do.", valueName: "role")) var role: RoleName = .control
        @OptionGroup var options: ConnectionOptions
        func run() throws {
            try options.perform(Methods.Remote.pair, Wire.DeviceRole(rawValue: role.rawValue) ?? .view, text: RemoteText.offer)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the paired devices: number, name, role, connections.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Remote.list, (), text: RemoteText.devices) }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take from a device what it may do, and close its connections.")
        @Argument(help: "The number of the device, as 'fermata remote list' has it.") var device: Int64
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Remote.revoke, device) }
    }

    struct Listen: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show addresses at which a player hears what plays.",
            discussion: """
                Whoever has an address may begin to listen with it for twelve hours, and
                do nothing else. It needs 'stream = true' in [remote] of config.toml.

                EXAMPLES
                  fermata remote listen
                  mpv "$(fermata remote listen --format flac | head -n 1)"
                """)

        /// How a player hears it.
        enum FormatName: String, CaseIterable, ExpressibleByArgument {
            case mp3, opus, flac
        }

        @Option(help: ArgumentHelp("How the player hears it.", valueName: "format")) var format: FormatName = .mp3
        @OptionGroup var options: ConnectionOptions
        func run() throws {
            try options.perform(
                Methods.Remote.listenAddress, Wire.ListenFormat(rawValue: format.rawValue) ?? .mp3,
                text: RemoteText.listening)
        }
    }
}
