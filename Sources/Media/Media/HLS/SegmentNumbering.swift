/// Gives the segments of a live list numbers that go on where the server's own do not: after it was started anew, or where it numbers
/// every list from the same number on. A value.
///
/// A player asks for the segment behind the last by its number. A server that counts from 0 again would keep it waiting for hours.
struct SegmentNumbering: Hashable {
    /// With how many segments before its end a list is entered, as for a stream that begins.
    private static let liveSegments = 3

    /// What is added to the numbers of the server.
    private(set) var shift: Int64 = 0
    /// The segments of the list that reaches furthest, and the number of the first of them.
    private var known: [String] = []
    private var first: Int64 = 0

    /// Takes in a list as it is now, by the number that it gives its first segment, and by what tells its segments apart.
    /// - Returns: the number that its first segment is to have.
    mutating func take(_ sequence: Int64, _ segments: [String]) -> Int64 {
        var start = sequence + shift
        defer {
            shift = start - sequence
            if start + Int64(segments.count) >= first + Int64(known.count) { (first, known) = (start, segments) }
        }
        guard !known.isEmpty, !segments.isEmpty else { return start }
        let end = first + Int64(known.count)
        if isSame(segments, from: start, as: known) { return start }
        // Some servers call each new segment by the same name; the numbers tell them apart as long as they go on.
        if segments == known, (end...end + 3 * Int64(segments.count)).contains(start) { return start }
        if let place = place(of: segments) {
            start = place
        } else if isStale(segments, from: start) {
            return start
        } else if start < first || start > end + 3 * Int64(segments.count) {
            // Nothing of it is known: it is entered where live sound is.
            start = end - Int64(max(0, segments.count - Self.liveSegments))
        }
        start = max(0, start)
        return start
    }

    /// Whether a segment of the list is known by its number.
    private func isSame(_ segments: [String], from start: Int64, as known: [String]) -> Bool {
        let common = max(start, first)..<max(max(start, first), min(start + Int64(segments.count), first + Int64(known.count)))
        return common.contains { segments[Int($0 - start)] == known[Int($0 - first)] }
    }

    /// The number of the list's first segment by the newest segment that is known and in it; `nil` if none is, or if segments are alike.
    private func place(of segments: [String]) -> Int64? {
        guard Set(segments).count == segments.count, Set(known).count == known.count else { return nil }
        let places = Dictionary(uniqueKeysWithValues: segments.enumerated().map { ($1, $0) })
        for index in known.indices.reversed() {
            if let place = places[known[index]] { return first + Int64(index - place) }
        }
        return nil
    }

    /// Whether it is an older list of a server beside, whose addresses differ in what follows the question mark.
    private func isStale(_ segments: [String], from start: Int64) -> Bool {
        let (paths, others) = (segments.map(Self.path), known.map(Self.path))
        guard Set(paths).count == paths.count, Set(others).count == others.count else { return false }
        return isSame(paths, from: start, as: others)
    }

    private static func path(_ segment: String) -> String { String(segment.prefix { $0 != "?" }) }
}

/// Watches whether a live list still changes. A value; times are nanoseconds of the monotonic clock.
struct ListWatch: Hashable {
    private var newest: [String] = []
    private var number: Int64 = 0
    /// When the list was first read as it is still; `nil` while it changes.
    private var unchangedSince: Int64?
    private var lastRead: Int64 = 0

    /// Takes in the list as it is at `now`, by the number that the server gives its first segment, and what tells its segments apart.
    /// - Returns: whether it has been the same for longer than `patience`, though somebody asked all the time.
    mutating func isDead(_ sequence: Int64, _ segments: [String], patience: Int64, now: Int64) -> Bool {
        // Nobody asks while playback is paused.
        let wasPaused = now - lastRead > patience
        lastRead = now
        guard segments == newest, sequence == number, !wasPaused else {
            (newest, number) = (segments, sequence)
            unchangedSince = now
            return false
        }
        let since = unchangedSince ?? now
        unchangedSince = since
        return now - since > patience
    }
}
