/// What a radio station says it plays from one byte of its sound on.
package struct StreamTitle: Hashable, Sendable {
    /// Bytes of the content before it.
    package let offset: Int64
    package let title: String

    package init(offset: Int64, title: String) {
        self.offset = offset
        self.title = title
    }
}
