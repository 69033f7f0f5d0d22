import AudioTypes

extension Methods {
    private static let description = MethodAnswer.value(Wire.Session.self)

    /// The methods whose names begin with `session.`.
    public enum Session {
        /// Reads the audio session.
        public static let get = Method("session.get", .view, "Reads the audio session.", answer: description)

        /// Lists the latest changes of what is heard, newest first: pauses, softer music, other outputs, volumes.
        public static let history = Method(
            "session.history", .view,
            "Lists the latest changes of what is heard, newest first: pauses, softer music, other outputs, volumes.",
            .optional("limit", .integer(in: 1...64), default: 20, "How many changes to list at most."),
            answer: .list(of: Wire.HeardChange.self))

        /// Sets category, mode and options together.
        public static let setCategory = Method(
            "session.setCategory", .owner, "Sets category, mode and options together. What is left out goes back to its default.",
            .required("category", .choice(Wire.Session.categories), "What the sound is for."),
            .optional("mode", .choice(Wire.Session.modes), default: "default", "What kind of sound it is."),
            .optional("options", .choices(Wire.Session.options), default: [], "How to share the sound with other programs."),
            answer: description, errors: [.sessionBadOption, .sessionIncompatibleCategory])

        /// Sets the preferred buffer duration of the graph.
        public static let setPreferredIOBufferDuration = Method(
            "session.setPreferredIOBufferDuration", .owner, "Sets the preferred buffer duration of the graph.",
            .required("seconds", .zero(or: SessionPreferences.bufferDurations), "In seconds; 0 means no preference."),
            answer: description)

        /// Sets the preferred sample rate of the graph.
        public static let setPreferredSampleRate = Method(
            "session.setPreferredSampleRate", .owner, "Sets the preferred sample rate of the graph.",
            .required("hertz", .zero(or: SessionPreferences.sampleRates), "In hertz; 0 means no preference."),
            answer: description)

        /// Has a card play with more channels, in another profile, for media that has them.
        public static let setPreferredOutputNumberOfChannels = Method(
            "session.setPreferredOutputNumberOfChannels", .owner,
            "Has a card be switched to a profile with more channels for media with up to so many, in place of `session.surround_profiles`.",
            .required(
                "channels", WireKind<Int>.integer(in: SessionPreferences.outputChannels),
                "Up to how many channels; 0 means no preference, and 2 that no card is switched."),
            answer: description)

        /// Chooses the input of recordings that name none, which may be a port.
        public static let setPreferredInput = Method(
            "session.setPreferredInput", .owner, "Chooses the input of recordings that name none, as `route.selectInput` does.",
            .required("input", .nullableText, "The uid of an input, which may be a port, or null for the default input."),
            answer: description, errors: [.inputNotFound, .mediaServicesFailed])

        /// Has interruptions of some kinds stay away while the connection lasts.
        public static let setPrefersNoInterruptions = Method(
            "session.setPrefersNoInterruptions", .owner,
            "Has interruptions of these kinds pause nothing, for as long as this connection lasts. Replaces what it has named before.",
            .required("from", .choices(Wire.Session.interruptionKinds), "The kinds; none ends it."), answer: description)

        /// Decides whether losing an output that only the listener hears interrupts.
        public static let setPrefersInterruptionOnRouteDisconnect = Method(
            "session.setPrefersInterruptionOnRouteDisconnect", .owner,
            "Decides whether losing an output that only the listener hears interrupts, in place of `session.becoming_noisy`.",
            .required("enabled", .boolean, "True pauses; false lets the sound go on at the next output."), answer: description)

        /// Decides whether sounds of the system are heard while an input or an output is recorded.
        public static let setAllowsSystemSoundsDuringRecording = Method(
            "session.setAllowsSystemSoundsDuringRecording", .owner,
            "Decides whether sounds of the system are heard while an input or an output is recorded.",
            .required("enabled", .boolean, "False silences them meanwhile."), answer: description)

        /// Activates or deactivates the session; the second parameter says whether the players that were paused for it go on.
        public static let setActive = Method(
            "session.setActive", .owner, "Activates or deactivates the session.",
            .required("active", .boolean, "Whether to activate it; deactivating pauses playback."),
            .optional(
                "notifyOthersOnDeactivation", .boolean, default: false,
                "When deactivating: whether the players that were paused for the session go on."),
            answer: description, errors: [.sessionInsufficientPriority, .mediaServicesFailed])

        /// Sends the sound to a loudspeaker, or ends that override.
        public static let overrideOutput = Method(
            "session.overrideOutput", .owner, "Sends the sound to a loudspeaker, or ends that override.",
            WireMember<Wire.OutputOverride>.required("output", .choice, "`speaker`, or `none` to end the override."),
            answer: description, errors: [.sessionIncompatibleCategory, .noRoute, .mediaServicesFailed])

        /// Tells whether the client may record; where the configuration (`session.record`) leaves it to a person, once that is done.
        public static let requestRecordPermission = Method(
            "session.requestRecordPermission", .owner,
            """
            Tells whether this client may record. Where the configuration (`session.record`) wants a person to say so, the answer \
            comes once that is done; it holds for this program until the program or the daemon ends.
            """,
            .purpose,
            answer: .object(.required("granted", .boolean, "Whether it may record.")),
            errors: [.permissionDenied, .limitExceeded],
            waitsForMedia: true)

        /// Lists the requests for permission to record that wait for a person, and what holds for clients that have not asked.
        public static let recordPermissionRequests = Method(
            "session.recordPermissionRequests", .owner,
            "Lists the requests for permission to record that wait for a person, oldest first.",
            answer: .object(
                .required(
                    "recordPermission", .string,
                    "What holds for all clients: `granted`, `denied` or `undetermined`, with which each program is asked for."),
                .required("requests", .references(), "The requests.") as WireMember<[Wire.RecordRequest]>))

        /// Answers whether clients may record, where the configuration (`session.record`) wants a person to say so.
        public static let answerRecordPermission = Method(
            "session.answerRecordPermission", .owner,
            "Answers whether clients may record, where the configuration (`session.record`) wants a person to say so.",
            .required("allow", .boolean, "Whether they may, until the daemon ends."),
            .optional(
                "request", .identifier,
                "A request that waits: the answer is for the program that has made it, with all its requests. All clients if left out."
            ),
            answer: description, errors: [.permissionDenied, .recordRequestNotFound])

        /// Interrupts playback for a reason, at most as long as the connection lasts; the second parameter says whether playing softly is
        /// enough.
        public static let beginInterruption = Method(
            "session.beginInterruption", .owner, "Interrupts playback until the interruption or this connection ends.",
            .optional("reason", .text, "The reason, which is shown to others."),
            .optional(
                "mayDuck", .boolean, default: false, "Whether playing softly is enough, instead of pausing."),
            answer: .object(.required("interruption", .identifier, "The id of the interruption.")), errors: [.limitExceeded])

        /// Ends an interruption; the second parameter says whether playback should go on by itself.
        public static let endInterruption = Method(
            "session.endInterruption", .owner, "Ends an interruption.",
            .required("interruption", .identifier, "The id that `session.beginInterruption` returned."),
            .optional("shouldResume", .boolean, default: true, "Whether playback should go on by itself."),
            answer: description)
    }

    static let session: [any AnyMethod] = [
        Session.get, Session.history, Session.setCategory, Session.setPreferredIOBufferDuration, Session.setPreferredSampleRate,
        Session.setPreferredOutputNumberOfChannels, Session.setPreferredInput, Session.setPrefersNoInterruptions,
        Session.setPrefersInterruptionOnRouteDisconnect,
        Session.setAllowsSystemSoundsDuringRecording, Session.setActive, Session.overrideOutput,
        Session.requestRecordPermission, Session.recordPermissionRequests, Session.answerRecordPermission,
        Session.beginInterruption, Session.endInterruption,
    ]
}
