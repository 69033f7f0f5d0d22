import Application
import Configuration
import FoundationEssentials
import Recording

extension RecordingSettings {
    /// Makes the settings from `[recording]`.
    init(_ recording: Configuration.Recording, environment: [String: String]) {
        self.init()
        preRoll = recording.preRoll
        directory =
            recording.directory.isEmpty ? Self.standardDirectory(environment) : Self.expanded(recording.directory, environment)
        if !directory.isEmpty, !directory.hasPrefix("/") {
            problem = "recording.directory is no absolute path, so nothing can be recorded: \(directory)"
            directory = ""
        }
        do throws(FileNamePattern.Refusal) {
            pattern = try FileNamePattern(recording.name)
        } catch {
            problem = "recording.name is not used: \(error.message)"
        }
    }

    /// Returns `path` with the home directory in place of a tilde.
    private static func expanded(_ path: String, _ environment: [String: String]) -> String {
        guard path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// Returns `Recordings` in the user's music directory, or an empty path for a user without a home.
    private static func standardDirectory(_ environment: [String: String]) -> String {
        guard let home = environment["HOME"], home.hasPrefix("/") else { return "" }
        return "\(musicDirectory(environment, home: home) ?? home + "/Music")/Recordings"
    }

    /// Returns the music directory that xdg-user-dirs has written into `user-dirs.dirs`, a file of lines such as
    /// `XDG_MUSIC_DIR="$HOME/Music"`.
    private static func musicDirectory(_ environment: [String: String], home: String) -> String? {
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        guard let text = try? String(contentsOfFile: configuration + "/user-dirs.dirs", encoding: .utf8) else { return nil }
        let key = "XDG_MUSIC_DIR=\""
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix(key) }), line.hasSuffix("\"") else { return nil }
        let value = line.dropFirst(key.count).dropLast()
        let path = value.hasPrefix("$HOME/") ? home + value.dropFirst(5) : String(value)
        return path.hasPrefix("/") && path != home + "/" ? path : nil
    }
}
