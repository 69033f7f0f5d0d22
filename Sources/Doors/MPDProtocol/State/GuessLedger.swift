/// The wrong passwords that have come from each place, and how long the next one from there has to wait. A value; times are in
/// nanoseconds of one clock.
///
/// The waiting counts for a place and not for a connection, because connections cost an attacker nothing. The first password
/// does not wait, nor does any where nobody has been wrong.
package struct GuessLedger<Place: Hashable & Sendable>: Sendable {
    private struct Entry {
        /// How many were wrong, less one for each minute since.
        var failures = 0
        /// When the last wrong one came.
        var failedAt: Int64 = 0
        /// When the last one was, or will be, looked at.
        var slot: Int64 = 0
    }

    /// The wait behind one wrong password; it doubles with each further one, up to the longest.
    static var firstWait: Int64 { 500_000_000 }
    static var longestWait: Int64 { 8_000_000_000 }
    /// Passwords that would have to wait longer are not looked at.
    static var patience: Int64 { 20_000_000_000 }
    /// How long it takes until one wrong password is forgotten.
    static var memory: Int64 { 60_000_000_000 }
    /// How many failures count at most.
    static var mostFailures: Int { 16 }
    /// How many places are remembered.
    static var mostPlaces: Int { 1_024 }

    private var entries: [Place: Entry] = [:]

    /// Makes a ledger without entries.
    package init() {}

    /// How many places are remembered.
    var count: Int { entries.count }

    /// Returns after what time a password that comes from `place` now is to be looked at; `nil` if too many wait.
    package mutating func delay(of place: Place, at time: Int64) -> Int64? {
        guard var entry = entries[place] else { return 0 }
        forget(&entry, at: time)
        guard entry.failures > 0 else {
            entries[place] = nil
            return 0
        }
        let wait = min(Self.firstWait << min(entry.failures - 1, 16), Self.longestWait)
        let slot = max(time, entry.slot + wait)
        guard slot - time <= Self.patience else { return nil }
        entry.slot = slot
        entries[place] = entry
        return slot - time
    }

    /// Notes that a password from `place` was wrong.
    package mutating func wasWrong(by place: Place, at time: Int64) {
        if entries[place] == nil, entries.count >= Self.mostPlaces { makeRoom(at: time) }
        var entry = entries[place] ?? Entry()
        forget(&entry, at: time)
        entry.failures = min(entry.failures + 1, Self.mostFailures)
        entry.failedAt = time
        entry.slot = max(entry.slot, time)
        entries[place] = entry
    }

    private func forget(_ entry: inout Entry, at time: Int64) {
        let minutes = max(0, time - entry.failedAt) / Self.memory
        guard minutes > 0 else { return }
        entry.failures = max(0, entry.failures - Int(clamping: minutes))
        entry.failedAt += minutes * Self.memory
    }

    /// Forgets what counts no more; if everything counts, what is oldest.
    private mutating func makeRoom(at time: Int64) {
        for (place, entry) in entries {
            var entry = entry
            forget(&entry, at: time)
            entries[place] = entry.failures > 0 ? entry : nil
        }
        guard entries.count >= Self.mostPlaces else { return }
        if let oldest = entries.min(by: { $0.value.failedAt < $1.value.failedAt }) { entries[oldest.key] = nil }
    }
}
