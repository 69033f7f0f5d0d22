import Database
import Glibc
import Synchronization

/// Opens stores one after the other, and knows which are open. The first one checks the databases. A damaged database is set aside
/// when no store is open: SQLite removes the log by its name when it closes a database, and another one may have that name by then.
/// Any thread.
final class StoreOpening: Sendable {
    private struct State {
        var wasOpened = false
        var openCount = 0
        /// Whether the database of files has to begin anew, although a check finds nothing.
        var isBeyondRepair = false
        /// Whether the database of files has begun anew, and nobody has done anything about it.
        var isSetAside = false
    }

    private let places: LibraryPlaces
    private let report: @Sendable (String) -> Void
    private let turns = WritingTurns()
    private let state = Mutex(State())
    /// Changed under the lock only, and read without it: a check holds the lock while it reads every page, and who asks may have everybody
    /// wait.
    private let damage = Atomic(false)

    init(_ places: LibraryPlaces, report: @escaping @Sendable (String) -> Void) {
        self.places = places
        self.report = report
    }

    func open() throws(DatabaseError) -> OpenStore {
        try state.withLock { state throws(DatabaseError) in
            let isDamaged = isDamaged
            guard !isDamaged || state.openCount == 0 else {
                throw DatabaseError(
                    .damaged, "the database \(places.library) or \(places.listening) is damaged; it is being checked")
            }
            // The files of this process look as if they were left open.
            let check: DatabaseFile.Check =
                state.isBeyondRepair ? .setAside : isDamaged ? .always : state.wasOpened ? .never : .ifLeftOpen
            let store: LibraryStore
            do throws(DatabaseError) {
                store = try LibraryStore(places, check: check, turns: turns) { sentence in
                    state.isSetAside = true
                    report(sentence)
                }
            } catch {
                if error.code == .damaged { note(isDamaged: true) }
                throw error
            }
            (state.wasOpened, state.isBeyondRepair) = (true, false)
            note(isDamaged: false)
            state.openCount += 1
            return OpenStore(store) { [weak self] close in
                guard let self else { return close() }
                // One after the other: of two that close at once, neither may see itself as the last one, which removes the log.
                self.state.withLock { state in
                    close()
                    state.openCount -= 1
                }
            }
        }
    }

    /// Whether a database was set aside since this was asked last.
    func takeSetAside() -> Bool {
        state.withLock { state in
            defer { state.isSetAside = false }
            return state.isSetAside
        }
    }

    /// Whether there is a database, of this or an earlier run.
    var hasDatabase: Bool { unsafe access(places.library, F_OK) == 0 }

    /// Whether there is a database of what the user has made.
    var hasListening: Bool { unsafe access(places.listening, F_OK) == 0 }

    /// - Parameter isBeyondRepair: whether the database of files has to begin anew, although a check finds nothing.
    func noteDamage(isBeyondRepair: Bool = false) {
        state.withLock { state in
            state.isBeyondRepair = state.isBeyondRepair || isBeyondRepair
            note(isDamaged: true)
        }
    }

    private func note(isDamaged: Bool) { damage.store(isDamaged, ordering: .sequentiallyConsistent) }

    /// Whether a database is damaged and has not been set aside. Waits for nobody.
    var isDamaged: Bool { damage.load(ordering: .sequentiallyConsistent) }
}

/// A store, and what is called to have it closed.
final class OpenStore {
    private var owned: LibraryStore?
    private let closing: (() -> Void) -> Void

    init(_ store: LibraryStore, closing: @escaping (() -> Void) -> Void) {
        owned = store
        self.closing = closing
    }

    deinit { closing { owned = nil } }

    var store: LibraryStore {
        guard let owned else { preconditionFailure("the store is closed at the end only") }
        return owned
    }
}
