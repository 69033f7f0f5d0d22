package import AudioTypes

/// What a container says about itself.
package struct MediaDescription: Hashable, Sendable {
    /// The container's short name, such as `flac`, `mp4`, `matroska`.
    package let container: String
    /// How long it lasts; `nil` where nobody knows.
    package let duration: MediaTime?
    /// Whether the duration is that of what is heard, to the frame. Otherwise it is an estimate: from size and bit rate, or a number
    /// in the container that counts in coarser steps, or counts what is not heard.
    package let durationIsExact: Bool
    /// Whether the duration is written in the media, exact or not, rather than computed from its size and bit rate.
    package let durationIsWritten: Bool
    /// Whether the duration may differ from what is heard.
    package var durationIsEstimate: Bool { duration != nil && !durationIsExact }
    /// Titles and so on, the container's before the track's. Keys are lower case, `title`, `artist`, `album` among them.
    package let tags: [String: String]
    /// All audio tracks, in the container's order.
    package let audio: [AudioTrack]
    /// All video tracks, in the container's order.
    package let video: [VideoTrack]
}
