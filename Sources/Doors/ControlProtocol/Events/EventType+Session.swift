// The events of the audio session.
extension EventType {
    static let session: [EventType] = [
        sessionInterruptionBegan, sessionInterruptionEnded, sessionRouteChanged, sessionConfigurationChanged,
        sessionOutputVolumeChanged, sessionInputVolumeChanged, sessionSilenceSecondaryAudioHint, sessionActiveChanged,
        sessionMediaServicesLost,
        sessionMediaServicesReset, sessionRecordPermissionAsked, sessionRecordPermissionRequestEnded,
        routeOutputsChanged, routeInputsChanged, outputFiltersChanged,
        outputVolumeLimitsChanged,
    ]

    static let sessionInterruptionBegan = EventType(
        "session.interruptionBegan", .occurrence, "An interruption of playback began.",
        .inline,
        make: Event.sessionInterruptionBegan,
        values: { if case .sessionInterruptionBegan(let interruption) = $0 { interruption } else { nil } })

    static let sessionRecordPermissionAsked = EventType(
        "session.recordPermissionAsked", .occurrence,
        "A client wants to record, and waits until a person allows or denies it with `session.answerRecordPermission`.",
        .inline,
        make: Event.sessionRecordPermissionAsked,
        values: { if case .sessionRecordPermissionAsked(let request) = $0 { request } else { nil } })

    static let sessionRecordPermissionRequestEnded = EventType(
        "session.recordPermissionRequestEnded", .occurrence,
        "A request for permission to record does not wait any more.",
        .required("request", .integer(), "The id of the request."),
        WireMember<Wire.RecordRequestEnd>.required(
            "end", .choice, "Whether it was `allowed`, `denied`, or `withdrawn` because its client is gone."),
        make: Event.sessionRecordPermissionRequestEnded,
        values: {
            if case .sessionRecordPermissionRequestEnded(let request, let end) = $0 { (request, end) } else { nil }
        })

    static let sessionInterruptionEnded = EventType(
        "session.interruptionEnded", .occurrence, "An interruption of playback is over.",
        .required("interruption", .integer(), "The id of the interruption."),
        .required("shouldResume", .boolean, "Whether playback should go on."),
        .required("resumed", .boolean, "Whether it does go on."),
        make: Event.sessionInterruptionEnded,
        values: {
            if case .sessionInterruptionEnded(let id, let should, let resumed) = $0 { (id, should, resumed) } else { nil }
        })

    static let sessionRouteChanged = EventType(
        "session.routeChanged", .state, "The route of the sound changed.",
        .required("reason", .string, "Why the route changed."),
        .required("previousRoute", .reference, "The route before."),
        .required("route", .reference, "The route now."),
        make: Event.sessionRouteChanged,
        values: {
            if case .sessionRouteChanged(let reason, let previous, let route) = $0 { (reason, previous, route) } else { nil }
        })

    static let sessionConfigurationChanged = EventType(
        "session.configurationChanged", .state, "The buffer duration, sample rate or latency of the graph changed.",
        .required("ioBufferDuration", .number(minimum: 0), "The graph's buffer duration, in seconds."),
        .required("sampleRate", .number(minimum: 0), "The graph's sample rate, in hertz."),
        .required("outputLatency", .number(minimum: 0), "Seconds until a rendered frame is heard."),
        make: Event.sessionConfigurationChanged,
        values: {
            if case .sessionConfigurationChanged(let buffer, let rate, let latency) = $0 { (buffer, rate, latency) } else { nil }
        })

    static let sessionOutputVolumeChanged = EventType(
        "session.outputVolumeChanged", .state, "The volume of the output changed.",
        .inline,
        make: Event.sessionOutputVolumeChanged,
        values: { if case .sessionOutputVolumeChanged(let volume) = $0 { volume } else { nil } })

    static let outputFiltersChanged = EventType(
        "output.filtersChanged", .occurrence,
        "Something else is chosen that the sound of an output, or of several, goes through.",
        .required("output", .string, "The uid of an output, a pattern for uids, or `default`."),
        WireMember<Wire.FilterWord>.required(
            "choice", .choice,
            "Whether it is an `equalizer`, other `parts` alone, `off`, or `inherited` because nothing is chosen any more."),
        make: Event.outputFiltersChanged,
        values: { if case .outputFiltersChanged(let output, let choice) = $0 { (output, choice) } else { nil } })

    static let outputVolumeLimitsChanged = EventType(
        "output.volumeLimitsChanged", .occurrence,
        "Another ceiling, beginning or place of the volume is chosen for an output, or for several. What is missing is inherited.",
        .required("output", .string, "The uid of an output, a pattern for uids, or `default`."),
        .optional("maximum", .number(minimum: 0, maximum: 1), "The greatest volume of the player."),
        .optional("atStart", .number(minimum: 0, maximum: 1), "The volume that the player begins with."),
        .optional("control", WireKind<Wire.VolumeControl>.choice, "Where the volume is set."),
        make: Event.outputVolumeLimitsChanged,
        values: {
            if case .outputVolumeLimitsChanged(let output, let maximum, let atStart, let control) = $0 {
                (output, maximum, atStart, control)
            } else {
                nil
            }
        })

    static let routeOutputsChanged = EventType(
        "route.outputsChanged", .occurrence,
        "Outputs that can be chosen came or went, or have another name, number of channels, volume or mute switch, or are the default now.",
        .required("added", .references(), "The new outputs."),
        .required("removed", .references(), "The outputs that are gone, as they were."),
        .required("changed", .references(), "The outputs that are others than before, as they are now."),
        make: Event.routeOutputsChanged,
        values: {
            if case .routeOutputsChanged(let added, let removed, let changed) = $0 { (added, removed, changed) } else { nil }
        })

    static let routeInputsChanged = EventType(
        "route.inputsChanged", .occurrence,
        "Inputs that can be chosen came or went, or have another name, number of channels, volume or mute switch, or are the default now.",
        .required("added", .references(), "The new inputs."),
        .required("removed", .references(), "The inputs that are gone, as they were."),
        .required("changed", .references(), "The inputs that are others than before, as they are now."),
        make: Event.routeInputsChanged,
        values: {
            if case .routeInputsChanged(let added, let removed, let changed) = $0 { (added, removed, changed) } else { nil }
        })

    static let sessionInputVolumeChanged = EventType(
        "session.inputVolumeChanged", .state, "The volume of the input changed that recordings take which name none.",
        .inline,
        make: Event.sessionInputVolumeChanged,
        values: { if case .sessionInputVolumeChanged(let volume) = $0 { volume } else { nil } })

    static let sessionSilenceSecondaryAudioHint = EventType(
        "session.silenceSecondaryAudioHint", .state, "Secondary audio should be silent, or may play again.",
        .required("begin", .boolean, "Whether secondary audio should be silent."),
        make: Event.sessionSilenceSecondaryAudioHint,
        values: { if case .sessionSilenceSecondaryAudioHint(let begin) = $0 { begin } else { nil } })

    static let sessionActiveChanged = EventType(
        "session.activeChanged", .state, "The session was activated or deactivated.",
        .required("active", .boolean, "Whether the session is active."),
        .required("reason", .string, "Why the session became active or inactive."),
        make: Event.sessionActiveChanged,
        values: { if case .sessionActiveChanged(let active, let reason) = $0 { (active, reason) } else { nil } })

    static let sessionMediaServicesLost = EventType(
        "session.mediaServicesLost", .occurrence, "The sound server is gone.", of: .sessionMediaServicesLost)

    static let sessionMediaServicesReset = EventType(
        "session.mediaServicesReset", .occurrence, "The sound server is back.", of: .sessionMediaServicesReset)
}
