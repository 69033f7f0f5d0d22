package import Application
package import ControlServer

/// The settings that each part of the daemon gets from the configuration.
package struct DaemonSettings: Hashable, Sendable {
    /// The settings of `[network]` in the configuration file.
    package struct NetworkSettings: Hashable, Sendable {
        package var timeoutSeconds = 30.0
        package var allowsPrivateAddresses = false
        /// Empty for the default.
        package var userAgent = ""
        package var certificateFile = ""
        package var proxy = ""
    }

    package var limits = ControlLimits()
    package var application = ApplicationSettings()
    package var network = NetworkSettings()

    /// Makes the default settings.
    package init() {}
}
