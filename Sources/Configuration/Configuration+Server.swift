extension Configuration {
    /// `[server]`: how much one client, and all of them, may ask of the daemon.
    package struct Server: Equatable, Sendable {
        /// The longest message, in bytes, line end not counted.
        package var messageBytes = 1 << 20
        /// How deep arrays and objects may nest in a message.
        package var depth = 32
        /// How many connections are served at once.
        package var clients = 1024
        /// How much unsent output may wait for one client, in bytes.
        package var outputBytes = 4 << 20
        /// How long a client may take nothing of what waits for it, in seconds, before it is closed.
        package var writeTimeout = 10.0

        /// Makes the defaults.
        package init() {}
    }
}
