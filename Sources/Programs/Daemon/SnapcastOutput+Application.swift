import Application
import AudioTypes
import Configuration
import Logging
import SnapcastOutput
import SystemSupport

// The output to a server of rooms. Its target knows neither the engine nor who chooses between outputs.
extension SnapcastOutput: FurtherOutput {
    package var graphRate: Int { timing().graphRate }
}

extension FeedConfiguration {
    /// Makes the configuration of a feed, or returns `nil` if it has no source to feed or the network is switched off.
    /// - Parameter path: where the address of the source is in `[snapcast]`.
    init?(_ configuration: Configuration, to path: KeyPath<Configuration.Snapcast, ServerAddress?>) {
        let snapcast = configuration.snapcast
        guard configuration.network.enabled, let source = snapcast[keyPath: path],
            let format = PCMFormat(snapcast.format)
        else {
            return nil
        }
        self.init(source: source, format: format)
        name = snapcast.name
        bufferSeconds = snapcast.serverBufferSeconds
    }
}

extension AnnouncementFeed {
    /// Makes the way of announcements to the rooms, or returns `nil` if the configuration has none.
    /// - Parameter library: makes the filters, for the music as well.
    init?(_ configuration: Configuration, library: FeedLibrary, logger: Logger) {
        guard let feed = FeedConfiguration(configuration, to: \.announcementAddress) else { return nil }
        self.init(output: SnapcastOutput(feed, library: library, logger: logger), port: feed.source.port)
    }
}
