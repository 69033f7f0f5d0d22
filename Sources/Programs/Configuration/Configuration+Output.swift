extension Configuration {
    /// `[output]`: the stream to the sound server.
    package struct Output: Equatable, Sendable {
        /// The `node.name` of the sink to play on; empty for the default sink.
        package var target = ""
        /// The preferred length of the sound server's buffer, in seconds; 0 means no preference.
        package var bufferDuration = 0.0
        /// The stream's `media.role`.
        package var mediaRole = "Music"

        /// Makes the defaults.
        package init() {}
    }
}
