import Application
import Configuration

extension LibrarySettings {
    /// Makes the settings from `[library]`.
    init(_ library: Configuration.Library, environment: [String: String]) {
        self.init()
        isNamed = !library.directories.isEmpty
        scansAtStart = library.scanAtStart
        watchPollInterval = library.watch ? library.pollInterval : nil
        followsOutsideLinks = library.followOutsideLinks
        measuresLoudness = library.measureLoudness
        let paths =
            library.directories.isEmpty
            ? UserDirectories.music(environment).map { [$0] } ?? []
            : library.directories.map { UserDirectories.expanded($0, environment) }
        for path in paths {
            if let plain = Self.plain(path) { directories.append(plain) } else { problem = Self.refusal(path) }
        }
        guard !library.playlists.isEmpty else { return }
        let path = UserDirectories.expanded(library.playlists, environment)
        playlists = Self.plain(path)
        if playlists == nil { problem = Self.refusal(path) }
    }

    /// Returns the path as it is compared with others: a slash at the end, or two in a row, would make another one of the same directory.
    private static func plain(_ path: String) -> String? {
        let parts = path.split(separator: "/")
        guard path.hasPrefix("/"), !parts.isEmpty, !parts.contains(".."), !parts.contains(".") else { return nil }
        return parts.map { "/" + $0 }.joined()
    }

    private static func refusal(_ path: String) -> String { "\(path) is no absolute path below the root directory" }
}
