/// What a radio station says it plays from one byte of its sound on.
package struct StreamTitle: Hashable, Sendable {
    /// Bytes of the content before it.
    package let offset: Int64
    package let title: String

    /// How many may wait to be heard. Of a station that sends more within some seconds only the newest count.
    package static let waitingLimit = 64

    package init(offset: Int64, title: String) {
        self.offset = offset
        self.title = title
    }
}
