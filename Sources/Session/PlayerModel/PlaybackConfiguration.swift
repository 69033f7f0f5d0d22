package import AudioTypes

/// The user's settings for playing.
package struct PlaybackConfiguration: Hashable, Sendable {
    /// How many seconds of audio are decoded ahead.
    package var bufferSeconds: Double
    /// The length of a fade in seconds; 0 for none.
    package var fadeSeconds: Double
    /// Whether a track in another format than the one before gets a stream of its own; if not, it is converted.
    package var followsFormat: Bool
    /// Whether playback continues by itself when a lost sound server is back.
    package var resumesAfterReset: Bool
    /// The largest number of items in the queue.
    package var queueLimit: Int
    /// How many bytes are read ahead of files whose disks may hang or sleep; 0 for none.
    package var readAheadBytes = 64 << 20
    /// The languages of audio tracks, first the most wanted, by which one of several is chosen where nobody chooses.
    package var languages: [LanguageCode] = []
    /// How media that differ in loudness are treated, besides the mode among the options.
    package var replayGain = ReplayGainSettings()
    /// What clients can change while the daemon runs.
    package var options = PlaybackOptions()
    /// Which media go on where they were left.
    package var resume = ResumeRule()

    /// How much of a stream from the network or a client must be in the ring before it starts, in seconds: half of what the
    /// ring holds, and at most one second.
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
