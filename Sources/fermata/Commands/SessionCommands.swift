import ArgumentParser
import ControlProtocol

struct Session: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and change the audio session: how the daemon gets along with others.",
        discussion: """
            EXAMPLES
              fermata session
              fermata session category playback --option duckOthers
              fermata session active off --notify-others
              fermata session buffer-duration 0.02
            """,
        subcommands: [Get.self, Category.self, Active.self, BufferDuration.self, SampleRate.self, Override.self],
        defaultSubcommand: Get.self)

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the session.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform("session.get", text: PlainText.text) }
    }

    struct Category: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set category, mode and options together.",
            discussion: """
                Categories: \(Wire.Session.categories.joined(separator: ", ")).
                Modes: \(Wire.Session.modes.joined(separator: ", ")).
                Options: \(Wire.Session.options.joined(separator: ", ")).
                """)
        @Argument(help: "The category.", completion: .list(Wire.Session.categories)) var category: String
        @Option(help: "The mode.", completion: .list(Wire.Session.modes)) var mode: String?
        @Option(name: .customLong("option"), help: "An option; may be repeated.", completion: .list(Wire.Session.options))
        var categoryOptions: [String] = []
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let parameters: JSONObject = [
                "category": .string(category), "mode": mode?.json,
                "options": categoryOptions.isEmpty ? nil : categoryOptions.json,
            ]
            try options.perform("session.setCategory", parameters, text: PlainText.text)
        }
    }

    struct Active: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Activate the session, or give the sound back.")
        @Argument(help: "on or off.") var state: Switch
        @Flag(help: "Let the players go on that were interrupted.") var notifyOthers = false
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let parameters: JSONObject = [
                "active": state.json, "notifyOthersOnDeactivation": notifyOthers ? true : nil,
            ]
            try options.perform("session.setActive", parameters, text: PlainText.text)
        }
    }

    struct BufferDuration: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Wish a buffer duration.")
        @Argument(help: "Seconds; 0 for none.") var seconds: Double
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(
                "session.setPreferredIOBufferDuration", ["seconds": .number(seconds)], text: PlainText.text)
        }
    }

    struct SampleRate: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Wish a sample rate.")
        @Argument(help: "Hertz; 0 for none.") var hertz: Double
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform("session.setPreferredSampleRate", ["hertz": .number(hertz)], text: PlainText.text)
        }
    }

    struct Override: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Send the sound to the speaker, or where it belongs.")
        @Argument(help: "speaker or none.") var output: Wire.OutputOverride
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform("session.overrideOutput", ["output": .string(output.rawValue)], text: PlainText.text)
        }
    }
}
