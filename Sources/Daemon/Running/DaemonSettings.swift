package import AudioSession
package import ControlServer
package import PipeWireOutput
package import Playback

/// What the configuration comes to for each part of the daemon.
package struct DaemonSettings: Hashable, Sendable {
    /// What happens to the queue of the last run at the start.
    package enum Restore: String, Hashable, Sendable {
        case off, paused, playing
    }

    package var limits = ControlLimits()
    package var playback = PlaybackConfiguration()
    package var output = OutputConfiguration()
    package var session = SessionPolicy()
    /// By how much others are lowered, and we where an interruption allows it; in decibels, 0 or below.
    package var duckDecibels = -14.0
    package var restore = Restore.paused
    /// The modes of a queue that was never saved.
    package var modes = QueueModes()

    /// The defaults.
    package init() {}
}
