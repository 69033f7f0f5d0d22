extension Configuration {
    /// `[session]`: how the daemon shares the sound with other programs.
    package struct Session: Equatable, Sendable {
        /// The `media.role`s of streams that interrupt playback while they run: calls and alarms.
        package var interruptingRoles = ["Communication", "Phone", "Alarm", "Emergency"]
        /// Whether playback pauses when the private output that is playing (headphones, a headset, Bluetooth) is lost.
        package var becomingNoisy = true
        /// For how many seconds after the loss the return of a private output resumes playback; 0 means never.
        package var resumeOnReconnect = 0.0
        /// Whether playback resumes by itself after the machine has slept.
        package var resumeAfterSleep = false
        /// Whether the machine stays awake while something plays and nobody uses it.
        package var inhibitIdle = true
        /// Whether playback resumes by itself when the sound server comes back after a loss.
        package var resumeAfterReset = true
        /// Whether a session that does not mix pauses other players, and is paused when another player begins to play; and
        /// whether `duckOthers` lowers other programs' streams.
        package var interruptOthers = true
        /// Whether a card is switched to a profile with more channels for media that has them.
        package var surroundProfiles = false
        /// The names, without `org.mpris.MediaPlayer2.`, of players on the session bus that neither interrupt nor are paused.
        package var ignoredPlayers = [
            "kdeconnect", "GSConnect", "mpd", "cantata", "de.wagnermartin.Plattenalbum", "io.github.htkhiem.Euphonica",
        ]
        /// Shell patterns for the uids and names of outputs that count as headphones although their device does not say so.
        package var privateOutputs = ["*headphone*", "*headset*", "*earphone*", "*earbud*", "*3.5mm*"]
        /// The decibels by which `duckOthers` lowers other programs' streams, and by which an interruption that allows it
        /// lowers ours.
        package var duckDecibels = -14.0

        /// Whether clients may record.
        package var record = Record.allow

        /// Makes the defaults.
        package init() {}
    }

    /// Whether clients may record.
    package enum Record: String, CaseIterable, Sendable {
        case allow, deny
        /// Once a person has said so.
        case ask
    }
}
