import Media
import MediaTypes
import Synchronization

/// Opens what a list in a file names: files directly, and addresses on the network.
final class FileListSegments: SegmentOpening {
    let hasGoneFar = Atomic<Bool>(false)
    private let local: any SegmentOpening
    private let configuration: NetworkConfiguration
    private let fetchers: Fetchers

    init(_ local: any SegmentOpening, _ configuration: NetworkConfiguration) {
        self.local = local
        self.configuration = configuration
        fetchers = Fetchers(configuration)
    }

    var address: String { local.address }

    func resolve(_ reference: String) throws(MediaError) -> String { try local.resolve(reference) }

    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource {
        guard MediaAddress.isWeb(address) else { return try local.open(address, cancellation: cancellation) }
        hasGoneFar.store(true, ordering: .relaxed)
        return try NetworkSource(
            try WebAddress(address), reach: .everywhere, keepsTrying: true, configuration, by: fetchers,
            cancellation: cancellation)
    }
}
