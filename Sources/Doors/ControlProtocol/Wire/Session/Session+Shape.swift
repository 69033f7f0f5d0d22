import AudioTypes

extension Wire.Session {
    /// All categories.
    public static let categories = SessionCategory.allCases.map(\.rawValue)
    /// All modes.
    public static let modes = SessionMode.allCases.map(\.rawValue)
    /// All options.
    public static let options = SessionOption.allCases.map(\.rawValue)

    /// The kinds of interruptions that a client can keep away.
    public static let interruptionKinds = InterruptionKind.allCases.map(\.rawValue)

    /// The members of a session.
    package static let shape = WireShape(
        Self.init(
            category:mode:options:active:preferredIOBufferDuration:ioBufferDuration:preferredSampleRate:sampleRate:
            outputLatency:outputVolume:outputMuted:outputChannels:preferredOutputNumberOfChannels:maximumOutputNumberOfChannels:
            inputLatency:
            inputVolume:inputMuted:inputChannels:
            otherAudioPlaying:secondaryAudioShouldBeSilencedHint:
            recordPermission:declinedInterruptions:prefersInterruptionOnRouteDisconnect:allowsSystemSoundsDuringRecording:
            interruptions:route:),
        .of(\.category, .required("category", .choice(categories), "What the sound is for.")),
        .of(\.mode, .required("mode", .choice(modes), "What kind of sound it is.")),
        .of(
            \.options,
            .required("options", .choices(options), "How the session shares the sound with other programs.")),
        .of(\.active, .required("active", .boolean, "Whether the session is active.")),
        .of(
            \.preferredIOBufferDuration,
            .required("preferredIOBufferDuration", .number(), "In seconds; 0 means no preference.")),
        .of(
            \.ioBufferDuration,
            .required("ioBufferDuration", .number(), "The graph's buffer duration now, in seconds.")),
        .of(\.preferredSampleRate, .required("preferredSampleRate", .number(), "In hertz; 0 means no preference.")),
        .of(\.sampleRate, .required("sampleRate", .number(), "The graph's sample rate now, in hertz.")),
        .of(\.outputLatency, .required("outputLatency", .number(), "Seconds until a rendered frame is heard.")),
        .of(
            \.outputVolume, .required("outputVolume", .number(in: Wire.Volume.levels), "The volume of the output.")),
        .of(\.outputMuted, .required("outputMuted", .boolean, "Whether the output is muted.")),
        .of(\.outputChannels, .required("outputChannels", .integer(minimum: 0), "How many channels the output has.")),
        .of(
            \.preferredOutputNumberOfChannels,
            .optional(
                "preferredOutputNumberOfChannels", .integer(in: SessionPreferences.outputChannels), default: 0,
                "Up to how many channels a card is switched for media that has them; 0 means no preference.")),
        .of(
            \.maximumOutputNumberOfChannels,
            .optional(
                "maximumOutputNumberOfChannels", .integer(minimum: 0), default: 0, "The most channels that the output can have.")),
        .of(
            \.inputLatency,
            .required("inputLatency", .number(), "Seconds from a sound until it is captured; 0 while nothing is captured.")),
        .of(\.inputVolume, .required("inputVolume", .number(in: Wire.Volume.levels), "The volume of the input.")),
        .of(\.inputMuted, .required("inputMuted", .boolean, "Whether the input is muted.")),
        .of(
            \.inputChannels,
            .required("inputChannels", .integer(minimum: 0), "How many channels the input has; 0 in a category without input.")),
        .of(\.otherAudioPlaying, .required("otherAudioPlaying", .boolean, "Whether other programs play.")),
        .of(
            \.secondaryAudioShouldBeSilencedHint,
            .required(
                "secondaryAudioShouldBeSilencedHint", .boolean, "Whether secondary audio should be silent.")),
        .of(\.recordPermission, .required("recordPermission", .string, "Whether recording is allowed.")),
        .of(
            \.declinedInterruptions,
            .required(
                "declinedInterruptions", .choices(interruptionKinds),
                "The kinds of interruptions that connected clients keep away.")),
        .of(
            \.prefersInterruptionOnRouteDisconnect,
            .required(
                "prefersInterruptionOnRouteDisconnect", .boolean,
                "Whether losing an output that only the listener hears interrupts.")),
        .of(
            \.allowsSystemSoundsDuringRecording,
            .required(
                "allowsSystemSoundsDuringRecording", .boolean,
                "Whether sounds of the system are heard while an input or an output is recorded.")),
        .of(\.interruptions, .required("interruptions", .references(), "The interruptions in effect now.")),
        .of(\.route, .required("route", .reference, "Where the sound goes to and comes from.")))
}
