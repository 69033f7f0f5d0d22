package import Recording

/// Where recordings go, and what they are called.
package struct RecordingSettings: Hashable, Sendable {
    /// The directory below which recordings are written; empty if there is none.
    package var directory = ""
    /// The pattern of their names.
    package var pattern = FileNamePattern.standard

    /// How many seconds of the input are kept ready for recordings that begin later; 0 for none.
    package var preRoll = 0.0

    /// What is wrong with the configuration, as a sentence; `nil` if nothing is.
    package var problem: String?

    /// Makes the default settings, without a directory.
    package init() {}
}
