/// A title that a radio station announces, and the byte of the sound from which it holds.
package struct StreamTitle: Hashable, Sendable {
    /// The number of bytes of content before it.
    package let offset: Int64
    package let title: String

    /// How many titles may wait for their sound. If a station sends more within seconds, only the newest are kept.
    package static let waitingLimit = 64

    package init(offset: Int64, title: String) {
        self.offset = offset
        self.title = title
    }
}
