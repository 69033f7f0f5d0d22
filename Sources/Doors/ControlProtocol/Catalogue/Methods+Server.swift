public import JSON

extension Methods {
    /// The methods whose names begin with `events.`. The control server answers them.
    public enum Events {
        /// Subscribes to the events with these names or prefixes; `nil`: to all. Answers with the sequence of the last event before this,
        /// and with the status now.
        public static let subscribe = Method(
            "events.subscribe", .view,
            "Sends this connection all events from here on, or those named; a second call changes which.",
            .optional("types", .texts(minimumCount: 0), "Event names, or prefixes that end with a dot, such as `session.`."),
            answer: .object(
                WireMember<Int64>.required(
                    "sequence", .integer(minimum: 0), "The sequence of the last event before this; the next has one more."),
                WireMember<Wire.Status>.required("status", .reference, "The status now, before the next event.")))

        /// Stops sending events to this connection.
        public static let unsubscribe = Method(
            "events.unsubscribe", .view, "Stops sending events to this connection.", answer: .nothing)
    }

    /// The methods whose names begin with `server.`.
    public enum Server {
        /// Describes the daemon.
        public static let info = Method("server.info", .view, "Describes the daemon.", answer: .value(Wire.ServerInfo.self))

        /// Reads the daemon's counters.
        public static let statistics = Method(
            "server.statistics", .admin, "Reads the daemon's counters.", answer: .value(Wire.ServerStatistics.self))

        /// Looks at what the daemon needs around it. Answers with a finding about each part.
        public static let check = Method(
            "server.check", .admin, "Looks at what the daemon needs around it, and says of each part how it is and what helps.",
            answer: .list(of: Wire.Finding.self), waitsForMedia: true)

        /// Reads the configuration again; if it has an error, nothing changes.
        public static let reload = Method(
            "server.reload", .admin, "Reads the configuration again; if it has an error, nothing changes.", answer: .nothing)
    }

    /// The methods whose names begin with `rpc.`. The control server answers them.
    public enum RPC {
        /// Describes every method, as OpenRPC.
        public static let discover = Method(
            "rpc.discover", .view, "Describes every method, as OpenRPC.", answer: MethodAnswer<JSONValue>.anyObject)
    }

    static let server: [any AnyMethod] = [
        Events.subscribe, Events.unsubscribe, Server.info, Server.statistics, Server.check, Server.reload, RPC.discover,
    ]
}
