package import AudioSession
package import ControlServer
package import PipeWireOutput
package import PlayerModel

/// What the configuration comes to for each part of the daemon.
package struct DaemonSettings: Hashable, Sendable {
    /// What happens to the queue of the last run at the start.
    package enum Restore: String, Hashable, Sendable {
        case off, paused, playing
    }

    /// `[network]` of the configuration file.
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
    /// By how much others are lowered, and we where an interruption allows it; in decibels, 0 or below.
    package var duckDecibels = -14.0
    /// Players on the session bus that are left alone.
    package var ignoredPlayers = ["kdeconnect", "GSConnect"]
    package var network = NetworkSettings()
    package var restore = Restore.paused
    /// The modes of a queue that was never saved.
    package var modes = QueueModes()

    /// The defaults.
    package init() {}
}
