package import AudioTypes
package import Logging

/// The settings of `config.toml`. A new value holds the defaults, which are the same as in the shipped file.
///
/// A plain value: any thread may make, copy and compare it.
package struct Configuration: Equatable, Sendable {
    /// The limits of the control socket.
    package var server = Server()
    /// The player.
    package var playback = Playback()
    /// What clients can change while the daemon runs: keys of `[playback]` and `[output]`.
    package var options = PlaybackOptions()
    /// The stream to the sound server.
    package var output = Output()
    /// Network streams.
    package var network = Network()
    /// The queue.
    package var queue = Queue()
    /// The log.
    package var log = Log()
    /// The audio session.
    package var session = Session()
    /// Announcements.
    package var announcements = Announcements()
    /// Media keys and panels.
    package var mpris = MPRIS()
    /// Clients of MPD.
    package var mpd = MPD()
    /// Recordings.
    package var recording = Recording()
    /// The library of music.
    package var library = Library()
    /// The rooms of a Snapcast server.
    package var snapcast = Snapcast()

    /// Makes the defaults.
    package init() {}
}

extension Configuration {
    /// `[queue]`: the size of the queue, and its modes until a client sets others, which are then saved.
    package struct Queue: Equatable, Sendable {
        /// How many items the queue may hold.
        package var limit = 100_000
        /// The repeat mode.
        package var repeatMode = RepeatMode.off
        /// Whether items play in a random order.
        package var shuffle = false
        /// Whether an item leaves the queue once it has played.
        package var consume = false

        /// Makes the defaults.
        package init() {}
    }

    /// What is repeated: nothing, the item or the queue.
    package enum RepeatMode: String, CaseIterable, Sendable {
        /// The queue stops after the last item.
        case off
        /// The current item repeats.
        case one
        /// The queue repeats.
        case all
    }

    /// `[announcements]`: short sounds over the music.
    package struct Announcements: Equatable, Sendable {
        /// The decibels by which the music is lower under an announcement.
        package var duckDecibels = -14.0
        /// The longest time to open an announcement, and the longest time that one is heard, in seconds.
        package var limitSeconds = 60.0

        /// Makes the defaults.
        package init() {}
    }

    /// `[recording]`: the files of recordings.
    package struct Recording: Equatable, Sendable {
        /// The directory below which recordings are written; empty for `Recordings` in the user's music directory.
        package var directory = ""
        /// The pattern of their names.
        package var name = "%Y-%m-%d %H.%M.%S"
        /// How many seconds of the input are kept ready for recordings that begin later; 0 for none.
        package var preRoll = 0.0

        /// Makes the defaults.
        package init() {}
    }

    /// `[mpris]`: media keys and panels.
    package struct MPRIS: Equatable, Sendable {
        /// Whether they find the player on the session bus.
        package var enabled = true

        /// Makes the defaults.
        package init() {}
    }

    /// `[log]`: what is logged.
    package struct Log: Equatable, Sendable {
        /// The lowest level that is logged.
        package var level = Logger.Level.info

        /// Makes the defaults.
        package init() {}
    }
}
