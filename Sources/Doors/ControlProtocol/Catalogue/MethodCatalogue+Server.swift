extension MethodCatalogue {
    /// The result of methods that have nothing to return.
    private static let nothing = Schema.object([])

    static let server: [Method] = [
        Method(
            "events.subscribe",
            "Sends this connection all events from here on, or those named; a second call changes which.",
            .optional("types", .texts(minimumCount: 0), "Event names, or prefixes that end with a dot, such as `session.`."),
            result: .object([
                .required("sequence", .integer(minimum: 0), "The sequence of the last event before this; the next has one more."),
                .required("status", .reference("Status"), "The status now, before the next event."),
            ])
        ) { types throws(ControlError) in .connection(.subscribe(try EventFilter(names: types))) },
        Method("events.unsubscribe", "Stops sending events to this connection.", result: nothing) { .connection(.unsubscribe) },
        Method("server.info", "Describes the daemon.", result: .reference("ServerInfo")) { .server(.info) },
        Method("server.statistics", "Reads the daemon's counters.", result: .reference("ServerStatistics")) {
            .server(.statistics)
        },
        Method(
            "server.reload", "Reads the configuration again; if it has an error, nothing changes.", result: nothing
        ) { .server(.reload) },
        Method("rpc.discover", "Describes every method, as OpenRPC.", result: .map(.any)) { .connection(.discover) },
    ]
}
