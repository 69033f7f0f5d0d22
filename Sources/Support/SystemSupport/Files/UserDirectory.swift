/// The directories that the desktop has for the user.
package enum UserDirectory {
    /// Returns the directory of music that xdg-user-dirs has written into `user-dirs.dirs`, a file of lines such as
    /// `XDG_MUSIC_DIR="$HOME/Music"`; `nil` if there is none but the home directory itself.
    package static func music(in text: String, home: String) -> String? {
        let key = "XDG_MUSIC_DIR=\""
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix(key) }), line.hasSuffix("\"") else { return nil }
        let value = line.dropFirst(key.count).dropLast()
        let path = value.hasPrefix("$HOME/") ? home + value.dropFirst(5) : String(value)
        return path.hasPrefix("/") && path != home + "/" ? path : nil
    }
}
