// The events of announcements.
extension EventType {
    static let announcement: [EventType] = [announcementBegan, announcementEnded, announcementFailed]

    static let announcementBegan = EventType(
        "announcement.began", .occurrence, "The first frame of an announcement is heard.",
        .required("announcement", .integer(), "The id of the announcement."),
        .required("uri", .string, "The address of its media."),
        make: Event.announcementBegan,
        values: { if case .announcementBegan(let id, let uri) = $0 { (id, uri) } else { nil } })

    static let announcementEnded = EventType(
        "announcement.ended", .occurrence, "An announcement is over, heard or not.",
        .required("announcement", .integer(), "The id of the announcement."),
        .required("reason", .choice, "Why: finished, cancelled, timeLimit, interrupted or routeLost."),
        make: Event.announcementEnded,
        values: { if case .announcementEnded(let id, let reason) = $0 { (id, reason) } else { nil } })

    static let announcementFailed = EventType(
        "announcement.failed", .occurrence, "An announcement could not be heard, or not to its end.",
        .required("announcement", .integer(), "The id of the announcement."),
        .required("error", .reference, "Why it failed."),
        make: Event.announcementFailed,
        values: { if case .announcementFailed(let id, let error) = $0 { (id, error) } else { nil } })
}
