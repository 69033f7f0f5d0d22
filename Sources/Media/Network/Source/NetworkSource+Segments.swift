package import Media
import MediaTypes

extension NetworkSource {
    /// Opens what the content names if it is a list of segments, within what the address of the list may lead to.
    package var segments: (any SegmentOpening)? { NetworkSegments(content, until: deadline, configuration, fetchers) }

    package var tags: [String: String] { content.tags }
}

/// Opens what a list from the network names: over the network only, and with no more reach than the list itself.
private final class NetworkSegments: SegmentOpening {
    private let content: RemoteContent
    private let deadline: Int64?
    private let configuration: NetworkConfiguration
    private let fetchers: Fetchers

    init(_ content: RemoteContent, until deadline: Int64?, _ configuration: NetworkConfiguration, _ fetchers: Fetchers) {
        self.content = content
        self.deadline = deadline
        self.configuration = configuration
        self.fetchers = fetchers
    }

    var patienceSeconds: Double { configuration.timeoutSeconds }

    var address: String { content.address.text }

    func resolve(_ reference: String) throws(MediaError) -> String { try content.address.resolving(reference).text }

    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource {
        // A list that is read again may be away for a while; a segment that is not there is passed over.
        let isList = address == self.address
        // FFmpeg makes relative addresses absolute with the address that it was given, which has no password.
        return try NetworkSource(
            content.address.lendingCredentials(to: try WebAddress(address)), reach: content.reach, keepsTrying: true,
            awaitsMissing: isList, until: deadline, configuration, by: fetchers, cancellation: cancellation)
    }
}
