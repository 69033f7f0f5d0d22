package import AudioTypes
package import Media

/// Opens local files, and parts of them (``MediaRange``), with FFmpeg.
package struct MediaFileOpening: MediaOpening {
    package init() {}

    package func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        let part = MediaRange.split(uri)
        do throws(MediaError) {
            let location = try MediaLocation(uri: part?.file ?? uri)
            let source = MediaFileSource(try AudioReader(location, cancellation: cancellation), uri: uri)
            return if let part { RangedMediaSource(source, range: part.range) } else { source }
        } catch {
            throw PlaybackError(error, uri: uri)
        }
    }
}

/// A file that FFmpeg decodes, or a stream.
package final class MediaFileSource: MediaSource {
    package let description: SourceDescription
    private var reader: AudioReader
    private let uri: String

    package init(_ reader: consuming AudioReader, uri: String, isRemote: Bool = false) {
        let info = reader.info
        description = SourceDescription(
            format: info.format, codec: info.track.codec, bitsPerSample: info.track.bitsPerSample,
            duration: info.description.duration?.seconds, isSeekable: reader.isSeekable, isRemote: isRemote,
            tags: info.description.tags, replayGain: info.replayGain)
        self.reader = reader
        self.uri = uri
    }

    package var decodeErrorCount: Int { reader.decodeErrorCount }

    package func takeTagChanges() -> [TagChange] { reader.takeTagChanges() }

    package func convert(to format: StreamFormat) { reader.convert(to: format) }

    package func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        do throws(MediaError) {
            let buffer = unsafe AudioReader.Planes(start: planes, count: reader.outputFormat.channelCount)
            return unsafe try reader.read(into: buffer, capacity: capacity)
        } catch {
            throw PlaybackError(error, uri: uri)
        }
    }

    package func seek(to frame: FrameCount) throws(PlaybackError) {
        guard frame != reader.position else { return }
        do throws(MediaError) {
            try reader.seek(to: frame)
        } catch {
            throw PlaybackError(error, uri: uri)
        }
    }
}

extension PlaybackError {
    /// Media's error as playback tells it: the codes are the same ones.
    init(_ error: MediaError, uri: String) {
        let code = error.code == .cancelled ? Code.superseded : Code(rawValue: error.code.rawValue)
        self.init(code, error.description, uri: uri)
    }
}
