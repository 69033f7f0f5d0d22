import ArgumentParser
import AudioTypes
import ControlProtocol

struct Route: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and choose where the sound goes.",
        discussion: """
            EXAMPLES
              fermata route
              fermata route outputs
              fermata route select alsa_output.usb-dac
              fermata route select default
            """,
        subcommands: [Get.self, Outputs.self, Select.self], defaultSubcommand: Get.self)

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the route.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform("route.get", text: Route.text) }
    }

    struct Outputs: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the outputs.")
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform("route.outputs") { reply in
                let outputs = reply.arrayValue?.compactMap { try? Wire.Output(json: $0) } ?? []
                if outputs.isEmpty { return "there are no outputs" }
                return outputs.map { output in
                    let marks = (output.current ? " (current)" : "") + (output.default ? " (default)" : "")
                    return Route.text(output.port) + marks
                }.joined(separator: "\n")
            }
        }
    }

    struct Select: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Choose an output.")
        @Argument(help: "The uid of an output, or default.") var output: String
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let value = output == "default" ? JSONValue.null : .string(output)
            try options.perform("route.select", ["output": value], text: Route.text)
        }
    }

    private static func text(_ reply: JSONValue) -> String {
        guard let route = try? Wire.Route(json: reply) else { return PlainText.text(reply) }
        return route.outputs.isEmpty ? "the sound goes nowhere" : route.outputs.map(text).joined(separator: "\n")
    }

    private static func text(_ port: Wire.Port) -> String {
        "\(Terminal.harmless(port.uid))  \(Terminal.harmless(port.name)), \(port.type.rawValue), \(port.channels) ch"
    }
}
