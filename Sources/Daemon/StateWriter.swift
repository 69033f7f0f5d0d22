import Logging
import Playback
import PlayerModel
import Synchronization
import SystemSupport

/// Writes the state, and no more of it than has changed. Any thread; one write at a time.
final class StateWriter: Sendable {
    /// The number of items from which it is worth while to give memory back.
    private static let manyItems = 10_000

    private struct Written {
        /// The state in the newest state file; `nil` if the next state must be written as a whole.
        var state: SavedState?
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
                written.state = nil
                try store.save(state)
                written.state = state
                written.place = state.place
                // Writing so many items takes ten times their size in memory.
                if state.items.count >= Self.manyItems { ProcessMemory.releaseFree() }
            }
        }
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
