// The events of recordings.
extension EventType {
    static let recording: [EventType] = [
        recordingBegan, recordingStateChanged, recordingSplit, recordingMarked, recordingLevels, recordingEnded,
    ]

    static let recordingBegan = EventType(
        "recording.began", .occurrence, "A recording began.",
        .inline,
        make: Event.recordingBegan,
        values: { if case .recordingBegan(let recording) = $0 { recording } else { nil } })

    static let recordingStateChanged = EventType(
        "recording.stateChanged", .occurrence, "A recording pauses, waits for its input, is muted, or goes on.",
        .inline,
        make: Event.recordingStateChanged,
        values: { if case .recordingStateChanged(let recording) = $0 { recording } else { nil } })

    static let recordingSplit = EventType(
        "recording.split", .occurrence, "A file of a recording is complete, and the next one has begun.",
        .required("recording", .integer(), "The id of the recording."),
        .required("path", .string, "The file that is complete."),
        .required("frames", .integer(minimum: 0), "Its frames."),
        .required("next", .string, "The file that is being written now."),
        make: Event.recordingSplit,
        values: {
            if case .recordingSplit(let id, let path, let frames, let next) = $0 { (id, path, frames, next) } else { nil }
        })

    static let recordingMarked = EventType(
        "recording.marked", .occurrence, "Sound is missing at a place of a recording, or silence takes its place from there on.",
        .inline,
        make: Event.recordingMarked,
        values: { if case .recordingMarked(let mark) = $0 { mark } else { nil } })

    /// The levels of a recording.
    public static let recordingLevels = EventType(
        "recording.levels", .state,
        "The levels of a recording, up to 20 times a second; only for a client that subscribes to this type.",
        .inline,
        make: Event.recordingLevels,
        values: { if case .recordingLevels(let levels) = $0 { levels } else { nil } })

    static let recordingEnded = EventType(
        "recording.ended", .occurrence, "A recording is over, and its files are on the disk.",
        .inline,
        make: Event.recordingEnded,
        values: { if case .recordingEnded(let result) = $0 { result } else { nil } })
}
