/// The user's settings for the network.
package struct NetworkConfiguration: Sendable {
    /// Whether anything may be fetched.
    package var isEnabled = true
    /// How long a stream may send nothing before it counts as dead, in seconds.
    package var timeoutSeconds: Double
    /// Whether redirects and playlists of public hosts may lead to loopback and private addresses.
    package var allowsPrivateAddresses: Bool
    /// The `User-Agent` that the daemon sends.
    package var userAgent: String
    /// A file of certificates to trust instead of the system's; `nil` for the system's.
    package var certificateFile: String?
    /// The choice of the proxy for each address.
    package var proxies = ProxyChoice()
    /// How long a station is still fetched while its reader asks for nothing, in seconds. Longer than a playing reader
    /// sleeps between two reads.
    package var attentionSeconds = 10.0
    /// How long idle connections are kept for later requests, in seconds. Longer than the segments of a live stream last.
    package var restSeconds = 30.0
    /// How long memory that was read ahead is held of which nobody reads, in seconds.
    package var memorySeconds = 600.0
    /// Tells private addresses from public ones. Tests replace it, so that some loopback addresses count as public.
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
