import JSON

/// A type of event: its name, role, text and parameters, and how an ``Event`` is written and read, in one place.
///
/// Notifications, the clients' reading of them, subscriptions and the document of `rpc.discover` are all made from this.
public struct EventType: Sendable {
    /// What an event is to a client that does not read.
    enum Role {
        /// The newest event of the type makes older ones redundant: the daemon may leave these out.
        case state
        /// Each event reports an occurrence of its own: the daemon keeps them as long as there is room.
        case occurrence
    }

    /// The name, which is `method` in a notification.
    public let name: String
    /// Whether the newest event of the type makes older ones redundant.
    public let isState: Bool
    /// One sentence for a person.
    public let summary: String
    /// The parameters other than `sequence` and `time`.
    package let fields: [Schema.Field]

    /// Returns the parameters, without `sequence` and `time`, of an event of this type.
    let write: @Sendable (Event) -> JSONObject
    /// Makes an event of the parameters.
    let read: @Sendable (JSONObject) throws(JSONMismatch) -> Event

    /// Describes a type. `values` takes the values of the parameters out of an event of this type, and `make` makes the event
    /// of them, both in the order of `members`.
    // As for shapes: one copy for all types.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    init<each Value: Sendable>(
        _ name: String, _ role: Role, _ summary: String, _ members: repeat WireMember<each Value>,
        make: @escaping @Sendable (repeat each Value) -> Event, values: @escaping @Sendable (Event) -> (repeat each Value)?
    ) {
        self.name = name
        isState = role == .state
        self.summary = summary
        var fields: [Schema.Field] = []
        for member in repeat each members { fields += member.fields }
        self.fields = fields
        let known = (repeat each members)
        write = { event in
            guard let values = values(event) else { preconditionFailure("\(name) is not the type of \(event)") }
            var object = JSONObject()
            for (member, value) in repeat (each known, each values) { member.write(value, &object) }
            return object
        }
        read = { object throws(JSONMismatch) in make(repeat try (each known).read(object)) }
    }

    /// Describes a type of which there is only one event, which has no parameters.
    init(_ name: String, _ role: Role, _ summary: String, of event: Event) {
        self.init(name, role, summary, make: { event }, values: { $0 == event ? () : nil })
    }

    /// The parameters that every event has.
    package static let commonFields: [Schema.Field] = [
        .required("sequence", .integer(minimum: 1), "Counts this connection's events; gaps come only with `server.overflow`."),
        .required("time", .number(), "When it happened, in seconds of CLOCK_MONOTONIC."),
    ]

    /// All types, in the order of the documentation.
    public static let all: [EventType] =
        player + announcement + alarm + recording + job + library + playlist + rooms + session + server

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Returns the type with that name, or `nil` for one that this program does not know.
    static func named(_ name: String) -> EventType? { byName[name] }
}

extension EventType: Hashable {
    /// Whether both have the same name.
    public static func == (left: EventType, right: EventType) -> Bool { left.name == right.name }

    /// Feeds the name to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
