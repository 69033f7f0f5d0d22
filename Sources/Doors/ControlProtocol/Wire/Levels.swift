import JSON

extension Wire {
    /// The levels of what plays or is recorded since the last event of this kind.
    public struct Levels: WireObject {
        /// The highest sample of each channel, in decibels below full scale; -120 for silence.
        public var peak: [Double]
        /// The root mean square of each channel, in decibels below full scale; -120 for silence.
        public var rms: [Double]
        /// The loudness of the last 400 ms in LUFS; `nil` for silence, and if it cannot be measured.
        public var momentary: Double?

        /// Makes levels.
        package init(peak: [Double], rms: [Double], momentary: Double?) {
            self.peak = peak
            self.rms = rms
            self.momentary = momentary
        }

        /// The members of levels.
        package static let shape = WireShape(
            Levels.init(peak:rms:momentary:),
            .of(\.peak, .required("peak", .numbers, "The highest sample of each channel, in decibels; -120 for silence.")),
            .of(\.rms, .required("rms", .numbers, "The RMS of each channel, in decibels; -120 for silence.")),
            .of(
                \.momentary,
                .nullable(
                    "momentary", .number(),
                    "The loudness of the last 400 ms in LUFS (EBU R 128); null for silence, and if it cannot be measured.")))
    }
}
