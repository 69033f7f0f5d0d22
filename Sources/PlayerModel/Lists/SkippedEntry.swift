import MediaTypes

/// What was left out when media was added, and why.
package struct SkippedEntry: Hashable, Sendable {
    /// The playlist that named it, or the directory that could not be read, without user and password.
    package let uri: String
    /// A sentence for a person.
    package let message: String

    package init(uri: String, message: String) {
        self.uri = MediaAddress.shown(uri)
        self.message = message
    }
}
