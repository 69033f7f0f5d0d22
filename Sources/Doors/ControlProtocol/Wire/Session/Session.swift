extension Wire {
    /// The audio session: what clients asked for, and the actual values.
    package struct Session: WireObject {
        /// What the sound is for.
        package var category: String
        /// What kind of sound it is.
        package var mode: String
        /// How the session shares the sound with other programs.
        package var options: [String]
        /// Whether the session is active.
        package var active: Bool
        /// The preferred buffer duration of the graph, in seconds; 0 means no preference.
        package var preferredIOBufferDuration: Double
        /// The graph's buffer duration now, in seconds.
        package var ioBufferDuration: Double
        /// The preferred sample rate of the graph, in hertz; 0 means no preference.
        package var preferredSampleRate: Double
        /// The graph's sample rate now, in hertz.
        package var sampleRate: Double
        /// Seconds until a rendered frame is heard, as far as the graph knows.
        package var outputLatency: Double
        /// The volume of the output, 0…1.
        package var outputVolume: Double
        /// Whether the output is muted.
        package var outputMuted: Bool
        /// How many channels the output has.
        package var outputChannels: Int
        /// Seconds from the moment at which a frame was sound until it is captured; 0 while nothing is captured.
        package var inputLatency: Double
        /// The volume of the input, 0…1.
        package var inputVolume: Double
        /// Whether the input is muted.
        package var inputMuted: Bool
        /// How many channels the input has; 0 in a category without input.
        package var inputChannels: Int
        /// Whether other programs play.
        package var otherAudioPlaying: Bool
        /// Whether secondary audio should be silent.
        package var secondaryAudioShouldBeSilencedHint: Bool
        /// Whether recording is allowed: `undetermined`, `denied` or `granted`.
        package var recordPermission: String
        /// The interruptions in force.
        package var interruptions: [Interruption]
        /// Where sound goes to and comes from.
        package var route: Route

        /// Makes a session.
        package init(
            category: String, mode: String, options: [String], active: Bool, preferredIOBufferDuration: Double,
            ioBufferDuration: Double, preferredSampleRate: Double, sampleRate: Double, outputLatency: Double,
            outputVolume: Double, outputMuted: Bool, outputChannels: Int, inputLatency: Double,
            inputVolume: Double, inputMuted: Bool, inputChannels: Int, otherAudioPlaying: Bool,
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
            self.inputLatency = inputLatency
            self.inputVolume = inputVolume
            self.inputMuted = inputMuted
            self.inputChannels = inputChannels
            self.otherAudioPlaying = otherAudioPlaying
            self.secondaryAudioShouldBeSilencedHint = secondaryAudioShouldBeSilencedHint
            self.recordPermission = recordPermission
            self.interruptions = interruptions
            self.route = route
        }
    }
}
