// The events of the player and its queue.
extension EventType {
    static let player: [EventType] = [
        playerStateChanged, playerItemChanged, playerPositionChanged, playerItemFailed, playerBuffering, playerGap,
        playerStartedLate,
        playerLevels, playerSpectrum, playerMetadataChanged,
        playerVolumeChanged, playerStopAfterChanged, playerLoopChanged, playerSilenceSkipped, playerResumed, playerChapterChanged,
        playerLyricLine,
        playerSpeedChanged, playerOptionsChanged, queueChanged,
    ]

    static let playerStateChanged = EventType(
        "player.stateChanged", .state, "The state of the player changed.",
        .required("state", .choice, "The state of the player now."),
        .required("reason", .choice, "Why the state changed."),
        .required("previousState", .choice, "The state before."),
        make: Event.playerStateChanged,
        values: {
            if case .playerStateChanged(let state, let reason, let previous) = $0 { (state, reason, previous) } else { nil }
        })

    static let playerItemChanged = EventType(
        "player.itemChanged", .state, "Another item is the current one; sent when its first frame is heard.",
        .nullable("item", .reference, "The current item; null if none is left."),
        .required("reason", .choice, "Why the item changed."),
        make: Event.playerItemChanged,
        values: { if case .playerItemChanged(let item, let reason) = $0 { (item, reason) } else { nil } })

    static let playerPositionChanged = EventType(
        "player.positionChanged", .state, "The position jumped: a seek, a loop, a resync.",
        .required("position", .reference, "The position now."),
        make: Event.playerPositionChanged,
        values: { if case .playerPositionChanged(let position) = $0 { position } else { nil } })

    static let playerItemFailed = EventType(
        "player.itemFailed", .occurrence, "An item cannot be played; the player goes on to the next.",
        .required("item", .reference, "The item."),
        .required("error", .reference, "Why it failed."),
        make: Event.playerItemFailed,
        values: { if case .playerItemFailed(let item, let error) = $0 { (item, error) } else { nil } })

    static let playerResumed = EventType(
        "player.resumed", .occurrence, "The item that has just become the current one goes on where it was left.",
        .required("item", .reference, "The item."),
        .required("seconds", .number(minimum: 0), "Where it goes on, in seconds."),
        make: Event.playerResumed,
        values: { if case .playerResumed(let item, let seconds) = $0 { (item, seconds) } else { nil } })

    /// Another chapter is heard.
    public static let playerChapterChanged = EventType(
        "player.chapterChanged", .state, "Another chapter of the current item is heard.",
        .nullable("chapter", .reference, "The chapter; null if none is heard."),
        make: Event.playerChapterChanged,
        values: { if case .playerChapterChanged(let chapter) = $0 { .some(chapter) } else { nil } })

    /// Another line of lyrics is heard.
    public static let playerLyricLine = EventType(
        "player.lyricLine", .state, "Another line of the current item's lyrics is heard.",
        .nullable("line", .reference, "The line; null if none is heard."),
        make: Event.playerLyricLine,
        values: { if case .playerLyricLine(let line) = $0 { .some(line) } else { nil } })

    static let playerBuffering = EventType(
        "player.buffering", .state, "Playback waits for the buffer to fill.",
        .required("fill", .number(minimum: 0, maximum: 1), "How much of the sound needed to go on is there."),
        make: Event.playerBuffering,
        values: { if case .playerBuffering(let fill) = $0 { fill } else { nil } })

    static let playerGap = EventType(
        "player.gap", .occurrence, "A gap in a live stream is over: its sound came too late.",
        .required("item", .reference, "The item."),
        .required("silence", .number(minimum: 0), "How long there was silence because nothing came, in seconds."),
        .required("skipped", .number(minimum: 0), "How much sound was left out because it came too late, in seconds."),
        make: Event.playerGap,
        values: { if case .playerGap(let item, let silence, let skipped) = $0 { (item, silence, skipped) } else { nil } })

    static let playerStartedLate = EventType(
        "player.startedLate", .occurrence, "What was to be heard at a time began later: opening it took longer.",
        .required("item", .reference, "The item."),
        .required("seconds", .number(minimum: 0), "How much later, in seconds."),
        make: Event.playerStartedLate,
        values: { if case .playerStartedLate(let item, let seconds) = $0 { (item, seconds) } else { nil } })

    /// The levels of what plays.
    public static let playerLevels = EventType(
        "player.levels", .state,
        "The levels of what plays, before volume and fades, 30 times a second; only for a client that subscribes to this type.",
        .inline,
        make: Event.playerLevels,
        values: { if case .playerLevels(let levels) = $0 { levels } else { nil } })

    /// The spectrum of what plays.
    public static let playerSpectrum = EventType(
        "player.spectrum", .state,
        """
        How strong what plays is in each of 32 bands from 20 Hz to 20 kHz, each as wide to the ear as the others, 30 times a second; only \
        for a client that subscribes to this type.
        """,
        .required("bands", .numbers, "In decibels below a sine at full scale; -120 for silence."),
        make: Event.playerSpectrum,
        values: { if case .playerSpectrum(let bands) = $0 { bands } else { nil } })

    static let playerMetadataChanged = EventType(
        "player.metadataChanged", .state, "The tags of the media changed.",
        .required("tags", .texts(), "The tags of the media from now on."),
        make: Event.playerMetadataChanged,
        values: { if case .playerMetadataChanged(let tags) = $0 { tags } else { nil } })

    static let playerVolumeChanged = EventType(
        "player.volumeChanged", .state, "The volume changed.",
        .inline,
        .required("source", .choice, "Who changed it: client, system for a mixer, limit or output for the output."),
        .optional("fade", .reference, "Where it goes by itself from there; missing if it stays."),
        make: Event.playerVolumeChanged,
        values: { if case .playerVolumeChanged(let volume, let source, let fade) = $0 { (volume, source, fade) } else { nil } })

    static let playerStopAfterChanged = EventType(
        "player.stopAfterChanged", .state, "Playback is to stop by itself, or no longer.",
        .nullable("stopAfter", .reference, "When playback stops by itself; null if it does not."),
        make: Event.playerStopAfterChanged,
        values: { if case .playerStopAfterChanged(let stop) = $0 { .some(stop) } else { nil } })

    static let playerLoopChanged = EventType(
        "player.loopChanged", .state,
        "A part of the current item is heard over and over, as often as `left` says; or none any more.",
        .nullable("loop", .reference, "The part; null if none is repeated."),
        make: Event.playerLoopChanged,
        values: { if case .playerLoopChanged(let loop) = $0 { .some(loop) } else { nil } })

    static let playerSilenceSkipped = EventType(
        "player.silenceSkipped", .occurrence, "A silence was left out; the position has jumped over it.",
        .required("seconds", .number(minimum: 0), "How long it was without what was kept of it, in seconds of the item."),
        .required("total", .number(minimum: 0), "How many seconds of the item were left out so far."),
        make: Event.playerSilenceSkipped,
        values: { if case .playerSilenceSkipped(let seconds, let total) = $0 { (seconds, total) } else { nil } })

    static let playerSpeedChanged = EventType(
        "player.speedChanged", .state, "Another speed is wanted of the current item, or it comes from elsewhere.",
        .inline,
        make: Event.playerSpeedChanged,
        values: { if case .playerSpeedChanged(let speed) = $0 { speed } else { nil } })

    static let playerOptionsChanged = EventType(
        "player.optionsChanged", .state, "The options for playing changed.",
        .inline,
        make: Event.playerOptionsChanged,
        values: { if case .playerOptionsChanged(let options) = $0 { options } else { nil } })

    static let queueChanged = EventType(
        "queue.changed", .state, "The queue changed.",
        .required("revision", .integer(), "The new revision."),
        .required("length", .integer(minimum: 0), "How many items there are now."),
        make: Event.queueChanged,
        values: { if case .queueChanged(let revision, let length) = $0 { (revision, length) } else { nil } })
}
