package import AudioTypes
package import Media
package import MediaTypes
package import PlayerModel

/// A stream of samples that the worker decodes. Used by one thread at a time.
package protocol MediaSource: AnyObject {
    /// What opening the media has found out about them.
    var description: SourceDescription { get }
    /// How many packets could not be decoded so far.
    var decodeErrorCount: Int { get }

    /// Sets the format of the samples that reads give. The source resamples and remixes if the media have another one. To be
    /// called before the first read.
    func convert(to format: StreamFormat) throws(PlaybackError)

    /// Decodes up to `capacity` frames into `planes`, one plane a channel, and returns how many; 0 at the end.
    func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int

    /// Returns the changes of tags that were read since the last call. Each change holds from a frame on, which is counted at
    /// the rate of the samples that the source gives.
    func takeTagChanges() -> [TagChange]

    /// Sets whether packets are kept for ``takePackets()``. A source that was just opened keeps those that it has read.
    func keepPackets(_ isWanted: Bool)

    /// Returns the packets that were decoded since the last call, if they are kept. Their frames are counted at the rate of the samples
    /// that the source gives, and may be some way ahead of those that it gave.
    func takePackets() -> [PlayedPacket]

    /// The true length of the media in seconds. It is known once a read has come to the end, and `nil` before.
    var heardDuration: Double? { get }

    /// Goes to `frame`, counted at the rate of the samples that the source gives. A frame past the end is the end.
    ///
    /// The seek calls `isWanted` now and then. If that returns `false`, the seek throws ``PlaybackError/Code/superseded`` and
    /// leaves the source at an undefined place: the next call must be another seek.
    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError)

    /// Says for which order the next reads are. Only a live source has to know how full the ring is.
    func follow(_ order: DecodeOrder)

    /// Returns the silences that are left out of what was read since the last call, counted at a speed of 1.
    func takeSilenceCuts() -> [SilenceCut]

    /// Returns the gaps in live sound that ended since the last call.
    func takeGaps() -> [LiveGap]

    /// Whether the last read gave no frame because the worker has something else to do, and not because the media end.
    var isWaiting: Bool { get }

    /// Whether the callback must get every frame at once, because no more may come for long.
    var isLive: Bool { get }

    /// Does the following work for `order`. Once `order` is cancelled, a seek or a read that waits for a network throws
    /// ``PlaybackError/Code/superseded``; the next call must be a seek, for another order. Sources that cannot seek, or never
    /// wait for long, ignore this.
    func heed(_ order: CancellationToken)
}

extension MediaSource {
    package func takeTagChanges() -> [TagChange] { [] }
    package func keepPackets(_ isWanted: Bool) {}
    package func takePackets() -> [PlayedPacket] { [] }
    package var heardDuration: Double? { nil }
    package var isLive: Bool { false }
    package var isWaiting: Bool { false }
    package func follow(_ order: DecodeOrder) {}
    package func takeGaps() -> [LiveGap] { [] }
    package func takeSilenceCuts() -> [SilenceCut] { [] }
    package func heed(_ order: CancellationToken) {}
}

/// A type that opens sources, on a thread that may wait.
package protocol MediaOpening: Sendable {
    /// Returns whether opening `uri` waits for the network or for a client. Then it gets a thread of its own, so that it delays
    /// nothing else.
    func isRemote(_ uri: String) -> Bool

    /// Opens `uri`, or throws the reason why it cannot. `cancellation` ends the wait from another thread.
    func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource

    /// Opens `uri`; if that is a network address, it may connect only to addresses that `reach` allows. `track` says which of several
    /// audio tracks is played.
    func open(
        _ uri: String, reach: NetworkReach, track: TrackWish, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource

    /// Whether media are open whose bytes are read ahead, so that the next ones are worth to be expected.
    var readsAhead: Bool { get }

    /// Says which media come next, if somebody reads them ahead; `nil` for none. Returns at once.
    func expect(_ uri: String?, track: TrackWish)

    /// Returns the description of media that is open now, with what others know of it: where it was left, the loudness that was measured of it,
    /// and the speeds that were kept for it and for what it belongs to. May wait for the disk.
    func completed(_ description: SourceDescription, of uri: String) -> SourceDescription
}

extension MediaOpening {
    package func open(
        _ uri: String, reach: NetworkReach, track: TrackWish, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource {
        try open(uri, cancellation: cancellation)
    }

    /// Opens `uri` with the audio track that the media has as its own.
    package func open(
        _ uri: String, reach: NetworkReach, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource {
        try open(uri, reach: reach, track: TrackWish(), cancellation: cancellation)
    }

    package func isRemote(_ uri: String) -> Bool { false }

    package var readsAhead: Bool { false }

    package func expect(_ uri: String?, track: TrackWish) {}

    package func completed(_ description: SourceDescription, of uri: String) -> SourceDescription {
        var description = description
        description.speeds = KeptSpeeds(of: uri, album: description.tags["album"])
        return description
    }
}
