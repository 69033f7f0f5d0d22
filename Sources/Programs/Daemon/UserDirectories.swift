import SystemSupport

/// Where the user's files are.
enum UserDirectories {
    /// Returns `path` with the home directory in place of a tilde.
    static func expanded(_ path: String, _ environment: [String: String]) -> String {
        guard path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// Returns the user's music directory; `nil` for a user without a home.
    static func music(_ environment: [String: String]) -> String? {
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return stated(environment, home: home) ?? home + "/Music"
    }

    /// The most bytes of that file that are read: it has eight lines.
    private static let largestFile = 1 << 20

    /// Returns the music directory that xdg-user-dirs has written into `user-dirs.dirs`.
    private static func stated(_ environment: [String: String], home: String) -> String? {
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        let file = configuration + "/user-dirs.dirs"
        guard let bytes = try? RegularFile.read(file, atMost: largestFile, followsLinks: true) else { return nil }
        return UserDirectory.music(in: String(decoding: bytes, as: UTF8.self), home: home)
    }
}
