import Synchronization

/// How far a scan is.
package struct ScanProgress: Hashable, Sendable {
    /// Directories that were looked at, and those of them that were as the last time.
    package var directories = 0
    package var unchangedDirectories = 0
    /// Files that were read.
    package var filesRead = 0
    package var songsAdded = 0
    package var songsChanged = 0
    package var songsMoved = 0
    package var songsRemoved = 0
    /// Playlist files that are new, have changed or are gone.
    package var playlistsChanged = 0
    /// Directories that cannot be reached or read: what is known of them is kept.
    package var unavailable: [[UInt8]] = []
    /// Whether the scan was cancelled before its end.
    package var wasCancelled = false

    /// Makes the progress of a scan that has done nothing yet.
    package init() {}

    /// Whether the library has other songs or playlist files than before.
    package var hasChanges: Bool { songsAdded + songsChanged + songsMoved + songsRemoved + playlistsChanged > 0 }
}

/// What other threads have of a scan that runs. Any thread.
package final class ScanControl: Sendable {
    private let isCancelledFlag = Atomic(false)
    private let state = Mutex(ScanProgress())

    package init() {}

    /// Ends the scan soon. What was read by then stays.
    package func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }

    /// Whether the scan shall end.
    package var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

    /// How far the scan is.
    package var progress: ScanProgress { state.withLock { $0 } }

    func update(_ change: (inout ScanProgress) -> Void) { state.withLock { change(&$0) } }
}
