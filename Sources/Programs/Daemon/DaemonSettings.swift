package import Application
package import ControlServer
package import MPDDoor
package import NetworkDoor

/// The settings that each part of the daemon gets from the configuration.
package struct DaemonSettings: Hashable, Sendable {
    /// The settings of `[network]` in the configuration file.
    package struct NetworkSettings: Hashable, Sendable {
        package var isEnabled = true
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
    /// After how many seconds without use the daemon ends; 0 for never.
    package var idleExitSeconds = 0.0
    /// Whether the player is an object on the session bus.
    package var mpris = true
    package var mpd = MPDSettings()
    package var remote = NetworkDoorSettings()

    /// Makes the default settings.
    package init() {}
}
