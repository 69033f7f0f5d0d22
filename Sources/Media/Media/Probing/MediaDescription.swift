package import AudioTypes
package import MediaTypes

/// What a container says about itself.
package struct MediaDescription: Hashable, Sendable {
    /// The container's short name, such as `flac`, `mp4`, `matroska`.
    package let container: String
    /// The duration; `nil` if unknown.
    package let duration: MediaTime?
    /// Whether the duration is the audible one, exact to the frame. Otherwise it is an estimate: computed from size and bit
    /// rate, or a number in the container that has coarser units or counts inaudible parts.
    package let durationIsExact: Bool
    /// Whether the media states the duration, exact or not. Otherwise it is computed from size and bit rate.
    package let durationIsWritten: Bool
    /// Whether the duration may differ from the audible one.
    package var durationIsEstimate: Bool { duration != nil && !durationIsExact }
    /// Title, artist and so on; the container's tags take precedence over the track's. Keys are in lower case, such as `title`,
    /// `artist` and `album`.
    package internal(set) var tags: [String: String]
    /// Whether the media holds a picture that ``MediaProbe/picture(_:name:cancellation:)`` returns.
    package let hasPicture: Bool
    /// The loudness that the media states, in tags or in a header.
    package let replayGain: ReplayGain
    /// The chapters, as ``MediaChapter/ordered(_:)`` makes them.
    package let chapters: [MediaChapter]
    /// All audio tracks, in the container's order.
    package internal(set) var audio: [AudioTrack]
    /// All video tracks, in the container's order.
    package let video: [VideoTrack]
}
