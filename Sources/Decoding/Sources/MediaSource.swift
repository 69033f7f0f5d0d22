package import AudioTypes
package import Media
package import MediaTypes
package import PlayerModel

/// A stream of samples: what the worker decodes from. Used by one thread at a time.
package protocol MediaSource: AnyObject {
    /// What was found out on opening.
    var description: SourceDescription { get }
    /// How many packets could not be decoded so far.
    var decodeErrorCount: Int { get }

    /// From now on gives samples in `format`, resampled and remixed where that is not the media's own. Before the first read.
    func convert(to format: StreamFormat) throws(PlaybackError)

    /// Decodes up to `capacity` frames into one plane a channel; 0 at the end.
    func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int

    /// What the media said about itself since the last call, each from a frame on, counted at the rate the source gives.
    func takeTagChanges() -> [TagChange]

    /// How long the media is in truth, in seconds; known once a read has come to its end, and `nil` before.
    var heardDuration: Double? { get }

    /// Goes to `frame`, counted at the rate the source gives; past the end is the end.
    ///
    /// Where `isWanted`, asked now and then on the way, answers `false`, it ends with ``PlaybackError/Code/superseded``, at an
    /// undefined place: the next call must be another seek.
    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError)

    /// What follows is done for `order`: once that is cancelled, a seek or a read that waits for a network ends with
    /// ``PlaybackError/Code/superseded``, and the next call must be a seek, for another order. Sources that cannot be sought in, or
    /// never wait for long, do not care.
    func heed(_ order: CancellationToken)
}

extension MediaSource {
    package func takeTagChanges() -> [TagChange] { [] }
    package var heardDuration: Double? { nil }
    package func heed(_ order: CancellationToken) {}
}

/// Opens sources; called on a thread that may wait.
package protocol MediaOpening: Sendable {
    /// Whether opening `uri` waits for the network, or for a client: then it has a thread of its own, and holds up nothing else.
    func isRemote(_ uri: String) -> Bool

    /// Opens `uri`, or throws why not. `cancellation` ends the wait from another thread.
    func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource

    /// The same, where an address of the network may lead no closer to home than `reach`.
    func open(_ uri: String, reach: NetworkReach, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource
}

extension MediaOpening {
    package func open(
        _ uri: String, reach: NetworkReach, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource {
        try open(uri, cancellation: cancellation)
    }

    package func isRemote(_ uri: String) -> Bool { false }
}
