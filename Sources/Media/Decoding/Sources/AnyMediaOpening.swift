package import AudioTypes
package import Media
package import MediaTypes
package import Network
package import PlayerModel
package import Radio
import Synchronization
import SystemSupport

/// The ``MediaOpening`` for all that may be played: local files, network streams, and media that clients send.
package final class AnyMediaOpening: MediaOpening {
    /// How long a look into media of the network may take at least, and in time-outs of the network, in seconds. A server that sends all the
    /// time, and nothing by which a format is known, would otherwise keep a thread busy for hours.
    private static let (patienceSeconds, patienceTimeouts) = (60.0, 2.0)

    private let network: Mutex<NetworkConfiguration>
    let pushed: PushedStreams?
    let radio: RadioDirectory?
    /// What is read ahead of files that are opened to be played.
    private let ahead: ReadAhead
    /// What is read ahead of streams that can seek.
    private let streams: StreamAhead
    private let early = EarlyOpening()

    /// - Parameters:
    ///   - radio: knows where a station is found whose address leads to nothing any more; `nil` for nobody.
    ///   - readAheadBytes: how much is read ahead of files whose disks may hang or sleep, in bytes; 0 for nothing.
    package init(
        network: NetworkConfiguration, pushed: PushedStreams? = nil, radio: RadioDirectory? = nil, readAheadBytes: Int = 0
    ) {
        self.network = Mutex(network)
        self.pushed = pushed
        self.radio = radio
        ahead = ReadAhead(bytes: readAheadBytes)
        streams = StreamAhead(bytes: readAheadBytes)
    }

    /// Sets how much is read ahead, of files and of streams each, in bytes; 0 for nothing. Files that are open keep what they have.
    package func setReadAhead(bytes: Int) {
        ahead.setBudget(bytes: bytes)
        streams.setBudget(bytes: bytes)
    }

    /// Takes over a changed configuration. Media that are open keep the old one.
    package func reconfigure(_ configuration: NetworkConfiguration) { network.withLock { $0 = configuration } }

    package func isRemote(_ uri: String) -> Bool { MediaAddress.isWeb(uri) || MediaAddress.isPushed(uri) }

    package func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        try open(uri, reach: .everywhere, track: TrackWish(), cancellation: cancellation)
    }

    package func open(
        _ uri: String, reach: NetworkReach, track: TrackWish, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource {
        if MediaAddress.isPushed(uri) { return try openPushed(uri, cancellation) }
        guard isRemote(uri) else {
            if let source = early.take(uri, track, cancellation) { return source }
            return try MediaFileOpening(network: network.withLock { $0 }, ahead: ahead)
                .open(uri, track: track, cancellation: cancellation)
        }
        do throws(MediaError) {
            guard let radio, let station = StationAddress.station(in: uri) else {
                return try openStream(uri, reach, track, cancellation)
            }
            return try open(station, of: radio, uri, reach, track, cancellation)
        } catch {
            throw PlaybackError(error, uri: uri)
        }
    }

    package var readsAhead: Bool { ahead.hasFiles }

    package func expect(_ uri: String?, track: TrackWish) {
        guard let uri, !isRemote(uri) else { return early.end() }
        let opening = MediaFileOpening(network: network.withLock { $0 }, ahead: ahead)
        early.begin(uri, track) { token throws(PlaybackError) in
            try opening.openEarly(uri, track: track, cancellation: token)
        }
    }

    /// Describes what the container at `uri` says about itself. Waits for the disk or the network.
    /// - Parameter reach: where an address of the network may lead.
    package func describe(
        _ uri: String, reach: NetworkReach = .everywhere, cancellation: CancellationToken
    ) throws(MediaError) -> MediaDescription {
        if let track = try SheetTrack.of(uri, cancellation: cancellation) {
            return try MediaProbe.describe(track, cancellation: cancellation)
        }
        if let (file, range) = MediaRange.split(uri) {
            return try MediaProbe.describe(range, of: try MediaLocation(uri: file), cancellation: cancellation)
        }
        let (source, name) = try bytes(at: uri, reach: reach, until: endOfLook, cancellation: cancellation)
        return try MediaProbe.describe(source, name: name, cancellation: cancellation)
    }

    /// Returns the chapters of the media at `uri`, also those of a CUE sheet in it or beside it. Waits for the disk or the network.
    /// - Parameter reach: where an address of the network may lead.
    package func chapters(
        of uri: String, reach: NetworkReach, cancellation: CancellationToken
    ) throws(MediaError) -> [MediaChapter] {
        // A part of a file, such as one track of a disc, has none.
        guard MediaRange.split(uri) == nil, try SheetTrack.of(uri, cancellation: cancellation) == nil else { return [] }
        let description = try describe(uri, reach: reach, cancellation: cancellation)
        if MediaAddress.isWeb(uri) { return description.chapters }
        return CueChapters.chapters(of: try MediaLocation(uri: uri), description, cancellation: cancellation)
    }

    /// Returns the lyrics of the media at `uri`: of the file beside it, or its own; `nil` if it has none. Waits for the disk or the network.
    /// - Parameter reach: where an address of the network may lead.
    package func lyrics(
        of uri: String, reach: NetworkReach, cancellation: CancellationToken
    ) throws(MediaError) -> FoundLyrics? {
        // The lyrics of a disc in one file are those of all its songs.
        guard MediaRange.split(uri) == nil, try SheetTrack.of(uri, cancellation: cancellation) == nil else { return nil }
        let description = try describe(uri, reach: reach, cancellation: cancellation)
        let location = MediaAddress.isWeb(uri) ? nil : try MediaLocation(uri: uri)
        return try FoundLyrics.of(location, description, cancellation: cancellation)
    }

    /// Opens the bytes at `uri`, and returns them with the name of the media for messages. Waits for the disk or the network.
    /// - Parameters:
    ///   - reach: where an address of the network may lead, and those that the media name.
    ///   - deadline: until when they can be read from the network, by the monotonic clock in nanoseconds; `nil` for ever.
    package func bytes(
        at uri: String, reach: NetworkReach = .everywhere, until deadline: Int64? = nil, cancellation: CancellationToken
    ) throws(MediaError) -> (any ByteSource, name: String) {
        guard MediaAddress.isWeb(uri) else {
            let location = try MediaLocation(uri: uri)
            let file = try FileSource(location, cancellation: cancellation)
            let list = FileListSource(file, reach: reach, until: deadline, network.withLock { $0 })
            return (list ?? file, location.name)
        }
        let configuration = network.withLock { $0 }
        let source = try NetworkSource(
            try WebAddress(uri), reach: reach, until: deadline, configuration, cancellation: cancellation)
        return (source, MediaAddress.shown(uri))
    }

    /// Until when a look that begins now may take, by the monotonic clock in nanoseconds.
    private var endOfLook: Int64 {
        let timeout = network.withLock { $0.timeoutSeconds }
        return MonotonicClock.nanoseconds + Int64(max(Self.patienceSeconds, Self.patienceTimeouts * timeout) * 1e9)
    }

    /// Reads the list at `uri`, which may lead to addresses within `reach`; `nil` if there is something else. Waits for the network.
    package func list(at uri: String, reach: NetworkReach, cancellation: CancellationToken) throws(MediaError) -> StationList? {
        let configuration = network.withLock { $0 }
        let source = try NetworkSource(
            try WebAddress(uri), reach: reach, until: endOfLook, configuration,
            cancellation: cancellation)
        return try StationList(source)
    }

    func openStream(
        _ uri: String, _ reach: NetworkReach, _ track: TrackWish, _ cancellation: CancellationToken
    ) throws(MediaError) -> any MediaSource {
        let configuration = network.withLock { $0 }
        let source = try NetworkSource(
            try WebAddress(uri), reach: reach, ahead: streams, configuration, cancellation: cancellation)
        var left = StationList.mirrorLimit
        return try open(source, name: uri, uri, track, depth: 0, left: &left, configuration, cancellation)
    }

    private func mediaSource(
        _ source: NetworkSource, name: String, uri: String, _ track: TrackWish, _ cancellation: CancellationToken
    ) throws(MediaError) -> any MediaSource {
        let reader = try AudioReader(
            source, name: MediaAddress.shown(name), track: track, keepsPackets: true, cancellation: cancellation)
        return MediaFileSource(reader, uri: uri, isRemote: true)
    }

    /// Opens what a source has: sound, or a list. If it is a list, opens the first entry that can be opened, because the others are usually
    /// mirrors of it; that entry may be another list.
    /// - Parameters:
    ///   - depth: how many lists have led to the source.
    ///   - left: how many more addresses may be tried, in all lists together.
    private func open(
        _ source: NetworkSource, name: String, _ uri: String, _ track: TrackWish, depth: Int, left: inout Int,
        _ configuration: NetworkConfiguration, _ cancellation: CancellationToken
    ) throws(MediaError) -> any MediaSource {
        guard let list = try StationList(source) else {
            return try mediaSource(source, name: name, uri: uri, track, cancellation)
        }
        guard depth < StationList.depthLimit else {
            throw MediaError(
                .unsupported,
                "the playlist \(MediaAddress.shown(uri)) leads through \(StationList.depthLimit) others, and to no sound")
        }
        var failure = MediaError(.unsupported, "the playlist \(MediaAddress.shown(name)) has no entry that can be played")
        for entry in list.items.lazy.map(\.location) {
            guard left > 0 else { break }
            left -= 1
            do throws(MediaError) {
                let named = try NetworkSource(
                    try WebAddress(entry), reach: list.reach, ahead: streams, configuration, cancellation: cancellation)
                return try open(named, name: entry, uri, track, depth: depth + 1, left: &left, configuration, cancellation)
            } catch {
                if error.code == .cancelled { throw error }
                failure = error
            }
        }
        throw failure
    }
}
