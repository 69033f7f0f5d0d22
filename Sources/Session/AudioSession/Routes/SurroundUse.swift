/// A profile with more channels, to which a card is switched for media that has them.
struct SurroundUse: Hashable {
    /// The card that was switched.
    struct Borrowing: Hashable {
        let loan: ProfileLoan
        /// The server's number for the device; `nil` for a loan of an earlier run, or of an earlier connection to the server.
        let serial: UInt64?
        /// How many channels were wanted.
        let channelCount: Int
        /// The sink that it had before.
        let before: String
        /// When the switch was asked for.
        let since: Int64
        /// The sink that it has since, to which the sound is sent; `nil` until that is there.
        var sink: String?
        /// Whether the borrowed profile has been active.
        var isSeen = false
    }

    /// How many channels the media has that is about to be heard, or was heard last.
    var mediaChannels = 0
    /// Whether that media waits for a card: no card is switched under sound that is heard.
    var isHeld = false
    var borrowing: Borrowing?
    /// Whether the daemon ends, and borrows nothing any more.
    var isEnding = false
    /// Since when nothing wants the borrowed profile any more.
    var unwantedSince: Int64?
    /// The device that somebody else has switched, whose sound a person has sent elsewhere, or that did not do as asked: it is left alone as
    /// long as the session is active.
    var refused: UInt64?
}
