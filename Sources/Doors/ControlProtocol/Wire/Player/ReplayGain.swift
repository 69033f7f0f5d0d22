extension Wire {
    /// The loudness that a file states.
    public struct ReplayGain: WireObject {
        /// In decibels.
        public var trackGain: Double?
        /// The largest sample, where 1 is full scale.
        public var trackPeak: Double?
        /// In decibels.
        public var albumGain: Double?
        /// The largest sample of the album, where 1 is full scale.
        public var albumPeak: Double?

        /// Makes it.
        package init(
            trackGain: Double? = nil, trackPeak: Double? = nil, albumGain: Double? = nil, albumPeak: Double? = nil
        ) {
            self.trackGain = trackGain
            self.trackPeak = trackPeak
            self.albumGain = albumGain
            self.albumPeak = albumPeak
        }

        /// The members.
        package static let shape = WireShape(
            ReplayGain.init(trackGain:trackPeak:albumGain:albumPeak:),
            .of(\.trackGain, .optional("trackGain", .number(), "The gain that brings the track to -18 LUFS, in decibels.")),
            .of(
                \.trackPeak,
                .optional("trackPeak", .number(minimum: 0), "The largest sample of the track, where 1 is full scale.")),
            .of(\.albumGain, .optional("albumGain", .number(), "The gain that brings the album to -18 LUFS, in decibels.")),
            .of(
                \.albumPeak,
                .optional("albumPeak", .number(minimum: 0), "The largest sample of the album, where 1 is full scale.")))
    }
}
