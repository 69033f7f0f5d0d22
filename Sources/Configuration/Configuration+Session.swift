extension Configuration {
    /// `[session]`: what the audio session does by itself.
    package struct Session: Equatable, Sendable {
        /// The `media.role`s of streams that interrupt playback while they run.
        package var interruptingRoles = ["Communication", "Phone", "Alarm", "Emergency"]
        /// Whether playback pauses when a private output is lost.
        package var becomingNoisy = true
        /// For how many seconds the return of a lost private output lets playback go on; 0 for never.
        package var resumeOnReconnect = 0.0
        /// Whether playback goes on after the machine has slept.
        package var resumeAfterSleep = false
        /// Whether playback goes on once a sound server that went away is back.
        package var resumeAfterReset = true
        /// Whether other players are paused, and other streams ducked, on our behalf.
        package var interruptOthers = true
        /// Names of players on the session bus that are left alone, without what all of them begin with.
        package var ignoredPlayers = ["kdeconnect", "GSConnect"]
        /// What the names of outputs look like that only the listener hears though their device does not say so.
        package var privateOutputs = ["*headphone*", "*headset*", "*earphone*", "*earbud*", "*3.5mm*"]
        /// By how many decibels others are lowered, and we where an interruption allows that.
        package var duckDecibels = -14.0

        /// Makes the defaults.
        package init() {}
    }
}
