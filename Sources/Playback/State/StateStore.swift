package import PlayerModel
package import SystemSupport

/// The store that keeps a ``SavedState`` in `state.json`, and its part that changes all the time in `place.json`.
package struct StateStore: Sendable {
    private let file: SealedFile
    private let placeFile: SealedFile
    /// The largest state that is read, in bytes: more than 500,000 items have. Reading takes four to five times as much memory, and the
    /// service has a gigabyte.
    private static let largestState = 160 << 20

    /// Makes a store in `directory`. Writing makes the directory with mode 0700 if it is missing.
    package init(directory: String) {
        file = SealedFile(directory: directory, name: "state", largestSize: Self.largestState)
        placeFile = SealedFile(directory: directory, name: "place")
    }

    /// Writes `state`. Blocks on the disk: not for the control thread's busy moments.
    package func save(_ state: SavedState) throws(SealedFile.Failure) { try file.write(state) }

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
            return nil
        }
        if let place {
            state = state.with(place)
            // Everything that is saved from now on is newer than this position, whether it was used or not.
            state.serial = max(state.place.serial, place.serial)
        }
        return state
    }
}
