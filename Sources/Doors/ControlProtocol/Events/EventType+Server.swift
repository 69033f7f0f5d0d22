// The events of the daemon itself, and of who may control it.
extension EventType {
    static let server: [EventType] = [remoteDevicesChanged, serverConfigurationReloaded, serverShuttingDown, serverOverflow]

    static let remoteDevicesChanged = EventType(
        "remote.devicesChanged", .state, "A device of the network was paired or revoked: read `remote.list` anew.",
        of: .remoteDevicesChanged)

    static let serverConfigurationReloaded = EventType(
        "server.configurationReloaded", .state, "The daemon has read a new configuration.", of: .serverConfigurationReloaded)

    static let serverShuttingDown = EventType(
        "server.shuttingDown", .occurrence, "The daemon is shutting down.", of: .serverShuttingDown)

    static let serverOverflow = EventType(
        "server.overflow", .occurrence, "Events were left out because this client did not read.",
        .required("dropped", .integer(minimum: 1), "How many events were left out."),
        make: Event.serverOverflow,
        values: { if case .serverOverflow(let dropped) = $0 { dropped } else { nil } })
}
