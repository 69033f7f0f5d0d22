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
    /// The alarm clock.
    package var alarm = Alarm()
    /// The directory of radio stations.
    package var radio = Radio()
    /// Media keys and panels.
    package var mpris = MPRIS()
    /// Clients of MPD.
    package var mpd = MPD()
    /// Browsers and programs of the network.
    package var remote = Remote()
    /// Recordings.
    package var recording = Recording()
    /// The library of music.
    package var library = Library()
    /// The rooms of a Snapcast server.
    package var snapcast = Snapcast()
    /// A server that gives what plays to its listeners.
    package var icecast = Icecast()
    package var listenBrainz = ListenBrainz()
    package var lastFM = LastFM()
    /// What outputs have of their own, by their uids or patterns for them.
    package var outputs: [String: OutputEntry] = [:]

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
        package var shuffle = Shuffle.off
        /// Whether an item leaves the queue once it has played.
        package var consume = false

        /// Makes the defaults.
        package init() {}
    }

    /// What plays in a random order.
    package enum Shuffle: String, Sendable {
        /// Nothing: `false` in the file.
        case off
        /// Each item by itself: `true` in the file.
        case songs
        /// Whole albums.
        case albums
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

    /// `[alarm]`: the alarm clock.
    package struct Alarm: Equatable, Sendable {
        /// The file that an alarm plays if what it names is not heard; empty for a tone.
        package var fallback = ""

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

extension Configuration {
    /// `[output]`: the stream to the sound server.
    package struct Output: Equatable, Sendable {
        /// The `node.name` of the sink to play on; empty for the default sink.
        package var target = ""
        /// The preferred length of the sound server's buffer, in seconds; 0 means no preference.
        package var bufferDuration = 0.0
        /// The stream's `media.role`.
        package var mediaRole = "Music"

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration {
    /// `[network]`: streams and files behind `http:` and `https:` addresses.
    package struct Network: Equatable, Sendable {
        /// Whether the daemon may use the network at all.
        package var enabled = true
        /// After how many seconds without a byte a stream fails.
        package var timeoutSeconds = 30.0
        /// Whether redirects and playlists of public hosts may lead to addresses of this machine and of private networks.
        package var allowPrivateAddresses = false
        /// The User-Agent that is sent to servers; empty for the name and version of the daemon.
        package var userAgent = ""
        /// A file of certificates (PEM) to trust instead of the system's; empty for the system's.
        package var certificateFile = ""
        /// The address of the proxy to use, "none" for no proxy, or empty for the proxies in the environment.
        package var proxy = ""

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration {
    /// `[server]`: the limits for the clients of the control socket.
    package struct Server: Equatable, Sendable {
        /// The longest message from a client, in bytes without the line end.
        package var messageBytes = 1 << 20
        /// How deeply arrays and objects may nest in a message.
        package var depth = 32
        /// How many clients may be connected at once.
        package var clients = 1024
        /// How many bytes of output may wait for a client that does not read.
        package var outputBytes = 4 << 20
        /// After how many seconds without progress the daemon closes the connection of such a client.
        package var writeTimeout = 10.0
        /// After how many seconds without use a daemon ends that a socket unit starts again; 0 for never.
        package var idleExit = 0.0

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration {
    /// `[library]`: the library of music.
    package struct Library: Equatable, Sendable {
        /// The directories of music; empty for the user's music directory.
        package var directories: [String] = []
        /// Whether the library is brought up to date when the daemon starts.
        package var scanAtStart = true
        /// Whether changes of the directories are noticed as they happen.
        package var watch = false
        /// How often directories are looked at that cannot be watched, in seconds; 0 for never.
        package var pollInterval = 300.0
        /// Whether symbolic links are followed out of the directories.
        package var followOutsideLinks = true
        /// Whether the loudness of songs is measured after each scan that was not.
        package var measureLoudness = false
        /// The directory of stored playlists; empty for one in the daemon's directory for its state.
        package var playlists = ""

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.Library {
    /// Whether `text` can be a directory of music.
    static func isDirectory(_ text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix("~/")
    }
}

extension Configuration {
    /// `[playback]`: the player.
    package struct Playback: Equatable, Sendable {
        /// How many seconds of sound to decode ahead.
        package var bufferSeconds = 4.0
        /// How many bytes to read ahead of files whose disks may hang or sleep; 0: none.
        package var readAheadBytes = 64 << 20
        /// The length of the ramp on pause, resume, stop, seek and mute, in seconds.
        package var fadeSeconds = 0.010
        /// Whether a track whose rate or channels differ from the track before gets a new stream, and plays unconverted after
        /// a gap.
        package var followFormat = false
        /// The decibels added to the gain of tracks that have one.
        package var replayGainPreampDecibels = 0.0
        /// The gain in decibels of tracks that have none of their own.
        package var replayGainUntaggedDecibels = 0.0
        /// Whether to lower a gain that would take the track's peak, according to its tags, past full scale.
        package var replayGainPreventClipping = true
        /// Media of at least this many minutes goes on where it was left; 0: none does because of its length.
        package var resumeMinutes = 0.0
        /// Whether podcasts and audiobooks go on where they were left, however long they are.
        package var resumeSpoken = true
        /// The languages of audio tracks, first the most wanted, by which one of several is chosen where nobody chooses.
        package var languages: [String] = []
        /// What the daemon does with the saved queue at its start.
        package var restore = Restore.paused

        /// Makes the defaults.
        package init() {}
    }

    /// What the daemon does with the saved queue at its start.
    package enum Restore: String, CaseIterable, Sendable {
        /// The daemon restores the queue, paused at its position.
        case paused
        /// The daemon restores the queue, and resumes it if it was playing.
        case playing
        /// The daemon starts with an empty queue.
        case off
    }
}
