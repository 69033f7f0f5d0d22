package import AudioTypes
package import MediaTypes

/// The properties of media that is open for playing.
package struct MediaInfo: Hashable, Sendable {
    /// The container, its tags and its tracks.
    package let description: MediaDescription
    /// The track that is played.
    package let track: AudioTrack
    /// The format that the decoder produces, taken from its first frames.
    package let format: StreamFormat
    /// The audio tracks among which one can choose; empty if there is only one.
    package var tracks: [SoundTrack] { description.audio.count > 1 ? description.audio.map(\.soundTrack) : [] }
    /// The loudness that the media states.
    package var replayGain: ReplayGain { description.replayGain }
}
