import FoundationEssentials
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

    /// Returns the music directory that xdg-user-dirs has written into `user-dirs.dirs`.
    private static func stated(_ environment: [String: String], home: String) -> String? {
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        guard let text = try? String(contentsOfFile: configuration + "/user-dirs.dirs", encoding: .utf8) else { return nil }
        return UserDirectory.music(in: text, home: home)
    }
}
