import AudioTypes

extension Configuration {
    /// `[output]`: the stream to the sound server.
    package struct Output: Equatable, Sendable {
        /// The `node.name` of the sink to play on; empty for the default sink.
        package var target = ""
        /// The preferred length of the sound server's buffer, in seconds; 0 means no preference.
        package var bufferDuration = 0.0
        /// The stream's `media.role`.
        package var mediaRole = "Music"
        /// The codecs that are passed through to a sink which decodes them, each a ``AudioTypes/PassthroughCodec``.
        package var passthrough: [String] = []

        /// Makes the defaults.
        package init() {}

        /// Returns whether a text names a codec that can be passed through.
        static func isCodec(_ text: String) -> Bool { PassthroughCodec(rawValue: text) != nil }
    }
}
