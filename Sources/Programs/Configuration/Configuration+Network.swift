extension Configuration {
    /// `[network]`: streams and files behind `http:` and `https:` addresses.
    package struct Network: Equatable, Sendable {
        /// Whether the daemon may use the network at all.
        package var enabled = true
        /// After how many seconds without a byte a stream fails.
        package var timeoutSeconds = 30.0
        /// Whether redirects and playlists of public hosts may lead to addresses of this machine and of private networks.
        package var allowPrivateAddresses = false
        /// The User-Agent that is sent to servers; empty for the name and version of the daemon.
        package var userAgent = ""
        /// A file of certificates (PEM) to trust instead of the system's; empty for the system's.
        package var certificateFile = ""
        /// The address of the proxy to use, "none" for no proxy, or empty for the proxies in the environment.
        package var proxy = ""

        /// Makes the defaults.
        package init() {}
    }
}
