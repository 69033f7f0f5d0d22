/// What the user decides about the network.
package struct NetworkConfiguration: Sendable {
    /// How long nothing may come before a stream counts as dead, in seconds.
    package var timeoutSeconds: Double
    /// Whether redirects and playlists of public hosts may lead to loopback and private addresses.
    package var allowsPrivateAddresses: Bool
    /// What the daemon calls itself.
    package var userAgent: String
    /// A file of certificates to trust in the place of the system's; `nil` for the system's.
    package var certificateFile: String?
    /// Which proxies are asked in the place of servers.
    package var proxies = ProxyChoice()
    /// How long a reader of a station may not ask for more and still count as one that goes on, in seconds. Longer than one that
    /// plays sleeps between two reads.
    package var attentionSeconds = 10.0
    /// How long connections are kept over which nothing is fetched, for what may be asked for next, in seconds. Longer than the
    /// segments of a live stream last.
    package var restSeconds = 30.0
    /// Tells private addresses from public ones; tests have loopback ones that count as public.
    var isPrivate: @Sendable (HostAddress) -> Bool = { $0.isPrivate }

    package init(
        timeoutSeconds: Double = 30, allowsPrivateAddresses: Bool = false, userAgent: String = "fermata",
        certificateFile: String? = nil
    ) {
        self.timeoutSeconds = timeoutSeconds
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.userAgent = userAgent
        self.certificateFile = certificateFile
    }
}
