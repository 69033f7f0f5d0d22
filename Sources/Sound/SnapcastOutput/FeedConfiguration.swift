package import AudioTypes
package import SystemSupport

/// Where a server of rooms takes sound, and how it treats it.
package struct FeedConfiguration: Hashable, Sendable {
    /// Where the server listens for the sound.
    package var source: ServerAddress
    /// The format of the server's stream.
    package var format: PCMFormat
    /// The name of the output for people.
    package var name = "Snapcast"
    /// How long the server holds sound back, so that all rooms play it together; in seconds.
    package var bufferSeconds = 1.0
    /// How long a server may take to be found and to accept a connection, in nanoseconds each.
    package var connectTimeout: Int64 = 3_000_000_000
    /// How long a server may take no sound before the connection counts as dead, in nanoseconds.
    package var blockedTimeout: Int64 = 5_000_000_000
    /// How long nothing may arrive of what was written before the rooms count as away, in nanoseconds: longer than any lead, so that
    /// they have nothing more to play.
    package var stallTimeout: Int64 = 1_000_000_000
    /// How long rooms get to come back to a server that was away before the sound does, in nanoseconds. A Snapcast client tries again a
    /// second after it has lost its server, which it may notice a moment later than the feed.
    package var gatheringTime: Int64 = 2_000_000_000
    /// The first and the longest wait before another attempt to connect, in nanoseconds.
    package var retryWaits: (first: Int64, longest: Int64) {
        get { (firstRetryWait, longestRetryWait) }
        set { (firstRetryWait, longestRetryWait) = newValue }
    }
    private var firstRetryWait: Int64 = 250_000_000
    private var longestRetryWait: Int64 = 8_000_000_000

    /// Makes the configuration of a feed.
    package init(source: ServerAddress, format: PCMFormat) {
        self.source = source
        self.format = format
    }

    /// The uid of the output, for clients and the configuration.
    package static let uid = "snapcast"
}
