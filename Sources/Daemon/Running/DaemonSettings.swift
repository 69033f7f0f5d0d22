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
    package var restore = Restore.paused
    /// The modes of a queue that was never saved.
    package var modes = QueueModes()

    /// The defaults.
    package init() {}
}
