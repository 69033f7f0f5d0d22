package import AudioSession
package import AudioTypes
package import Broadcasting
package import Playback
package import PlayerModel
package import Radio

/// The application's part of the configuration.
package struct ApplicationSettings: Hashable, Sendable {
    /// What happens to the queue of the last run at the start.
    package enum Restore: String, Hashable, Sendable {
        case off, paused, playing
    }

    package var playback = PlaybackConfiguration()
    package var output = OutputConfiguration()
    /// What of the equalisers of outputs cannot be used, each a sentence for a person.
    package var filterProblems: [String] = []
    package var session = SessionPolicy()
    /// By how many decibels other programs are lowered, and Fermata too if an interruption allows it; 0 or below.
    package var duckDecibels = -14.0
    package var announcements = AnnouncementSettings()
    /// By how many decibels the music is lower under an announcement; 0 or below.
    package var announcementDuckDecibels = -14.0
    /// Players on the session bus that Fermata leaves alone.
    package var ignoredPlayers = [
        "kdeconnect", "GSConnect", "mpd", "cantata", "de.wagnermartin.Plattenalbum", "io.github.htkhiem.Euphonica",
    ]
    /// Whether the machine stays awake while something plays and nobody uses it.
    package var inhibitsIdle = true
    /// Whether addresses that clients of the network name may lead to this machine and into private networks.
    package var letsFarClientsReachPrivate = false
    /// The file that an alarm plays if what it names is not heard; `nil` for none.
    package var alarmFallback: String?
    /// The directory of radio stations.
    package var radio = RadioSettings()
    package var recordings = RecordingSettings()
    package var library = LibrarySettings()
    package var rooms = RoomSettings()
    /// What listeners get.
    package var broadcast = PCMFormat("44100:16:2")
    /// Whether clients of the network may listen.
    package var letsFarClientsListen = false
    /// Where what plays is sent as a station; `nil` for nowhere.
    package var icecast: IcecastSource.Settings?
    /// Which services in the web are told what is heard.
    package var listens = ListenSettings()
    package var restore = Restore.paused
    /// The modes of a queue that was never saved.
    package var modes = QueueModes()

    /// Makes the default settings.
    package init() {}
}
