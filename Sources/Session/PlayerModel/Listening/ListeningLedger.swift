/// Counts how much of an item was heard: the sound itself, so that pauses, waits for a network and seeks count nothing.
struct ListeningLedger: Hashable, Sendable {
    /// What was heard of an item from its first frame on.
    struct Run: Hashable, Sendable {
        /// The id of the item.
        let item: Int64
        /// When its first frame was heard, in seconds since 1970.
        let startedAt: Double
        /// How many seconds of it were heard.
        fileprivate(set) var seconds = 0.0
        /// The run of audio that was heard last, and how far, in seconds from the beginning of the item.
        fileprivate var segment: UInt64
        fileprivate var place: Double
    }

    /// The item that is being heard; `nil` if none was since the last one was finished.
    private(set) var run: Run?

    /// Notes that an item is heard up to `place`.
    /// - Parameters:
    ///   - segment: the run of audio, which begins at `start` in the item. Another one begins with each seek.
    ///   - date: now, in seconds since 1970.
    mutating func hear(_ item: Int64, segment: UInt64, from start: Double, to place: Double, date: Double) {
        var current: Run
        if let known = run, known.item == item {
            current = known
            if known.segment != segment { (current.segment, current.place) = (segment, start) }
        } else {
            current = Run(item: item, startedAt: date - max(0, place - start), segment: segment, place: start)
        }
        // The clock is a prediction that may go back a little: what was counted once is not counted again.
        if place > current.place {
            current.seconds += place - current.place
            current.place = place
        }
        run = current
    }

    /// Ends the run of an item and returns it; `nil` if nothing of the item was heard.
    mutating func finish(_ item: Int64) -> Run? {
        defer { run = nil }
        return run.flatMap { $0.item == item ? $0 : nil }
    }
}
