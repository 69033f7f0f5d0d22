import AudioTypes

extension Wire {
    /// The options for playing that clients can change.
    package struct PlayerOptions: WireObject {
        /// The length of the overlap of two tracks, in seconds; 0 for none.
        package var crossfade: Double
        /// Which loudness decides the gain of a track.
        package var replayGain: ReplayGainMode
        /// What an output that decodes it gets as it is; `nil` if the daemon does not say.
        package var passthrough: [String]?

        /// Makes options.
        package init(crossfade: Double, replayGain: ReplayGainMode, passthrough: [String]? = nil) {
            self.crossfade = crossfade
            self.replayGain = replayGain
            self.passthrough = passthrough
        }

        /// The members of the options.
        package static let shape = WireShape(
            PlayerOptions.init(crossfade:replayGain:passthrough:),
            .of(\.crossfade, .required("crossfade", .number(minimum: 0), "Seconds for which tracks overlap; 0 for none.")),
            .of(\.replayGain, .required("replayGain", .choice, "Which loudness decides the gain of a track.")),
            .of(
                \.passthrough,
                .optional(
                    "passthrough", .choices(Passthrough.codecs), "What an output that decodes it gets as it is.")))
    }

    /// The result of `player.passthrough`: what an output that decodes it gets as it is.
    package struct Passthrough: WireObject {
        /// What it may get.
        package var codecs: [String]
        /// What the output takes now; `dop` if it takes DSD64.
        package var offered: [String]
        /// The uid of the output that takes it; `nil` if the daemon sends null, because several play or none.
        package var output: String?
        /// As what the current item is passed through; `nil` if the daemon sends null, because it is decoded.
        package var playing: String?

        /// Makes a result.
        package init(codecs: [String], offered: [String], output: String?, playing: String?) {
            self.codecs = codecs
            self.offered = offered
            self.output = output
            self.playing = playing
        }

        /// The names of all codecs.
        static let codecs = PassthroughCodec.allCases.map(\.rawValue)

        /// The members of the result.
        package static let shape = WireShape(
            Passthrough.init(codecs:offered:output:playing:),
            .of(\.codecs, .required("codecs", .choices(codecs), "What an output that decodes it may get as it is.")),
            .of(\.offered, .required("offered", .choices(codecs), "What the output takes now; `dop` if it takes DSD64.")),
            .of(\.output, .nullable("output", .string, "The uid of that output; null while several play, or none.")),
            .of(
                \.playing,
                .nullable("playing", .choice(codecs), "As what the current item is passed through; null if it is decoded.")))
    }
}
