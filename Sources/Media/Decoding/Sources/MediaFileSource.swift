package import AudioTypes
package import Media
package import MediaTypes
package import Network
package import PlayerModel

/// The ``MediaOpening`` for local files and parts of them (``MediaRange``). It uses FFmpeg.
package struct MediaFileOpening: MediaOpening {
    /// How segments are fetched that a list in a local file names; `nil` if such a list may name only files.
    private let network: NetworkConfiguration?
    /// What reads files ahead whose disks may hang or sleep; `nil` for nothing.
    private let ahead: ReadAhead?

    package init(network: NetworkConfiguration? = nil, ahead: ReadAhead? = nil) {
        self.network = network
        self.ahead = ahead
    }

    package func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        try open(uri, track: TrackWish(), cancellation: cancellation)
    }

    func open(
        _ uri: String, track wish: TrackWish, cancellation: CancellationToken
    ) throws(PlaybackError) -> any MediaSource {
        try read(uri, wish, cancellation) { _ in true }.source
    }

    /// Opens a file that is not heard yet, if its disk may hang or sleep; `nil` if it does neither.
    func openEarly(
        _ uri: String, track wish: TrackWish, cancellation: CancellationToken
    ) throws(PlaybackError) -> EarlyMedia? {
        var isHeld = false
        do throws(PlaybackError) {
            let (source, file) = try read(uri, wish, cancellation) { file in
                isHeld = file.isReadAhead
                return isHeld
            }
            return EarlyMedia(source, file)
        } catch {
            if isHeld { throw error }
            return nil
        }
    }

    /// Opens a file and what is in it, unless it is not wanted.
    private func read(
        _ uri: String, _ wish: TrackWish, _ cancellation: CancellationToken, if isWanted: (FileSource) -> Bool
    ) throws(PlaybackError) -> (source: any MediaSource, file: FileSource) {
        let part = MediaRange.split(uri)
        var place: MediaLocation?
        do throws(MediaError) {
            let track = try SheetTrack.of(uri, cancellation: cancellation)
            let location = if let track { track.target } else { try MediaLocation(uri: part?.file ?? uri) }
            place = location
            let file = try FileSource(location, cancellation: cancellation, ahead: ahead)
            guard isWanted(file) else { throw MediaError(.cancelled, "\(location.name) is not wanted") }
            let list = network.flatMap { FileListSource(file, $0) }
            let bytes: any ByteSource = if let list { list } else { file }
            let reader = try AudioReader(bytes, name: location.name, track: wish, keepsPackets: true, cancellation: cancellation)
            file.beginReadingAhead()
            // The tracks of a part of a file are not those of the file.
            let description = reader.info.description
            let chapters =
                part == nil && track == nil && list == nil
                ? CueChapters.chapters(of: location, description, cancellation: cancellation) : description.chapters
            let source = MediaFileSource(reader, uri: uri, isRemote: list?.hasGoneFar == true, chapters: chapters)
            if let track { return (RangedMediaSource(source, track: track), file) }
            return if let part { (RangedMediaSource(source, range: part.range), file) } else { (source, file) }
        } catch {
            throw PlaybackError(error, uri: uri, gone: place.flatMap { GoneDirectory(above: $0, error.systemError) })
        }
    }
}

/// The source that decodes a file or a stream with FFmpeg.
package final class MediaFileSource: MediaSource {
    package let description: SourceDescription
    private var reader: AudioReader
    /// Whether a seek failed or a read was cancelled: then the reader's position is unknown.
    private var isLost = false
    private let uri: String
    private let failed: (PlaybackError) -> Void

    /// - Parameters:
    ///   - chapters: those that are not in the media itself; `nil` for its own.
    ///   - failed: called on the reading thread if a read fails, unless it was cancelled.
    package init(
        _ reader: consuming AudioReader, uri: String, isRemote: Bool = false, chapters: [MediaChapter]? = nil,
        failed: @escaping (PlaybackError) -> Void = { _ in }
    ) {
        let info = reader.info
        var description = SourceDescription(
            format: info.format, codec: info.track.codec, bitsPerSample: info.track.bitsPerSample, bitRate: info.track.bitRate,
            duration: info.description.duration?.seconds, durationIsEstimate: info.description.durationIsEstimate,
            isSeekable: reader.isSeekable, isRemote: isRemote, tags: info.description.tags,
            hasPicture: info.description.hasPicture, replayGain: info.replayGain,
            chapters: chapters ?? info.description.chapters, codedFormat: reader.codedFormat, tracks: info.tracks,
            trackIndex: info.track.index)
        description.ends = SoundEnds(tags: info.description.tags)
        self.description = description
        self.reader = reader
        self.uri = uri
        self.failed = failed
    }

    package var decodeErrorCount: Int { reader.decodeErrorCount }

    package var heardDuration: Double? { reader.heardLength?.seconds }

    package func takeTagChanges() -> [TagChange] { reader.takeTagChanges() }

    package func keepPackets(_ isWanted: Bool) { reader.keepPackets(isWanted) }

    package func takePackets() -> [PlayedPacket] { reader.takePackets() }

    package func convert(to format: StreamFormat) {
        guard format != reader.outputFormat else { return }
        // The packet of the first frame is there as long as nothing was read.
        if reader.outputFormat.coding != format.coding, reader.position > .zero || reader.outputFormat.coding != nil {
            isLost = true
        }
        reader.convert(to: format)
    }

    package func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        do throws(MediaError) {
            let buffer = unsafe AudioReader.Planes(start: planes, count: reader.outputFormat.channelCount)
            return unsafe try reader.read(into: buffer, capacity: capacity)
        } catch {
            let failure = PlaybackError(isLostStation(error) ? MediaError(.streamChanged, error.message) : error, uri: uri)
            if error.code == .cancelled { isLost = true } else { failed(failure) }
            throw failure
        }
    }

    /// Whether an error is that of a station of the directory which was heard until now: it is opened anew, perhaps at another address.
    private func isLostStation(_ error: MediaError) -> Bool {
        (error.code == .networkFailed || error.code == .notFound) && reader.position > .zero
            && StationAddress.station(in: uri) != nil
    }

    package func heed(_ order: CancellationToken) {
        // A source that only reads from front to back would lose samples.
        if description.isSeekable { reader.cancellation.heed(order) }
    }

    package func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
        guard isLost || frame != reader.position else { return }
        isLost = true
        do throws(MediaError) {
            try reader.seek(to: frame, while: isWanted)
            isLost = false
        } catch {
            throw PlaybackError(error, uri: uri)
        }
    }
}

extension PlaybackError {
    /// Makes the playback error for `error`. A cancelled opening or seek was superseded by another order.
    package init(_ error: MediaError, uri: String, gone: GoneDirectory? = nil) {
        let code = error.code == .cancelled ? Code.superseded : .media(error.code)
        let hint = gone.map { "; nothing is left below \($0.path): is its disk there?" } ?? ""
        self.init(code, error.description + hint, uri: uri, gone: gone)
    }
}
