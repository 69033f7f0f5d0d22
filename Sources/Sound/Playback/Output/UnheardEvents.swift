import AudioTypes

/// Events of the callback whose audio is not heard yet, oldest first. Times are CLOCK_MONOTONIC, in nanoseconds.
struct UnheardEvents {
    /// How long before its audio is heard an event may be taken, in nanoseconds: too short for anyone to see or hear.
    private static let tolerance: Int64 = 2_000_000

    private var events: [RenderEvent] = []

    /// When the audio of the oldest event is heard; `nil` if no event waits.
    var nextTime: Int64? { events.first?.heardAt }

    mutating func append(_ event: RenderEvent) { events.append(event) }

    /// Removes and returns the oldest event if its audio is heard by the time `now`. An event behind it waits for it.
    mutating func takeHeard(by now: Int64) -> RenderEvent? {
        guard let oldest = events.first, oldest.heardAt <= now + Self.tolerance else { return nil }
        return events.removeFirst()
    }

    mutating func removeAll() { events = [] }
}
