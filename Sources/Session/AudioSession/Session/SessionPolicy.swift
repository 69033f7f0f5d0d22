/// The configuration of the session's behaviour. Times are in nanoseconds.
package struct SessionPolicy: Hashable, Sendable {
    /// The roles (`media.role` in lower case) of streams that interrupt, each with the reason of its interruption.
    package var interruptingRoles: [String: InterruptionReason] = [
        "communication": .communication, "phone": .communication, "alarm": .alarm, "emergency": .emergency,
    ]
    /// Whether the loss of a private output silences and pauses playback.
    package var pausesWhenNoisy = true
    /// The time within which a lost private output that comes back resumes playback; 0 for never.
    package var resumeOnReconnect: Int64 = 0
    /// Whether playback resumes by itself after sleep.
    package var resumesAfterSleep = false
    /// Whether playback resumes by itself when a lost sound server is back.
    package var resumesAfterReset = true
    /// Whether Fermata pauses, ducks and resumes other programs at all, and other players can interrupt it.
    package var interruptsOthers = true
    /// Whether a card is switched to a profile with more channels for media that has them.
    package var switchesProfiles = false

    /// What calls and lost headphones of this machine do while the sound goes to rooms, one of which this machine plays itself; `nil` if
    /// it plays none. Then interruptions pause all rooms, and headphones make no difference.
    package var localRoom: LocalRoomRule?

    /// Whether clients may record.
    package var recording = Recording.allow

    /// Whether clients may record: yes, no, or only once a person has said so.
    package enum Recording: String, Hashable, Sendable {
        case allow, deny, ask
    }

    /// The time that the graph must stand still before a change of the route counts.
    package var settleTime: Int64 = 300_000_000
    /// The same if Bluetooth is involved. A Bluetooth device changes its profile by taking its sink away and bringing another.
    package var bluetoothSettleTime: Int64 = 2_500_000_000

    /// Makes the default policy.
    package init() {}
}
