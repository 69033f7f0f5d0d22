/// How often the titles of a station may begin a file. A value; its time is the length of the recording, in seconds.
///
/// A station tells whatever it likes, as often as it likes, and each file costs the disk more than its sound. Jingles and short announcements
/// between songs stay below it.
struct TitlePace {
    /// How many files may begin one after the other, however short they are.
    static let most = 12
    /// After how many seconds one more may.
    static let interval = 10.0

    private var left = Double(most)
    private var since = 0.0

    /// Returns whether a title may begin a file now, and counts it if so.
    mutating func takes(at seconds: Double) -> Bool {
        left = min(Double(Self.most), left + max(0, seconds - since) / Self.interval)
        since = seconds
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
