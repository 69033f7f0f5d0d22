import AudioTypes

extension MethodCatalogue {
    private static let description = Schema.reference("Session")

    static let session: [Method] = [
        Method("session.get", "Reads the audio session.", result: description) { .sessionGet },
        Method(
            "session.setCategory", "Sets category, mode and options together. Options do not outlive a change of category.",
            .required("category", .choice(Wire.Session.categories), "What the daemon needs the sound for."),
            .optional("mode", .choice(Wire.Session.modes), default: "default", "What kind of sound."),
            .optional("options", .choices(Wire.Session.options), default: [], "How to get along with others."),
            result: description, errors: [.sessionBadOption, .sessionIncompatibleCategory, .sessionBusy]
        ) { category, mode, options in .sessionSetCategory(category: category, mode: mode, options: options) },
        Method(
            "session.setPreferredIOBufferDuration", "Wishes how much sound is exchanged with the graph at a time.",
            .required("seconds", .zero(or: SessionPreferences.bufferDurations), "Seconds; 0 is no preference."),
            result: description
        ) { seconds in .sessionSetPreferredIOBufferDuration(seconds: seconds) },
        Method(
            "session.setPreferredSampleRate", "Wishes a sample rate of the graph.",
            .required("hertz", .zero(or: SessionPreferences.sampleRates), "Hertz; 0 is no preference."),
            result: description
        ) { hertz in .sessionSetPreferredSampleRate(hertz: hertz) },
        Method(
            "session.setActive", "Activates the session, or gives the sound back to the others.",
            .required("active", .boolean, "Which."),
            .optional(
                "notifyOthersOnDeactivation", .boolean, default: false,
                "Whether the players that were interrupted go on."),
            result: description,
            errors: [.sessionCannotInterruptOthers, .sessionInsufficientPriority, .sessionBusy, .mediaServicesFailed]
        ) { active, notify in .sessionSetActive(active: active, notifyOthersOnDeactivation: notify) },
        Method(
            "session.overrideOutput", "Sends the sound to the built-in speaker, or back to where it belongs.",
            .required("output", ParameterKind<Wire.OutputOverride>.named, "Which."),
            result: description, errors: [.sessionIncompatibleCategory, .noRoute, .mediaServicesFailed]
        ) { output in .sessionOverrideOutput(output) },
        Method(
            "session.beginInterruption", "Interrupts playback until it is ended, or this connection is.",
            .optional("reason", .text, "Why, for whoever asks."),
            .optional(
                "mayDuck", .boolean, default: false, "Whether it is enough to play softly instead of pausing."),
            result: .object([.required("interruption", .integer(), "The id of the interruption.")]), errors: [.limitExceeded]
        ) { reason, mayDuck in .sessionBeginInterruption(reason: reason, mayDuck: mayDuck) },
        Method(
            "session.endInterruption", "Ends an interruption.",
            .required("interruption", .identifier, "The id that beginning it gave."),
            .optional("shouldResume", .boolean, default: true, "Whether playback goes on by itself."),
            result: description
        ) { interruption, shouldResume in
            .sessionEndInterruption(interruption: interruption, shouldResume: shouldResume)
        },
    ]
}
