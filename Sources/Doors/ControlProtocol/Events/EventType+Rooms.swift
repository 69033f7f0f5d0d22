// The events of rooms.
extension EventType {
    static let rooms: [EventType] = [roomsChanged]

    static let roomsChanged = EventType(
        "rooms.changed", .occurrence,
        "Something about a room or a group has changed, whoever changed it. Each change is an event of its own.",
        .inline,
        make: Event.roomsChanged,
        values: { if case .roomsChanged(let change) = $0 { change } else { nil } })
}
