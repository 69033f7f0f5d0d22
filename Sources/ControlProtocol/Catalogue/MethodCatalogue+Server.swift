extension MethodCatalogue {
    /// The result of what has nothing to tell.
    private static let nothing = Schema.object([])

    static let server: [Method] = [
        Method(
            "events.subscribe",
            "Sends events to this connection from here on, all or those named; a second call changes which.",
            .optional("types", .texts(minimumCount: 0), "Names of events, or beginnings that end with a dot: `session.`."),
            result: .object([
                .required("sequence", .integer(minimum: 0), "The sequence of the last event before this; the next has one more."),
                .required("status", .reference("Status"), "The status that the next event changes."),
            ])
        ) { types throws(ControlError) in .eventsSubscribe(try EventFilter(names: types)) },
        Method("events.unsubscribe", "Sends no more events to this connection.", result: nothing) { .eventsUnsubscribe },
        Method("server.info", "Describes the daemon.", result: .reference("ServerInfo")) { .serverInfo },
        Method("server.statistics", "Reads the daemon's counters.", result: .reference("ServerStatistics")) {
            .serverStatistics
        },
        Method(
            "server.reload", "Reads the configuration again; one with an error changes nothing.", result: nothing
        ) { .serverReload },
        Method("rpc.discover", "Describes every method, as OpenRPC.", result: .map(.any)) { .discover },
    ]
}
