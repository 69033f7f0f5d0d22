import ArgumentParser
import AudioTypes
import ControlProtocol

struct Session: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and change the audio session: how the daemon shares the sound with other programs.",
        discussion: """
            EXAMPLES
              fermata session
              fermata session category playback --option duckOthers
              fermata session active off --notify-others
              fermata session buffer-duration 0.02
            """,
        subcommands: [
            Get.self, Category.self, Active.self, BufferDuration.self, SampleRate.self, OutputChannels.self, Override.self,
            NoInterruptions.self,
            RouteDisconnect.self, SystemSounds.self,
        ],
        defaultSubcommand: Get.self)

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the session.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Session.get, (), rawText: SessionText.text) }
    }

    struct Category: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set category, mode and options together.",
            discussion: """
                A mode that you leave out goes back to default, and options to none. The
                daemon refuses a mode or an option that does not go with the category,
                and names the categories that it goes with.

                CATEGORIES
                \(Wire.Session.categories.map { "  " + $0 }.joined(separator: "\n"))

                MODES
                \(Wire.Session.modes.map { "  " + $0 }.joined(separator: "\n"))

                OPTIONS
                \(Wire.Session.options.map { "  " + $0 }.joined(separator: "\n"))

                EXAMPLES
                  fermata session category ambient             mix with other programs
                  fermata session category playback --mode spokenAudio
                  fermata session category playback --option mixWithOthers --option duckOthers
                """)
        @Argument(help: "The category.", completion: .list(Wire.Session.categories)) var category: String
        @Option(help: "The mode.", completion: .list(Wire.Session.modes)) var mode: String?
        @Option(name: .customLong("option"), help: "An option; may be repeated.", completion: .list(Wire.Session.options))
        var categoryOptions: [String] = []
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(
                Methods.Session.setCategory, (category, mode: mode ?? "default", options: categoryOptions),
                rawText: SessionText.text)
        }
    }

    struct Active: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Activate or deactivate the session.",
            discussion: """
                Playing activates the session by itself. On: other players are paused,
                unless the category or its options allow mixing. Off: playback pauses;
                with --notify-others, the players that were paused for it go on.
                """)
        @Argument(help: "on or off.") var state: Switch
        @Flag(help: "With off: let the players that were paused for this session go on.") var notifyOthers = false
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Session.setActive, (state.isOn, notifyOthers), rawText: SessionText.text)
        }
    }

    struct BufferDuration: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the preferred length of the sound server's buffer.",
            discussion: """
                It is no error if the server does not follow the preference.
                `fermata session` shows the value in use, and behind it the preferred one.
                """)
        @Argument(help: "A time, such as 20ms: seconds, \(SessionPreferences.bufferDurations.words); 0 for no preference.")
        var time: String
        @OptionGroup var options: ConnectionOptions

        func validate() throws { _ = try TimeText.required(time) }

        func run() throws {
            try options.perform(
                Methods.Session.setPreferredIOBufferDuration, try TimeText.required(time), rawText: SessionText.text)
        }
    }

    struct SampleRate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the preferred sample rate of the sound server.",
            discussion: """
                It is no error if the server does not follow the preference.
                `fermata session` shows the value in use, and behind it the preferred one.
                """)
        @Argument(help: "Hertz, \(SessionPreferences.sampleRates.words); 0 for no preference.") var hertz: Double
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Session.setPreferredSampleRate, hertz, rawText: SessionText.text)
        }
    }

    struct OutputChannels: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set up to how many channels a card is switched for media that has them.",
            discussion: """
                With 6, a card that can is switched to its profile for 5.1 before media with
                six channels is heard, and back once nothing plays; with 2, none is. This
                counts in place of session.surround_profiles of the configuration, until
                the daemon ends. `fermata session` shows how many channels the output can have.
                """)
        @Argument(help: "A number, at most \(SessionPreferences.outputChannels.upperBound); 0 for no preference.") var channels:
            Int
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Session.setPreferredOutputNumberOfChannels, channels, rawText: SessionText.text)
        }
    }

    struct RouteDisconnect: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set whether lost headphones interrupt.",
            discussion: """
                On: when headphones are lost, playback is silent at once, and pauses. Off:
                the sound goes on at the next output, such as the loudspeaker. This counts
                in place of session.becoming_noisy of the configuration, until the daemon
                ends or that key is changed.
                """)
        @Argument(help: "on or off.") var state: Switch
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(
                Methods.Session.setPrefersInterruptionOnRouteDisconnect, state.isOn, rawText: SessionText.text)
        }
    }

    struct SystemSounds: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set whether sounds of the system are heard during recordings.",
            discussion: """
                Off: while an input or an output is recorded, the sounds with which other
                programs notify are silent: streams with the role Event or Notification.
                On, at first: they are heard, and recorded. It counts until the daemon ends.
                """)
        @Argument(help: "on or off.") var state: Switch
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(
                Methods.Session.setAllowsSystemSoundsDuringRecording, state.isOn, rawText: SessionText.text)
        }
    }

    struct Override: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send the sound to a loudspeaker, or end that override.")
        @Argument(help: "speaker, or none to end the override.") var output: Wire.OutputOverride
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Session.overrideOutput, output, rawText: SessionText.text)
        }
    }
}
