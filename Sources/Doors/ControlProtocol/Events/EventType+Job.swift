// The events of long work on media.
extension EventType {
    static let job: [EventType] = [jobChanged]

    static let jobChanged = EventType(
        "job.changed", .occurrence,
        "A job was added, began, got on (at most four times a second), or is over.",
        .inline,
        make: Event.jobChanged,
        values: { if case .jobChanged(let job) = $0 { job } else { nil } })
}
