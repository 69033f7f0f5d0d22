import Media
import MediaTypes
import Synchronization

/// Opens what a list in a file names: files directly, and addresses on the network.
final class FileListSegments: SegmentOpening {
    let hasGoneFar = Atomic<Bool>(false)
    private let local: any SegmentOpening
    private let reach: NetworkReach
    private let deadline: Int64?
    private let configuration: NetworkConfiguration
    private let fetchers: Fetchers

    init(_ local: any SegmentOpening, _ reach: NetworkReach, until deadline: Int64?, _ configuration: NetworkConfiguration) {
        self.local = local
        self.reach = reach
        self.deadline = deadline
        self.configuration = configuration
        fetchers = Fetchers(configuration)
    }

    var address: String { local.address }

    func resolve(_ reference: String) throws(MediaError) -> String { try local.resolve(reference) }

    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource {
        guard MediaAddress.isWeb(address) else { return try local.open(address, cancellation: cancellation) }
        hasGoneFar.store(true, ordering: .relaxed)
        return try NetworkSource(
            try WebAddress(address), reach: reach, keepsTrying: true, until: deadline, configuration, by: fetchers,
            cancellation: cancellation)
    }
}
