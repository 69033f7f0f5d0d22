import Application
import Configuration
import Recording

extension RecordingSettings {
    /// Makes the settings from `[recording]`.
    init(_ recording: Configuration.Recording, environment: [String: String]) {
        self.init()
        preRoll = recording.preRoll
        directory =
            recording.directory.isEmpty
            ? UserDirectories.music(environment).map { $0 + "/Recordings" } ?? ""
            : UserDirectories.expanded(recording.directory, environment)
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
}
