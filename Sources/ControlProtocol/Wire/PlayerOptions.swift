extension Wire {
    /// The options for playing that clients can change.
    package struct PlayerOptions: WireObject {
        /// The length of the overlap of two tracks, in seconds; 0 for none.
        package var crossfade: Double
        /// Which loudness decides the gain of a track.
        package var replayGain: ReplayGainMode

        /// Makes options.
        package init(crossfade: Double, replayGain: ReplayGainMode) {
            self.crossfade = crossfade
            self.replayGain = replayGain
        }

        /// The members of the options.
        package static let shape = WireShape(
            PlayerOptions.init(crossfade:replayGain:),
            .of(\.crossfade, .required("crossfade", .number(minimum: 0), "Seconds for which tracks overlap; 0 for none.")),
            .of(\.replayGain, .required("replayGain", .choice, "Which loudness decides the gain of a track.")))
    }
}
