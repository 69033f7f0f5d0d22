// The events of the library.
extension EventType {
    static let library: [EventType] = [libraryProgress, libraryChanged, libraryWatching, libraryLoudness, libraryListened]

    static let libraryProgress = EventType(
        "library.progress", .occurrence,
        "A scan of the library began, got on (about twice a second), or is over.",
        .inline,
        make: Event.libraryProgress,
        values: { if case .libraryProgress(let scan) = $0 { scan } else { nil } })

    static let libraryChanged = EventType(
        "library.changed", .occurrence,
        "A scan has changed which songs the library has, or what it knows of them.",
        .inline,
        make: Event.libraryChanged,
        values: { if case .libraryChanged(let scan) = $0 { scan } else { nil } })

    static let libraryWatching = EventType(
        "library.watching", .occurrence,
        "Other directories of music are watched than before, or a limit of the system keeps some from being watched.",
        .inline,
        make: Event.libraryWatching,
        values: { if case .libraryWatching(let watching) = $0 { watching } else { nil } })

    static let libraryLoudness = EventType(
        "library.loudness", .occurrence,
        "Measuring of loudness began, got on (every two seconds), waits for a scan, or is over.",
        .inline,
        make: Event.libraryLoudness,
        values: { if case .libraryLoudness(let loudness) = $0 { loudness } else { nil } })

    static let libraryListened = EventType(
        "library.listened", .occurrence,
        "An item was heard, and is over or was left, whether the library has it or not.",
        .inline,
        make: Event.libraryListened,
        values: { if case .libraryListened(let item) = $0 { item } else { nil } })
}
