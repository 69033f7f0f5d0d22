package import AudioTypes

/// What is known of media once it is open for playing.
package struct MediaInfo: Hashable, Sendable {
    /// The container, its tags and tracks.
    package let description: MediaDescription
    /// The track that is played.
    package let track: AudioTrack
    /// What its decoder gives: the format of its first frames.
    package let format: StreamFormat
    /// How loud it says it is.
    package let replayGain: ReplayGain
}
