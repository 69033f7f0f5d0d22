/// What the user decides about playing.
package struct PlaybackConfiguration: Hashable, Sendable {
    /// How much audio is decoded ahead, in seconds.
    package var bufferSeconds: Double
    /// How long a fade takes, in seconds; 0 for none.
    package var fadeSeconds: Double
    /// Whether a track of another format than the one before is heard in a stream of its own rather than converted.
    package var followsFormat: Bool
    /// Whether playing goes on by itself when a lost sound server is back.
    package var resumesAfterReset: Bool
    /// The most items the queue takes.
    package var queueLimit: Int
    /// What is done about media that differ in loudness.
    package var replayGain = ReplayGainSettings()
    /// How long two tracks overlap where the queue goes on by itself, in seconds; 0 for not at all.
    package var crossfadeSeconds = 0.0

    /// How much of a stream of the network has to be there before it starts, in seconds: what half the ring holds, and no more
    /// than a second.
    var prebufferSeconds: Double { min(1, bufferSeconds / 2) }

    package init(
        bufferSeconds: Double = 4, fadeSeconds: Double = 0.01, followsFormat: Bool = false, resumesAfterReset: Bool = true,
        queueLimit: Int = 100_000
    ) {
        self.bufferSeconds = bufferSeconds
        self.fadeSeconds = fadeSeconds
        self.followsFormat = followsFormat
        self.resumesAfterReset = resumesAfterReset
        self.queueLimit = queueLimit
    }
}

extension Player {
    /// Takes over what concerns it.
    package mutating func apply(_ configuration: PlaybackConfiguration) {
        prebufferSeconds = configuration.prebufferSeconds
        followsFormat = configuration.followsFormat
        resumesAfterReset = configuration.resumesAfterReset
        replayGain = configuration.replayGain
        crossfadeSeconds = configuration.crossfadeSeconds
        queue.limit = configuration.queueLimit
    }
}
