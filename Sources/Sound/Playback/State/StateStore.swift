import FoundationEssentials
package import PlayerModel
package import SystemSupport

/// The store that keeps a ``SavedState`` in `state.json`, what has changed of a long queue since then in `state.journal`, and its part
/// that changes all the time in `place.json`.
package struct StateStore: Sendable {
    private let file: SealedFile
    /// The changes behind `file`, and those behind the generation before it.
    private let journal, previousJournal: JournalFile
    private let placeFile: SealedFile
    /// The largest state that is read, in bytes: more than 500,000 items have. Reading takes four to five times as much memory, and the
    /// service has a gigabyte.
    private static let largestState = 160 << 20

    /// Makes a store in `directory`. Writing makes the directory with mode 0700 if it is missing.
    package init(directory: String) {
        file = SealedFile(directory: directory, name: "state", largestSize: Self.largestState)
        placeFile = SealedFile(directory: directory, name: "place")
        journal = JournalFile(directory: directory, name: "state", largestSize: Self.largestState)
        previousJournal = JournalFile(directory: directory, name: "state.previous", largestSize: Self.largestState)
    }

    /// Writes `state`. Blocks on the disk: not for the control thread's busy moments.
    /// - Returns: the size of the state on the disk, in bytes.
    @discardableResult
    package func save(_ state: SavedState) throws(SealedFile.Failure) -> Int {
        let json: [UInt8]
        do {
            json = try state.json()
        } catch {
            throw SealedFile.Failure(description: "\(file.path) cannot be written as JSON: \(error)")
        }
        try file.write(json: json.span)
        // With the last generation that they lead to. If this fails, they count as older than the state.
        journal.replace(previousJournal)
        return json.count
    }

    /// Writes what has changed since the last state or change that was written. Blocks on the disk.
    /// - Returns: the size of all changes since the last state on the disk, in bytes.
    package func save(_ change: SavedChange) throws(SealedFile.Failure) -> Int {
        let json: Data
        do {
            json = try JSONEncoder().encode(change)
        } catch {
            throw SealedFile.Failure(description: "a change of \(file.path) cannot be written as JSON: \(error)")
        }
        return try journal.append(json: json.span)
    }

    /// Writes only the position: cheap, a few hundred bytes. If `isSynced`, they are on the disk when this returns, else when
    /// the system likes.
    package func save(_ place: HeardPlace, isSynced: Bool) throws(SealedFile.Failure) {
        try placeFile.overwrite(json: Array(place.json.utf8).span, isSynced: isSynced)
    }

    /// Reads the newest whole state, or returns `nil` if none was ever kept. `report` gets a sentence about each file that is
    /// damaged or cannot be read.
    package func load(report: (String) -> Void) -> SavedState? {
        let state = file.read(SavedState.self, isKnown: { $0.version == SavedState.currentVersion }, report: report)
        let place = placeFile.read(HeardPlace.self, report: report)
        guard var state else {
            // A position in a queue that is gone says nothing about the next queue.
            placeFile.remove()
            for journal in [previousJournal, journal] { journal.remove() }
            return nil
        }
        for journal in [previousJournal, journal] { Self.change(&state, by: journal, report: report) }
        if let place {
            state = state.with(place)
            // Everything that is saved from now on is newer than this position, whether it was used or not.
            state.serial = max(state.place.serial, place.serial)
        }
        return state
    }

    /// Makes in `state` the changes of a journal that came after it.
    private static func change(_ state: inout SavedState, by journal: JournalFile, report: (String) -> Void) {
        journal.read(
            { json in
                guard let change = try? JSONDecoder().decode(SavedChange.self, from: Data(json)) else { return false }
                return change.apply(to: &state) != .foreign
            }, report: report)
    }
}
