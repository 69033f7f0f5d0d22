import SystemSupport

/// The names of the pieces of a recording.
package enum RecordingNaming: Hashable, Sendable {
    /// A path relative to the directory, without its suffix. The second piece has a 2 behind it, and so on.
    case path(String)
    /// A pattern, filled with the time at which each piece begins.
    case pattern(FileNamePattern)

    /// Returns the name of the piece `number`, counted from 1, which begins at `time`.
    func name(of number: Int, at time: LocalTime, title: String, suffix: String) -> RecordingDirectory.Name {
        switch self {
        case .path(let stem):
            RecordingDirectory.Name(
                stem: number > 1 ? Self.shortened(stem, suffix) : stem, suffix: suffix, number: number,
                takesNextNumber: number > 1)
        case .pattern(let pattern):
            RecordingDirectory.Name(stem: pattern.fill(time, title: title), suffix: suffix, takesNextNumber: true)
        }
    }

    /// Returns `stem` with room in its last part for a number and a suffix.
    private static func shortened(_ stem: String, _ suffix: String) -> String {
        let parts = RelativePath.parts(of: stem)
        let room = RelativePath.longestName - suffix.utf8.count - " 9999999.".utf8.count
        let last = RelativePath.cut(String(parts.last ?? ""), to: room)
        return (parts.dropLast().map(String.init) + [last]).joined(separator: "/")
    }
}
