package import AudioTypes

/// The tags of media from one frame on.
package struct TagChange: Hashable, Sendable {
    /// The first frame at which the tags hold, counted in the rate of the reader's output.
    package let frame: FrameCount
    /// All tags that hold from that frame on.
    package let tags: [String: String]

    package init(frame: FrameCount, tags: [String: String]) {
        self.frame = frame
        self.tags = tags
    }
}
