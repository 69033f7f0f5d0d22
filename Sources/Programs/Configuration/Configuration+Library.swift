extension Configuration {
    /// `[library]`: the library of music.
    package struct Library: Equatable, Sendable {
        /// The directories of music; empty for the user's music directory.
        package var directories: [String] = []
        /// Whether the library is brought up to date when the daemon starts.
        package var scanAtStart = true
        /// Whether changes of the directories are noticed as they happen.
        package var watch = false
        /// How often directories are looked at that cannot be watched, in seconds; 0 for never.
        package var pollInterval = 300.0
        /// Whether symbolic links are followed out of the directories.
        package var followOutsideLinks = true
        /// The directory of stored playlists; empty for one in the daemon's directory for its state.
        package var playlists = ""

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.Library {
    /// Whether `text` can be a directory of music.
    static func isDirectory(_ text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix("~/")
    }
}
