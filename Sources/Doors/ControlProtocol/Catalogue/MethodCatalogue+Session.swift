import AudioTypes

extension MethodCatalogue {
    private static let description = Schema.reference("Session")

    static let session: [Method] = [
        Method("session.get", "Reads the audio session.", result: description) { .session(.get) },
        Method(
            "session.history",
            "Lists the latest changes of what is heard, newest first: pauses, softer music, other outputs, volumes.",
            .optional("limit", .count(upTo: 64), default: 20, "How many changes to list at most."),
            result: .array(of: .reference("HeardChange"))
        ) { limit in .session(.history(limit: limit)) },
        Method(
            "session.setCategory", "Sets category, mode and options together. What is left out goes back to its default.",
            .required("category", .choice(Wire.Session.categories), "What the sound is for."),
            .optional("mode", .choice(Wire.Session.modes), default: "default", "What kind of sound it is."),
            .optional("options", .choices(Wire.Session.options), default: [], "How to share the sound with other programs."),
            result: description, errors: [.sessionBadOption, .sessionIncompatibleCategory]
        ) { category, mode, options in .session(.setCategory(category: category, mode: mode, options: options)) },
        Method(
            "session.setPreferredIOBufferDuration", "Sets the preferred buffer duration of the graph.",
            .required("seconds", .zero(or: SessionPreferences.bufferDurations), "In seconds; 0 means no preference."),
            result: description
        ) { seconds in .session(.setPreferredIOBufferDuration(seconds: seconds)) },
        Method(
            "session.setPreferredSampleRate", "Sets the preferred sample rate of the graph.",
            .required("hertz", .zero(or: SessionPreferences.sampleRates), "In hertz; 0 means no preference."),
            result: description
        ) { hertz in .session(.setPreferredSampleRate(hertz: hertz)) },
        Method(
            "session.setActive", "Activates or deactivates the session.",
            .required("active", .boolean, "Whether to activate it; deactivating pauses playback."),
            .optional(
                "notifyOthersOnDeactivation", .boolean, default: false,
                "When deactivating: whether the players that were paused for the session go on."),
            result: description,
            errors: [.sessionInsufficientPriority, .mediaServicesFailed]
        ) { active, notify in .session(.setActive(active: active, notifyOthersOnDeactivation: notify)) },
        Method(
            "session.overrideOutput", "Sends the sound to a loudspeaker, or ends that override.",
            .required("output", ParameterKind<Wire.OutputOverride>.named, "`speaker`, or `none` to end the override."),
            result: description, errors: [.sessionIncompatibleCategory, .noRoute, .mediaServicesFailed]
        ) { output in .session(.overrideOutput(output)) },
        Method(
            "session.answerRecordPermission",
            "Answers whether clients may record, where the configuration (`session.record`) wants a person to say so.",
            .required("allow", .boolean, "Whether they may, until the daemon ends."), result: description
        ) { allow in .session(.answerRecordPermission(allow: allow)) },
        Method(
            "session.beginInterruption", "Interrupts playback until the interruption or this connection ends.",
            .optional("reason", .text, "The reason, which is shown to others."),
            .optional(
                "mayDuck", .boolean, default: false, "Whether playing softly is enough, instead of pausing."),
            result: .object([.required("interruption", .integer(), "The id of the interruption.")]), errors: [.limitExceeded]
        ) { reason, mayDuck in .session(.beginInterruption(reason: reason, mayDuck: mayDuck)) },
        Method(
            "session.endInterruption", "Ends an interruption.",
            .required("interruption", .identifier, "The id that `session.beginInterruption` returned."),
            .optional("shouldResume", .boolean, default: true, "Whether playback should go on by itself."),
            result: description
        ) { interruption, shouldResume in
            .session(.endInterruption(interruption: interruption, shouldResume: shouldResume))
        },
    ]
}
