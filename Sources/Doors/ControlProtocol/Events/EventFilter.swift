import JSON

/// The types of events that a client subscribed to.
package struct EventFilter: Hashable, Sendable {
    /// The types that pass.
    package let types: Set<EventType>

    /// Every event but the levels of recordings, which come too often for a client that does not need them.
    package static let all = EventFilter(types: Set(EventType.all).subtracting(EventType.measurements))

    private init(types: Set<EventType>) { self.types = types }

    /// Makes a filter of event names and of prefixes that end with a dot; `nil` means ``all``. `session.routeChanged` passes with `route.`,
    /// too, with which the names of its methods begin.
    ///
    /// `server.overflow` always passes: without it a client could not know why a sequence has a gap.
    ///
    /// - Throws: ``ControlError/Code/invalidParams`` if a name or prefix fits no event.
    package init(names: [String]?) throws(ControlError) {
        guard let names else {
            self = .all
            return
        }
        var types: Set<EventType> = [.serverOverflow]
        for name in names {
            let matches = Self.types(name)
            if matches.isEmpty {
                throw ControlError(
                    .invalidParams, "events.subscribe: no event has the name or the prefix \"\(name)\"",
                    details: ["parameter": "types"])
            }
            types.formUnion(matches)
        }
        self.types = types
    }

    private static func types(_ name: String) -> [EventType] {
        // Levels come too often for a client that has not named them.
        return EventType.all.filter { type in
            type.name == name || name.hasSuffix(".") && type.name.hasPrefix(name) && !EventType.measurements.contains(type)
                || name == "route." && type == .sessionRouteChanged
        }
    }

    /// Returns the filter without these types.
    package func without(_ hidden: Set<EventType>) -> EventFilter { EventFilter(types: types.subtracting(hidden)) }

    /// Returns whether events of `type` pass.
    package func admits(_ type: EventType) -> Bool { types.contains(type) }
}

extension EventType {
    /// The events that tell what a method tells as well: only who may call it hears them.
    package static let guarded: [(method: any AnyMethod, types: Set<EventType>)] = [
        (Methods.Record.list, Set(recording)), (Methods.Job.list, Set(job)),
        (Methods.Remote.list, [remoteDevicesChanged]),
        (
            Methods.Session.recordPermissionRequests,
            [sessionRecordPermissionAsked, sessionRecordPermissionRequestEnded]
        ),
    ]

    /// What is measured all the time, and sent only to who names it.
    package static let measurements: Set<EventType> = [.recordingLevels, .playerLevels, .playerSpectrum]
}
