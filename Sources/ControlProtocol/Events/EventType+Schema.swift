extension EventType {
    /// The parameters that every event has.
    package static let commonFields: [Schema.Field] = [
        .required("sequence", .integer(minimum: 1), "Counts this connection's events; gaps come only with `server.overflow`."),
        .required("time", .number(), "When it happened, in seconds of CLOCK_MONOTONIC."),
    ]

    /// The other parameters of this event.
    package var fields: [Schema.Field] {
        switch self {
        case .playerStateChanged:
            [
                .required("state", .choice(of: Wire.PlayerState.self), "The state of the player now."),
                .required("reason", .choice(of: Wire.StateReason.self), "Why the state changed."),
                .required("previousState", .choice(of: Wire.PlayerState.self), "The state before."),
            ]
        case .playerItemChanged:
            [
                .required("item", .nullable(.reference("QueueItem")), "The current item; null if none is left."),
                .required("reason", .choice(of: Wire.ItemChangeReason.self), "Why the item changed."),
            ]
        case .playerPositionChanged: [.required("position", .reference("Position"), "The position now.")]
        case .playerItemFailed:
            [
                .required("item", .reference("QueueItem"), "The item."),
                .required("error", .reference("Error"), "Why it failed."),
            ]
        case .playerBuffering:
            [.required("fill", .number(minimum: 0, maximum: 1), "How much of the sound needed to go on is there.")]
        case .playerMetadataChanged: [.required("tags", .map(.string()), "The tags of the media from now on.")]
        case .playerVolumeChanged:
            Wire.Volume.fields + [.required("source", .choice(of: Wire.VolumeSource.self), "Who changed it: client or mixer.")]
        case .queueChanged:
            [
                .required("revision", .integer(), "The new revision."),
                .required("length", .integer(minimum: 0), "How many items there are now."),
            ]
        case .sessionInterruptionBegan: Wire.Interruption.fields
        case .sessionInterruptionEnded:
            [
                .required("interruption", .integer(), "The id of the interruption."),
                .required("shouldResume", .boolean, "Whether playback should go on."),
                .required("resumed", .boolean, "Whether it does go on."),
            ]
        case .sessionRouteChanged:
            [
                .required("reason", .string(), "Why the route changed."),
                .required("previousRoute", .reference("Route"), "The route before."),
                .required("route", .reference("Route"), "The route now."),
            ]
        case .sessionConfigurationChanged:
            [
                .required("ioBufferDuration", .number(minimum: 0), "The graph's buffer duration, in seconds."),
                .required("sampleRate", .number(minimum: 0), "The graph's sample rate, in hertz."),
                .required("outputLatency", .number(minimum: 0), "Seconds until a rendered frame is heard."),
            ]
        case .sessionOutputVolumeChanged: Wire.Volume.fields
        case .sessionSilenceSecondaryAudioHint: [.required("begin", .boolean, "Whether secondary audio should be silent.")]
        case .sessionActiveChanged:
            [
                .required("active", .boolean, "Whether the session is active."),
                .required("reason", .string(), "Why the session became active or inactive."),
            ]
        case .sessionMediaServicesLost, .sessionMediaServicesReset, .serverConfigurationReloaded, .serverShuttingDown: []
        case .serverOverflow: [.required("dropped", .integer(minimum: 1), "How many events were left out.")]
        }
    }

    /// One sentence for a person.
    package var summary: String {
        switch self {
        case .playerStateChanged: "The state of the player changed."
        case .playerItemChanged: "Another item is the current one; sent when its first frame is heard."
        case .playerPositionChanged: "The position jumped: a seek, a loop, a resync."
        case .playerItemFailed: "An item cannot be played; the player goes on to the next."
        case .playerBuffering: "Playback waits for the buffer to fill."
        case .playerMetadataChanged: "The tags of the media changed."
        case .playerVolumeChanged: "The volume changed."
        case .queueChanged: "The queue changed."
        case .sessionInterruptionBegan: "An interruption of playback began."
        case .sessionInterruptionEnded: "An interruption of playback is over."
        case .sessionRouteChanged: "The route of the sound changed."
        case .sessionConfigurationChanged: "The buffer duration, sample rate or latency of the graph changed."
        case .sessionOutputVolumeChanged: "The volume of the output changed."
        case .sessionSilenceSecondaryAudioHint: "Secondary audio should be silent, or may play again."
        case .sessionActiveChanged: "The session was activated or deactivated."
        case .sessionMediaServicesLost: "The sound server is gone."
        case .sessionMediaServicesReset: "The sound server is back."
        case .serverConfigurationReloaded: "The daemon has read a new configuration."
        case .serverShuttingDown: "The daemon is shutting down."
        case .serverOverflow: "Events were left out because this client did not read."
        }
    }
}
