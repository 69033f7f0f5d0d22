/// Which events a subscriber wants.
package struct EventFilter: Hashable, Sendable {
    /// The types that pass.
    package let types: Set<EventType>

    /// Every event.
    package static let all = EventFilter(types: Set(EventType.allCases))

    private init(types: Set<EventType>) { self.types = types }

    /// Takes names of events, and beginnings of names that end with a dot; `nil` takes all. `route.`, with which methods begin
    /// and no event does, is for the session's event about the route.
    ///
    /// `server.overflow` always passes: without it a client could not tell why a sequence has a gap.
    ///
    /// - Throws: ``ControlError/Code/invalidParams`` for a name that fits no event.
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
        if name == "route." { return [.sessionRouteChanged] }
        return EventType.allCases.filter { $0.rawValue == name || name.hasSuffix(".") && $0.rawValue.hasPrefix(name) }
    }

    /// Whether events of that type pass.
    package func admits(_ type: EventType) -> Bool { types.contains(type) }
}
