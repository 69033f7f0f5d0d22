extension Configuration {
    /// `[server]`: the limits for the clients of the control socket.
    package struct Server: Equatable, Sendable {
        /// The longest message from a client, in bytes without the line end.
        package var messageBytes = 1 << 20
        /// How deeply arrays and objects may nest in a message.
        package var depth = 32
        /// How many clients may be connected at once.
        package var clients = 1024
        /// How many bytes of output may wait for a client that does not read.
        package var outputBytes = 4 << 20
        /// After how many seconds without progress the daemon closes the connection of such a client.
        package var writeTimeout = 10.0
        /// After how many seconds without use a daemon ends that a socket unit starts again; 0 for never.
        package var idleExit = 0.0

        /// Makes the defaults.
        package init() {}
    }
}
