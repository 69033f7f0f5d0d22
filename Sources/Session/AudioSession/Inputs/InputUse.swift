/// What recordings that leave the choice of their input to the session need from the sound system: perhaps another profile of a
/// headset, perhaps a canceller of echo. Nothing of it lasts longer than the recordings.
struct InputUse: Hashable {
    /// The state of the canceller.
    struct Cancelling: Hashable {
        /// The uid of the input behind the canceller.
        let input: String
        /// What was asked for; `nil` while the sound server or the input is away.
        var given: EchoCanceller?
        /// When it was asked for.
        var since: Int64 = 0
        /// The server's numbers for the sources of earlier cancellers that were still there when this one was asked for.
        var earlier: Set<UInt64> = []
        /// Whether its source has been there since.
        var isSeen = false
    }

    /// The state of a headset whose profile was switched.
    struct Borrowing: Hashable {
        let loan: ProfileLoan
        /// The server's number for the device; `nil` for a loan of an earlier run.
        let serial: UInt64?
        /// When the switch was asked for.
        let since: Int64
        /// Whether the borrowed profile has been active.
        var isSeen = false
        /// Whether the device has had a source since.
        var hasInput = false
    }

    /// Whether there are recordings that need an input of the session's choice, or are about to begin.
    var isInUse = false
    /// When the last of them ended, as long as a headset has not been switched back.
    var releasedAt: Int64?
    /// Whether it has to be judged whether a recording needs a canceller. That waits for the headset.
    var wantsCanceller = false
    /// Whether a recording wants the canceller whatever the mode is.
    var wantsCancellerAnyway = false
    /// Why the canceller that was asked for last could not be made.
    var cancellerFailure: String?
    var cancelling: Cancelling?
    var borrowing: Borrowing?
    /// The device that somebody else has switched, or that did not do as asked: it is left alone until a recording begins anew.
    var refused: UInt64?
    /// Whether a headset was borrowed when the sound server was lost: it is borrowed again when both are back.
    var lentToLostServer = false
}
