/// What the beginnings of MPD's paths stand for.
package struct MPDPaths: Hashable, Sendable {
    private let environment: [String: String]
    /// The home directories of other users.
    private let homes: [String: String]
    /// The directory of music of the user.
    package let music: String?

    /// Makes it.
    /// - Parameters:
    ///   - environment: the variables of the user who runs MPD.
    ///   - music: the directory of music that the desktop has for the user.
    ///   - homes: home directories by the names of users, for `~name/`.
    package init(environment: [String: String], music: String?, homes: [String: String] = [:]) {
        self.environment = environment
        self.music = music
        self.homes = homes
    }

    /// Returns the absolute path that a setting means; `nil` if it means none.
    package func absolute(_ path: String) -> String? {
        if path.hasPrefix("/") { return Self.withoutSlash(path) }
        guard let sign = path.first, sign == "~" || sign == "$" else { return nil }
        let end = path.firstIndex(of: "/") ?? path.endIndex
        let (name, rest) = (String(path[path.index(after: path.startIndex)..<end]), path[end...])
        guard let start = sign == "$" ? variable(name) : name.isEmpty ? variable("HOME") : homes[name], start.hasPrefix("/")
        else {
            return nil
        }
        return Self.withoutSlash(start + rest)
    }

    private func variable(_ name: String) -> String? {
        let home = environment["HOME"]
        let value = environment[name].flatMap { $0.isEmpty ? nil : $0 }
        switch name {
        case "HOME": return home
        case "XDG_MUSIC_DIR": return music
        case "XDG_CONFIG_HOME": return value ?? home.map { $0 + "/.config" }
        case "XDG_CACHE_HOME": return value ?? home.map { $0 + "/.cache" }
        case "XDG_RUNTIME_DIR": return value
        default: return nil
        }
    }

    private static func withoutSlash(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? withoutSlash(String(path.dropLast())) : path
    }
}
