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
        func run() throws { try options.perform("session.get", text: SessionText.text) }
    }

    struct Category: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set category, mode and options together.",
            discussion: """
                Mode and options that are left out go back to default and none. The
                daemon refuses what does not go with the category, and says what it
                goes with.

                CATEGORIES
                \(Wire.Session.categories.map { "  " + $0 }.joined(separator: "\n"))

                MODES
                \(Wire.Session.modes.map { "  " + $0 }.joined(separator: "\n"))

                OPTIONS
                \(Wire.Session.options.map { "  " + $0 }.joined(separator: "\n"))

                EXAMPLES
                  fermata session category ambient             beside others
                  fermata session category playback --mode spokenAudio
                  fermata session category playback --option mixWithOthers --option duckOthers
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
            try options.perform("session.setCategory", parameters, text: SessionText.text)
        }
    }

    struct Active: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Activate the session, or give the sound back.",
            discussion: """
                Playing activates by itself. On: other players are paused, unless the
                category or its options mix. Off: playback pauses, and with
                --notify-others those players go on that were paused for it.
                """)
        @Argument(help: "on or off.") var state: Switch
        @Flag(help: "With off: let the players go on that were paused for us.") var notifyOthers = false
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let parameters: JSONObject = [
                "active": state.json, "notifyOthersOnDeactivation": notifyOthers ? true : nil,
            ]
            try options.perform("session.setActive", parameters, text: SessionText.text)
        }
    }

    struct BufferDuration: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Wish how much sound is exchanged with the sound server at a time.",
            discussion: """
                A wish that the server does not follow is no error: `fermata session`
                shows what it does, and behind it the wish.
                """)
        @Argument(help: "Seconds, 0.0005 to 0.5; 0 for no preference.") var seconds: Double
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(
                "session.setPreferredIOBufferDuration", ["seconds": .number(seconds)], text: SessionText.text)
        }
    }

    struct SampleRate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Wish a sample rate of the sound server.",
            discussion: """
                A wish that the server does not follow is no error: `fermata session`
                shows what it does, and behind it the wish.
                """)
        @Argument(help: "Hertz, 8000 to 384000; 0 for no preference.") var hertz: Double
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform("session.setPreferredSampleRate", ["hertz": .number(hertz)], text: SessionText.text)
        }
    }

    struct Override: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send the sound to a loudspeaker, or back to where it belongs.")
        @Argument(help: "speaker or none.") var output: Wire.OutputOverride
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform("session.overrideOutput", ["output": .string(output.rawValue)], text: SessionText.text)
        }
    }
}
