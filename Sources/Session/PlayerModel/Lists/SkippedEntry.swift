import MediaTypes

/// Media that was left out when media was added, and the reason.
package struct SkippedEntry: Hashable, Sendable {
    /// The playlist that names the media, the directory that could not be read, or the file itself; without user and password.
    package let uri: String
    /// The reason, as a sentence for a person.
    package let message: String

    package init(uri: String, message: String) {
        self.uri = MediaAddress.shown(uri)
        self.message = message
    }
}
