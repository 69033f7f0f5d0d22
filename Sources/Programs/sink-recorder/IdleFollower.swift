import CPipeWire

/// A node without ports that always wants cycles. The server lets a driver sleep that has no follower. It gives this node to
/// the driver with the highest priority among those that have work; if none has work, among all.
@safe final class IdleFollower {
    private let connection: ServerConnection
    private let filter: OpaquePointer

    init(_ connection: ServerConnection, name: String) throws(RecorderError) {
        let properties = unsafe fermata_properties_new()
        unsafe pw_properties_set(properties, PW_KEY_NODE_NAME, name)
        unsafe pw_properties_set(properties, PW_KEY_NODE_ALWAYS_PROCESS, "true")
        guard let made = unsafe pw_filter_new(connection.core, name, properties) else {
            throw .system("the sink's follower could not be made")
        }
        self.connection = connection
        unsafe filter = made
        if unsafe pw_filter_connect(filter, PW_FILTER_FLAG_RT_PROCESS, nil, 0) < 0 {
            throw .system("the sink's follower could not be connected")
        }
    }

    deinit { unsafe pw_filter_destroy(filter) }
}
