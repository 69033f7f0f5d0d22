extension EventType {
    /// The parameters that every event has.
    package static let commonFields: [Schema.Field] = [
        .required("sequence", .integer(minimum: 1), "Counts the events of the connection; a gap only beside `server.overflow`."),
        .required("time", .number(), "When: CLOCK_MONOTONIC, in seconds."),
    ]

    /// The parameters of this event besides.
    package var fields: [Schema.Field] {
        switch self {
        case .playerStateChanged:
            [
                .required("state", .choice(of: Wire.PlayerState.self), "What the player does."),
                .required("reason", .choice(of: Wire.StateReason.self), "Why."),
                .required("previousState", .choice(of: Wire.PlayerState.self), "What it did before."),
            ]
        case .playerItemChanged:
            [
                .required("item", .nullable(.reference("QueueItem")), "The item that is heard now; null after the last."),
                .required("reason", .choice(of: Wire.ItemChangeReason.self), "Why."),
            ]
        case .playerPositionChanged: [.required("position", .reference("Position"), "Where playback is now.")]
        case .playerItemFailed:
            [
                .required("item", .reference("QueueItem"), "The item."),
                .required("error", .reference("Error"), "What is wrong with it."),
            ]
        case .playerBuffering: [.required("fill", .number(minimum: 0, maximum: 1), "How full the buffer is.")]
        case .playerMetadataChanged: [.required("tags", .map(.string()), "What the media says about itself now.")]
        case .playerVolumeChanged:
            Wire.Volume.fields + [.required("source", .choice(of: Wire.VolumeSource.self), "Who changed it.")]
        case .queueChanged:
            [
                .required("revision", .integer(), "The new revision."),
                .required("length", .integer(minimum: 0), "How many items there are now."),
            ]
        case .sessionInterruptionBegan: Wire.Interruption.fields
        case .sessionInterruptionEnded:
            [
                .required("interruption", .integer(), "Which."),
                .required("shouldResume", .boolean, "Whether playback should go on."),
                .required("resumed", .boolean, "Whether it does."),
            ]
        case .sessionRouteChanged:
            [
                .required("reason", .string(), "Why."),
                .required("previousRoute", .reference("Route"), "The route before."),
                .required("route", .reference("Route"), "The route now."),
            ]
        case .sessionConfigurationChanged:
            [
                .required("ioBufferDuration", .number(minimum: 0), "Seconds."),
                .required("sampleRate", .number(minimum: 0), "Hertz."),
                .required("outputLatency", .number(minimum: 0), "Seconds."),
            ]
        case .sessionOutputVolumeChanged: Wire.Volume.fields
        case .sessionSilenceSecondaryAudioHint: [.required("begin", .boolean, "Whether to be silent from now on.")]
        case .sessionActiveChanged:
            [
                .required("active", .boolean, "Whether the session is active."),
                .required("reason", .string(), "Why."),
            ]
        case .sessionMediaServicesLost, .sessionMediaServicesReset, .serverConfigurationReloaded, .serverShuttingDown: []
        case .serverOverflow: [.required("dropped", .integer(minimum: 1), "How many events were left out.")]
        }
    }

    /// One sentence for a person.
    package var summary: String {
        switch self {
        case .playerStateChanged: "The player does something else."
        case .playerItemChanged: "The first frame of another item is heard."
        case .playerPositionChanged: "The position jumped: a seek, a loop, a resync."
        case .playerItemFailed: "An item cannot be played; the player goes on to the next."
        case .playerBuffering: "The buffer fills."
        case .playerMetadataChanged: "The media says something else about itself."
        case .playerVolumeChanged: "The volume is another."
        case .queueChanged: "The queue is another."
        case .sessionInterruptionBegan: "Something has the daemon step back."
        case .sessionInterruptionEnded: "What had the daemon step back is over."
        case .sessionRouteChanged: "The sound goes elsewhere."
        case .sessionConfigurationChanged: "The graph runs differently."
        case .sessionOutputVolumeChanged: "The volume of the output is another."
        case .sessionSilenceSecondaryAudioHint: "Sound of lesser importance should be silent, or may be heard again."
        case .sessionActiveChanged: "The session was activated or deactivated."
        case .sessionMediaServicesLost: "The sound server is gone."
        case .sessionMediaServicesReset: "The sound server is back."
        case .serverConfigurationReloaded: "A new configuration holds."
        case .serverShuttingDown: "The daemon ends."
        case .serverOverflow: "Events were left out because this client did not read."
        }
    }
}
