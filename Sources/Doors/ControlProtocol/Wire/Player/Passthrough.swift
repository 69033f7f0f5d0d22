import AudioTypes

extension Wire {
    /// The result of `player.passthrough`: what an output that decodes it gets as it is.
    public struct Passthrough: WireObject {
        /// What it may get.
        public var codecs: [String]
        /// What the output takes now; `dop` if it takes DSD64.
        public var offered: [String]
        /// The uid of the output that takes it; `nil` if the daemon sends null, because several play or none.
        public var output: String?
        /// As what the current item is passed through; `nil` if the daemon sends null, because it is decoded.
        public var playing: String?

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
