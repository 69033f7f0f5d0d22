package import AudioSession
package import ControlServer
package import PipeWireOutput
package import PlayerModel

/// The settings that each part of the daemon gets from the configuration.
package struct DaemonSettings: Hashable, Sendable {
    /// What happens to the queue of the last run at the start.
    package enum Restore: String, Hashable, Sendable {
        case off, paused, playing
    }

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
    package var playback = PlaybackConfiguration()
    package var output = OutputConfiguration()
    package var session = SessionPolicy()
    /// By how many decibels other programs are lowered, and Fermata too if an interruption allows it; 0 or below.
    package var duckDecibels = -14.0
    /// Players on the session bus that Fermata leaves alone.
    package var ignoredPlayers = ["kdeconnect", "GSConnect"]
    package var network = NetworkSettings()
    package var restore = Restore.paused
    /// The modes of a queue that was never saved.
    package var modes = QueueModes()

    /// Makes the default settings.
    package init() {}
}
