/// The position as a client counts it on by itself from what it was told. Tells whether the real position has left that line,
/// so that clients must hear of it.
struct ToldPosition: Hashable {
    /// Differences up to this are no jump: the start of the sound lags behind the command by a few cycles. In seconds.
    private static let tolerance = 0.05
    /// By how much a pause may stand later than it was told: the rest of a fade and a cycle of the graph. In seconds.
    private static let settling = 1.5

    private var seconds = 0.0
    /// CLOCK_MONOTONIC, in seconds.
    private var time = 0.0
    /// How many seconds of the media pass in a second.
    private var rate = 0.0
    /// Whether a pause was told whose fade still runs.
    private var settles = false

    /// Notes that clients learn of `seconds` at `time`, with a new track, a new state or a jump.
    /// - Parameters:
    ///   - rate: how many seconds clients count the position on in a second; 0 if it stands still.
    ///   - pauses: whether a pause has just begun, which may still move by its fade.
    mutating func tell(_ seconds: Double, at time: Double, rate: Double, pauses: Bool = false) {
        (self.seconds, self.time, self.rate, settles) = (seconds, time, rate, pauses)
    }

    /// Returns whether a position that the player reports is a jump for clients.
    mutating func isJump(to seconds: Double, at time: Double) -> Bool {
        let expected = self.seconds + rate * max(0, time - self.time)
        let distance = seconds - expected
        if settles, distance > -Self.tolerance, distance < Self.settling {
            // Later changes are measured from where the pause really stands.
            tell(seconds, at: time, rate: 0)
            return false
        }
        return abs(distance) > Self.tolerance
    }
}
