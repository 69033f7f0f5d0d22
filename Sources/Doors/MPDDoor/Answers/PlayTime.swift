/// For how long something has played. A value.
struct PlayTime: Hashable, Sendable {
    private var gathered = 0.0
    private var since: Double?

    /// Takes in whether something plays from `now` on, in seconds of CLOCK_MONOTONIC.
    mutating func change(isPlaying: Bool, at now: Double) {
        gathered = seconds(at: now)
        since = isPlaying ? now : nil
    }

    /// Returns the time until `now`, in seconds.
    func seconds(at now: Double) -> Double { gathered + (since.map { max(0, now - $0) } ?? 0) }
}
