/// What the configuration says about the session's behaviour. Times are nanoseconds.
package struct SessionPolicy: Hashable, Sendable {
    /// The `media.role`s, in lower case, of streams that interrupt, with the kind of interruption each one is.
    package var interruptingRoles: [String: InterruptionReason] = [
        "communication": .communication, "phone": .communication, "alarm": .alarm, "emergency": .emergency,
    ]
    /// Whether the loss of a private output silences and pauses.
    package var pausesWhenNoisy = true
    /// For how long the return of a lost private output resumes what its loss had paused; 0 for never.
    package var resumeOnReconnect: Int64 = 0
    /// Whether playback goes on by itself after sleep.
    package var resumesAfterSleep = false
    /// Whether playback goes on by itself when a lost sound server is back.
    package var resumesAfterReset = true
    /// Whether other players are paused, ducked and resumed at all.
    package var interruptsOthers = true

    /// How long the graph must have stood still before a change of the route is taken for real.
    package var settleTime: Int64 = 300_000_000
    /// The same where Bluetooth is involved, which changes profiles by taking its sink away and bringing another.
    package var bluetoothSettleTime: Int64 = 2_500_000_000

    package init() {}
}
