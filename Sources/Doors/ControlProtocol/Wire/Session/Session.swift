extension Wire {
    /// The audio session: what clients asked for, and the actual values.
    public struct Session: WireObject {
        /// What the sound is for.
        public var category: String
        /// What kind of sound it is.
        public var mode: String
        /// How the session shares the sound with other programs.
        public var options: [String]
        /// Whether the session is active.
        public var active: Bool
        /// The preferred buffer duration of the graph, in seconds; 0 means no preference.
        public var preferredIOBufferDuration: Double
        /// The graph's buffer duration now, in seconds.
        public var ioBufferDuration: Double
        /// The preferred sample rate of the graph, in hertz; 0 means no preference.
        public var preferredSampleRate: Double
        /// The graph's sample rate now, in hertz.
        public var sampleRate: Double
        /// Seconds until a rendered frame is heard, as far as the graph knows.
        public var outputLatency: Double
        /// The volume of the output, 0…1.
        public var outputVolume: Double
        /// Whether the output is muted.
        public var outputMuted: Bool
        /// How many channels the output has.
        public var outputChannels: Int
        /// Up to how many channels a card is switched for media that has them; 0 means no preference.
        public var preferredOutputNumberOfChannels: Int
        /// The most channels that the output can have; 0 without an output, and from an older daemon.
        public var maximumOutputNumberOfChannels: Int
        /// Seconds from the moment at which a frame was sound until it is captured; 0 while nothing is captured.
        public var inputLatency: Double
        /// The volume of the input, 0…1.
        public var inputVolume: Double
        /// Whether the input is muted.
        public var inputMuted: Bool
        /// How many channels the input has; 0 in a category without input.
        public var inputChannels: Int
        /// Whether other programs play.
        public var otherAudioPlaying: Bool
        /// Whether secondary audio should be silent.
        public var secondaryAudioShouldBeSilencedHint: Bool
        /// Whether recording is allowed: `undetermined`, `denied` or `granted`.
        public var recordPermission: String
        /// The kinds of interruptions that connected clients keep away: `alarms`, `calls`, `players`.
        public var declinedInterruptions: [String]
        /// Whether losing an output that only the listener hears interrupts.
        public var prefersInterruptionOnRouteDisconnect: Bool
        /// Whether sounds of the system are heard while an input or an output is recorded.
        public var allowsSystemSoundsDuringRecording: Bool
        /// The interruptions in force.
        public var interruptions: [Interruption]
        /// Where sound goes to and comes from.
        public var route: Route

        /// Makes a session.
        package init(
            category: String, mode: String, options: [String], active: Bool, preferredIOBufferDuration: Double,
            ioBufferDuration: Double, preferredSampleRate: Double, sampleRate: Double, outputLatency: Double,
            outputVolume: Double, outputMuted: Bool, outputChannels: Int, preferredOutputNumberOfChannels: Int = 0,
            maximumOutputNumberOfChannels: Int = 0, inputLatency: Double,
            inputVolume: Double, inputMuted: Bool, inputChannels: Int, otherAudioPlaying: Bool,
            secondaryAudioShouldBeSilencedHint: Bool, recordPermission: String, declinedInterruptions: [String] = [],
            prefersInterruptionOnRouteDisconnect: Bool = true, allowsSystemSoundsDuringRecording: Bool = true,
            interruptions: [Interruption],
            route: Route
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
            self.preferredOutputNumberOfChannels = preferredOutputNumberOfChannels
            self.maximumOutputNumberOfChannels = maximumOutputNumberOfChannels
            self.inputLatency = inputLatency
            self.inputVolume = inputVolume
            self.inputMuted = inputMuted
            self.inputChannels = inputChannels
            self.otherAudioPlaying = otherAudioPlaying
            self.secondaryAudioShouldBeSilencedHint = secondaryAudioShouldBeSilencedHint
            self.recordPermission = recordPermission
            self.declinedInterruptions = declinedInterruptions
            self.prefersInterruptionOnRouteDisconnect = prefersInterruptionOnRouteDisconnect
            self.allowsSystemSoundsDuringRecording = allowsSystemSoundsDuringRecording
            self.interruptions = interruptions
            self.route = route
        }
    }
}
