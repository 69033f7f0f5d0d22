/// At which version of the queue each position changed last, for clients that ask for the changes since a version. A value.
///
/// It compares the queue with what it was at the look before, so it costs nothing while no client asks. A position may count as
/// changed later than it was, never earlier: a client may be told too much, and misses nothing.
package struct QueueLedger: Hashable, Sendable {
    /// What is compared of an item: its id, and a digest of everything else that clients see.
    package struct Entry: Hashable, Sendable {
        let id: Int64
        let digest: Int

        /// Makes an entry.
        package init(id: Int64, digest: Int) {
            self.id = id
            self.digest = digest
        }
    }

    private var entries: [Entry] = []
    private var versions: [Int64] = []
    /// The version at the last look; `nil` before the first.
    private var lookedAt: Int64?

    /// Makes a ledger that has seen nothing.
    package init() {}

    /// Takes in the queue as it is now.
    /// - Parameter entries: called only if the version is another one than at the last look.
    package mutating func look(at version: Int64, _ entries: () -> [Entry]) {
        guard version != lookedAt else { return }
        let new = entries()
        var changed = [Int64](repeating: version, count: new.count)
        for index in 0..<min(new.count, self.entries.count) where new[index] == self.entries[index] {
            changed[index] = versions[index]
        }
        (self.entries, versions, lookedAt) = (new, changed, version)
    }

    /// Returns the positions that may have changed since `version`. A client that names a version which is still to come, or
    /// 0, knows nothing.
    package func changes(since version: Int64) -> [Int] {
        if let lookedAt, version > lookedAt || version == 0 { return Array(versions.indices) }
        return versions.indices.filter { versions[$0] > version }
    }
}
