/// Keeps a ``SavedState`` in `state.json`.
package struct StateStore: Sendable {
    private let file: SealedFile

    /// A store in `directory`, made with mode 0700 where it is missing.
    package init(directory: String) { file = SealedFile(directory: directory, name: "state") }

    /// Writes `state`. Blocks on the disk: not for the control thread's busy moments.
    package func save(_ state: SavedState) throws(SealedFile.Failure) { try file.write(state) }

    /// Reads the newest whole state, or `nil` where none was ever kept; `report` gets a sentence about each file that is
    /// damaged or cannot be read.
    package func load(report: (String) -> Void) -> SavedState? {
        file.read(SavedState.self, isKnown: { $0.version == SavedState.currentVersion }, report: report)
    }
}
