import AudioTypes
package import MediaTypes

extension AudioReader {
    /// Returns the tag changes found since the last call: titles of a radio station, or of the links of an Ogg chain. Their
    /// frames may be some way ahead of ``position``.
    package mutating func takeTagChanges() -> [TagChange] {
        guard !track.tagChanges.isEmpty else { return [] }
        defer { track.tagChanges = [] }
        return track.tagChanges.map { TagChange(frame: FrameCount(outputFrame(of: $0.frame)), tags: $0.tags) }
    }
}
