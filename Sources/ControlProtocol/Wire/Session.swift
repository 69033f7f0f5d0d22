extension Wire {
    /// The audio session: what was asked of the system, and what it gives.
    package struct Session: WireValue {
        /// What the sound is for.
        package var category: String
        /// What kind of sound.
        package var mode: String
        /// How to get along with others.
        package var options: [String]
        /// Whether the session is active.
        package var active: Bool
        /// Seconds; 0 is no preference.
        package var preferredIOBufferDuration: Double
        /// Seconds, what the graph does now.
        package var ioBufferDuration: Double
        /// Hertz; 0 is no preference.
        package var preferredSampleRate: Double
        /// Hertz, what the graph does now.
        package var sampleRate: Double
        /// Seconds from our output to the ear, as far as the graph knows.
        package var outputLatency: Double
        /// The level of the output, 0…1.
        package var outputVolume: Double
        /// Whether the output is mute.
        package var outputMuted: Bool
        /// How many channels the output has.
        package var outputChannels: Int
        /// Whether other programs play.
        package var otherAudioPlaying: Bool
        /// Whether sound of lesser importance should be silent.
        package var secondaryAudioShouldBeSilencedHint: Bool
        /// Whether recording is allowed: `undetermined`, `denied` or `granted`.
        package var recordPermission: String
        /// The interruptions that hold.
        package var interruptions: [Interruption]
        /// Where sound goes to and comes from.
        package var route: Route

        /// Makes a session.
        package init(
            category: String, mode: String, options: [String], active: Bool, preferredIOBufferDuration: Double,
            ioBufferDuration: Double, preferredSampleRate: Double, sampleRate: Double, outputLatency: Double,
            outputVolume: Double, outputMuted: Bool, outputChannels: Int, otherAudioPlaying: Bool,
            secondaryAudioShouldBeSilencedHint: Bool, recordPermission: String, interruptions: [Interruption], route: Route
        ) {
            self.category = category
            self.mode = mode
            self.options = options
            self.active = active
            self.preferredIOBufferDuration = preferredIOBufferDuration
            self.ioBufferDuration = ioBufferDuration
            self.preferredSampleRate = preferredSampleRate
            self.sampleRate = sampleRate
            self.outputLatency = outputLatency
            self.outputVolume = outputVolume
            self.outputMuted = outputMuted
            self.outputChannels = outputChannels
            self.otherAudioPlaying = otherAudioPlaying
            self.secondaryAudioShouldBeSilencedHint = secondaryAudioShouldBeSilencedHint
            self.recordPermission = recordPermission
            self.interruptions = interruptions
            self.route = route
        }
    }
}
