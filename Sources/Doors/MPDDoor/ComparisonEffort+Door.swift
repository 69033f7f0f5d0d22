import Database
import MPDProtocol
import MusicLibrary
import SystemSupport
import TextPatterns

extension ComparisonEffort {
    /// For a question to the library, of which others wait for the end: some seconds at the worst. A pattern that goes through a text from
    /// each of its letters on takes the square of its length: the 1,024 bytes of the longest tag are within the bound.
    ///
    /// The bytes are those of some dozens of comparisons with each text of the library, and at least those that are looked at within a
    /// blink. Clients ask for three or four.
    static func forLibrary(_ store: LibraryStore) throws(DatabaseError) -> ComparisonEffort {
        let songs = min(try store.mostSongs(), 1 << 24)
        return ComparisonEffort(steps: 1_100_000, seconds: 5, bytes: (64 << 20) + (songs << 13))
    }

    /// For some songs of the queue, which are looked up at once.
    static func forListedSongs() -> ComparisonEffort { ComparisonEffort(steps: 1_100_000, seconds: 0.5, bytes: 64 << 20) }

    private convenience init(steps: UInt32, seconds: Double, bytes: Int) {
        self.init(Limits(steps: steps, nanoseconds: Int64(seconds * 1e9), bytes: bytes)) { MonotonicClock.nanoseconds }
    }
}

extension MPDFailure {
    /// A condition with which songs cannot be compared in a bounded time.
    static let comparisonTooHard = MPDFailure(
        .argument, "It takes too long to compare songs with this: use a simpler expression, or fewer conditions")
}
