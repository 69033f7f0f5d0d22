package import PlayerModel
package import SystemSupport

/// Keeps a ``SavedState`` in `state.json`, and what of it changes all the time in `place.json`.
package struct StateStore: Sendable {
    private let file: SealedFile
    private let placeFile: SealedFile

    /// A store in `directory`, made with mode 0700 where it is missing.
    package init(directory: String) {
        file = SealedFile(directory: directory, name: "state")
        placeFile = SealedFile(directory: directory, name: "place")
    }

    /// Writes `state`. Blocks on the disk: not for the control thread's busy moments.
    package func save(_ state: SavedState) throws(SealedFile.Failure) { try file.write(state) }

    /// Writes the place alone. Cheap: a few hundred bytes, which the disk gets at once where `isSynced`, else when it likes.
    package func save(_ place: HeardPlace, isSynced: Bool) throws(SealedFile.Failure) {
        try placeFile.overwrite(place, isSynced: isSynced)
    }

    /// Reads the newest whole state, or `nil` where none was ever kept; `report` gets a sentence about each file that is
    /// damaged or cannot be read.
    package func load(report: (String) -> Void) -> SavedState? {
        let state = file.read(SavedState.self, isKnown: { $0.version == SavedState.currentVersion }, report: report)
        let place = placeFile.read(HeardPlace.self, report: report)
        guard var state else {
            // A place in a queue that is gone says nothing of the next one.
            placeFile.remove()
            return nil
        }
        if let place {
            state = state.with(place)
            // What is saved from now on is newer than this place, used or not.
            state.serial = max(state.place.serial, place.serial)
        }
        return state
    }
}
