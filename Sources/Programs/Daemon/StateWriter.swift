import Logging
import Playback
import PlayerModel
import Synchronization
import SystemSupport

/// Writes the state, and no more of it than has changed. Any thread; one write at a time.
final class StateWriter: Sendable {
    /// The number of items from which it is worth while to give memory back.
    private static let manyItems = 10_000

    /// The size of the state file from which changes are written behind it, in bytes.
    private static let largeState = 128 << 10
    /// The most changes behind a state file: the next start makes each of them.
    private static let mostChanges = 1_000

    private struct Written {
        /// The newest state on the disk; `nil` if the next state must be written as a whole.
        var state: SavedState?
        /// The size of the state file, in bytes.
        var size = 0
        /// How many changes are written behind it.
        var changeCount = 0
        var place: HeardPlace?
        var serial: UInt64
        /// Whether the daemon is ending and the last state was written.
        var isClosed = false
        /// The failure that was logged last, so that a full disk is logged once.
        var failure: String?
    }

    private let store: StateStore
    private let logger: Logger
    private let written: Mutex<Written>

    /// Makes a writer; `serial` is the serial number of the state that was loaded.
    init(_ store: StateStore, logger: Logger, serial: UInt64) {
        self.store = store
        self.logger = logger
        written = Mutex(Written(serial: serial))
    }

    /// Writes a state; if only the position has changed, only that. After the last state it writes nothing more.
    func write(_ state: SavedState, isLast: Bool = false) {
        attempt(isLast: isLast) { written throws(SealedFile.Failure) in
            var state = state
            state.serial = written.serial + 1
            if let known = written.state, state.differsOnlyInPlace(from: known) {
                try Self.write(state.place, to: store, isSynced: true, &written)
            } else {
                let known = written.state
                written.state = nil
                var isSaved = false
                if let known { isSaved = try saveChange(from: known, to: state, written) }
                if isSaved {
                    written.changeCount += 1
                } else {
                    written.size = try store.save(state)
                    written.changeCount = 0
                    // Writing so many items takes several times their size in memory.
                    if state.items.count >= Self.manyItems { ProcessMemory.releaseFree() }
                }
                written.state = state
                written.place = state.place
            }
        }
    }

    /// Writes only what has changed of a large state, if that is little of it.
    /// - Returns: whether nothing else is to be written: false as well once the changes are many, or together half as large as the state
    ///   file.
    private func saveChange(
        from known: SavedState, to state: SavedState, _ written: Written
    ) throws(SealedFile.Failure) -> Bool {
        guard written.size >= Self.largeState else { return false }
        let change = SavedChange(from: known, to: state)
        guard change.itemCount <= state.items.count / 4 else { return false }
        let length = try store.save(change)
        return length <= written.size / 2 && written.changeCount < Self.mostChanges
    }

    /// Writes a position, if it is a new one.
    func write(_ place: HeardPlace) {
        attempt { written throws(SealedFile.Failure) in
            try Self.write(place, to: store, isSynced: false, &written)
        }
    }

    private static func write(
        _ place: HeardPlace, to store: StateStore, isSynced: Bool, _ written: inout Written
    ) throws(SealedFile.Failure) {
        var place = place
        place.serial = written.place?.serial ?? 0
        if place == written.place { return }
        place.serial = written.serial + 1
        try store.save(place, isSynced: isSynced)
        written.place = place
    }

    private func attempt(isLast: Bool = false, _ write: (inout Written) throws(SealedFile.Failure) -> Void) {
        let failure = written.withLock { written -> String? in
            guard !written.isClosed else { return nil }
            written.isClosed = isLast
            do throws(SealedFile.Failure) {
                try write(&written)
                written.serial += 1
                written.failure = nil
                return nil
            } catch {
                defer { written.failure = error.description }
                return error.description == written.failure ? nil : error.description
            }
        }
        if let failure { logger.error("The state could not be saved.", metadata: ["reason": "\(failure)"]) }
    }
}
