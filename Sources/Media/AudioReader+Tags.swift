package import AudioTypes

/// What media says about itself from one frame on.
package struct TagChange: Hashable, Sendable {
    /// In the rate of the reader's output.
    package let frame: FrameCount
    /// All tags that hold from there on.
    package let tags: [String: String]

    package init(frame: FrameCount, tags: [String: String]) {
        self.frame = frame
        self.tags = tags
    }
}

extension AudioReader {
    /// The changes of tags that were met since the last call: titles of a radio station, or of a chain of Ogg streams. They may be
    /// of frames some way ahead of ``position``.
    package mutating func takeTagChanges() -> [TagChange] {
        guard !track.tagChanges.isEmpty else { return [] }
        defer { track.tagChanges = [] }
        return track.tagChanges.map { TagChange(frame: FrameCount(outputFrame(of: $0.frame)), tags: $0.tags) }
    }
}
