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
            """,
        subcommands: [Get.self, Outputs.self, Select.self], defaultSubcommand: Get.self)

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the route.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform("route.get", text: RouteText.route) }
    }

    struct Outputs: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the outputs: uid, name, type, channels.")
        @Flag(help: "Separate the fields by tabs; the last has the words current and default.") var plain = false
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform("route.outputs", text: plain ? PlainList.outputs : RouteText.outputs) }
    }

    struct Select: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Choose an output.",
            discussion: """
                The choice holds until you choose another output or the daemon ends. The
                daemon starts with the output in its configuration (output.target).
                Choosing an output never pauses playback, unlike losing headphones.
                """)
        @Argument(help: "The uid of an output, or default for the desktop's default output.", completion: .output)
        var output: String
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let value = output == "default" ? JSONValue.null : .string(output)
            try options.perform("route.select", ["output": value], text: RouteText.route)
        }
    }
}
