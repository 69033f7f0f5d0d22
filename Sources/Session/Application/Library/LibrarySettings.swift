/// The library's part of the configuration.
package struct LibrarySettings: Hashable, Sendable {
    /// The directories of music: absolute paths. Without any, there is no library.
    package var directories: [String] = []
    /// Whether somebody has named them, so that one that is not there is a mistake.
    package var isNamed = false
    /// Whether the library is brought up to date when the daemon starts.
    package var scansAtStart = true
    /// How often the directories are looked at that cannot be watched, in seconds, while the others are watched; 0 for never. `nil` if none
    /// is watched.
    package var watchPollInterval: Double?
    /// Whether symbolic links are followed out of the directories.
    package var followsOutsideLinks = true
    /// Whether the loudness of songs is measured after each scan that was not.
    package var measuresLoudness = false
    /// The directory of stored playlists: an absolute path; `nil` for one in the directory of the state.
    package var playlists: String?
    /// A sentence about a value of the configuration that is not used; `nil` if all are.
    package var problem: String?

    /// Makes settings without a library.
    package init() {}
}
