// The events of the alarm clock.
extension EventType {
    static let alarm: [EventType] = [alarmChanged, alarmRang, alarmEnded, alarmMissed]

    static let alarmChanged = EventType(
        "alarm.changed", .occurrence, "An alarm was added, is another one than before, or was removed.",
        .required("alarm", .integer(), "The number of the alarm."),
        .nullable("entry", .reference, "The alarm as it is now; `null` if it was removed."),
        make: Event.alarmChanged,
        values: { if case .alarmChanged(let id, let entry) = $0 { (id, entry) } else { nil } })

    static let alarmRang = EventType(
        "alarm.rang", .occurrence, "An alarm is heard, or something else is heard of it than before.",
        .required("alarm", .integer(), "The number of the alarm."),
        .required(
            "source", .choice, "What is heard: `wanted`, what it names; `fallback`, the file of the configuration; or the `tone`."
        ),
        make: Event.alarmRang,
        values: { if case .alarmRang(let id, let source) = $0 { (id, source) } else { nil } })

    static let alarmEnded = EventType(
        "alarm.ended", .occurrence, "An alarm rings no more.",
        .required("alarm", .integer(), "The number of the alarm."),
        .required(
            "reason", .choice, "Why: dismissed, snoozed, takenOver, timeLimit, replaced, removed or shuttingDown."),
        make: Event.alarmEnded,
        values: { if case .alarmEnded(let id, let reason) = $0 { (id, reason) } else { nil } })

    static let alarmMissed = EventType(
        "alarm.missed", .occurrence, "An alarm was to ring, and did not: nothing ran then, or the clock was set.",
        .required("alarm", .integer(), "The number of the alarm."),
        .required("due", .number(), "When it was to ring, in seconds since the beginning of 1970 (UTC)."),
        make: Event.alarmMissed,
        values: { if case .alarmMissed(let id, let due) = $0 { (id, due) } else { nil } })
}
