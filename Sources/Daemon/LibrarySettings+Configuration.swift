import Application
import Configuration

extension LibrarySettings {
    /// Makes the settings from `[library]`.
    init(_ library: Configuration.Library, environment: [String: String]) {
        self.init()
        scansAtStart = library.scanAtStart
        watchPollInterval = library.watch ? library.pollInterval : nil
        let paths =
            library.directories.isEmpty
            ? UserDirectories.music(environment).map { [$0] } ?? []
            : library.directories.map { UserDirectories.expanded($0, environment) }
        for path in paths {
            // A slash at the end, or two in a row, would make another path of the same directory.
            let parts = path.split(separator: "/")
            if path.hasPrefix("/"), !parts.isEmpty, !parts.contains(".."), !parts.contains(".") {
                directories.append(parts.map { "/" + $0 }.joined())
            } else {
                problem = "\(path) is no absolute path below the root directory"
            }
        }
    }
}
