extension Configuration {
    /// `[network]`: streams and files behind `http:` and `https:` addresses.
    package struct Network: Equatable, Sendable {
        /// How long nothing may come before a stream counts as dead, in seconds.
        package var timeoutSeconds = 30.0
        /// Whether redirects and playlists of public hosts may lead to loopback and private addresses.
        package var allowPrivateAddresses = false
        /// What the daemon calls itself; empty for its name and version.
        package var userAgent = ""
        /// A file of certificates to trust; empty for the system's.
        package var certificateFile = ""
        /// The address of a proxy, "none" to go without, or empty to go by the environment.
        package var proxy = ""

        /// Makes the defaults.
        package init() {}
    }
}
