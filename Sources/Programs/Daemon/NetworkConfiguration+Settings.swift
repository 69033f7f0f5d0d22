import Application
import Network
import PlayerModel

extension NetworkConfiguration {
    /// Makes the configuration from the settings, for a daemon of that version.
    init(_ settings: DaemonSettings, version: String) {
        let network = settings.network
        self.init(
            timeoutSeconds: network.timeoutSeconds, allowsPrivateAddresses: network.allowsPrivateAddresses,
            userAgent: network.userAgent.isEmpty ? "fermata/\(version)" : network.userAgent,
            certificateFile: network.certificateFile.isEmpty ? nil : network.certificateFile)
        isEnabled = network.isEnabled
        proxies = .environment(network.proxy)
        // Playback sleeps until half of the ring is used up, and the ring may be twice as long as configured.
        attentionSeconds += settings.application.playback.bufferSeconds
    }
}
