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

extension AudioReader {
    /// Returns the tag changes found since the last call: titles of a radio station, or of the links of an Ogg chain. Their
    /// frames may be some way ahead of ``position``.
    package mutating func takeTagChanges() -> [TagChange] {
        guard !track.tagChanges.isEmpty else { return [] }
        defer { track.tagChanges = [] }
        return track.tagChanges.map { TagChange(frame: FrameCount(outputFrame(of: $0.frame)), tags: $0.tags) }
    }
}
