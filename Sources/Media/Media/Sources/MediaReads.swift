import Synchronization

/// Counts the reads of files, in the whole process. So it can be told whether a thread that does not answer waits for a disk.
package enum MediaReads {
    private static let begun = Atomic<UInt64>(0)
    private static let ended = Atomic<UInt64>(0)

    /// How many reads have begun since the start. Any thread.
    package static var count: UInt64 { begun.load(ordering: .relaxed) }

    /// Whether a read is under way. Any thread.
    package static var isUnderWay: Bool { ended.load(ordering: .relaxed) != begun.load(ordering: .relaxed) }

    /// Carries out a read and counts it.
    static func counting<Result, Failure: Error>(_ read: () throws(Failure) -> Result) throws(Failure) -> Result {
        begun.add(1, ordering: .relaxed)
        defer { ended.add(1, ordering: .relaxed) }
        return try read()
    }
}
