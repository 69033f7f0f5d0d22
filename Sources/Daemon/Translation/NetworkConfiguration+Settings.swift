import Network

extension NetworkConfiguration {
    /// What the settings come to for a daemon of that version.
    init(_ settings: DaemonSettings.NetworkSettings, version: String) {
        self.init(
            timeoutSeconds: settings.timeoutSeconds, allowsPrivateAddresses: settings.allowsPrivateAddresses,
            userAgent: settings.userAgent.isEmpty ? "fermata/\(version)" : settings.userAgent,
            certificateFile: settings.certificateFile.isEmpty ? nil : settings.certificateFile)
    }
}
