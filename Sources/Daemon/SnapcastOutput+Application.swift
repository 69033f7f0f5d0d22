import Application
import AudioTypes
import Configuration
import SnapcastOutput
import SystemSupport

// The output to a server of rooms. Its target knows neither the engine nor who chooses between outputs.
extension SnapcastOutput: FurtherOutput {}

extension FeedConfiguration {
    /// Makes the configuration of the feed, or returns `nil` if there is no server to feed or the network is switched off.
    init?(_ configuration: Configuration) {
        let snapcast = configuration.snapcast
        guard configuration.network.enabled, let source = HostPort(snapcast.source), let format = PCMFormat(snapcast.format)
        else {
            return nil
        }
        self.init(source: source, format: format)
        name = snapcast.name
        bufferSeconds = snapcast.serverBufferSeconds
    }
}
