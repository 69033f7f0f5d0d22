import Logging
import Playback
import PlayerModel
import Synchronization
import SystemSupport

/// Writes the state, and as little of it as will do. Any thread; one after the other.
final class StateWriter: Sendable {
    /// From how many items on it is worth while to give memory back.
    private static let manyItems = 10_000

    private struct Written {
        /// What the newest state file says; `nil` where it has to be written anyway.
        var state: SavedState?
        var place: HeardPlace?
        var serial: UInt64
        /// Whether the daemon is ending, and the last word was written.
        var isClosed = false
        /// The failure that was logged last, so that a full disk is told of once.
        var failure: String?
    }

    private let store: StateStore
    private let logger: Logger
    private let written: Mutex<Written>

    /// `serial` is that of the state that was loaded.
    init(_ store: StateStore, logger: Logger, serial: UInt64) {
        self.store = store
        self.logger = logger
        written = Mutex(Written(serial: serial))
    }

    /// Writes a state; where nothing but the place has changed, that alone. Behind the last one nothing more is written.
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
                // Writing that many takes ten times their size in memory.
                if state.items.count >= Self.manyItems { CurrentThread.releaseMemory() }
            }
        }
    }

    /// Writes a place, where it is another one.
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
