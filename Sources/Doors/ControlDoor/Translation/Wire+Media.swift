import Application
import AudioTypes
import ControlProtocol
import JSON
import Media
import MediaLibrary
import MediaTypes
import PlayerModel

extension Wire.MediaDescription {
    init(_ media: Media.MediaDescription) {
        self.init(
            container: media.container, duration: media.duration?.seconds, durationIsEstimate: media.durationIsEstimate,
            audio: media.audio.map { track in
                Wire.AudioStream(
                    index: track.index, codec: track.codec, sampleRate: track.sampleRate ?? 0,
                    channels: track.channels ?? 0, channelLayout: track.channelLayout,
                    bitRate: track.bitRate.map(Int64.init), language: track.language, title: track.title,
                    disposition: TrackPurpose.allCases.filter(track.purposes.contains).map(\.rawValue),
                    bitsPerSample: track.bitsPerSample, frames: media.frames(of: track))
            },
            video: media.video.map { track in
                Wire.VideoStream(
                    index: track.index, codec: track.codec, width: track.width, height: track.height,
                    rotation: Double(track.rotation))
            },
            tags: media.tags, hasPicture: media.hasPicture)
    }
}

extension Media.MediaDescription {
    /// How many samples each channel of a track has: exactly what is heard, where that is known.
    fileprivate func frames(of track: AudioTrack) -> Int64? {
        guard audio.count == 1, durationIsExact, let duration, let rate = track.sampleRate.flatMap({ SampleRate(hertz: $0) })
        else {
            return track.frames
        }
        return duration.frame(at: rate)
    }
}

extension Wire.Chapter {
    init(_ chapter: MediaChapter, index: Int) {
        self.init(index: index, title: chapter.title, start: chapter.start, end: chapter.end)
    }
}

extension Wire.Chapters {
    init(_ chapters: [MediaChapter], current: Int?) {
        self.init(chapters: chapters.enumerated().map { Wire.Chapter($1, index: $0) }, current: current)
    }
}

extension Wire.Picture {
    /// Makes the reply for a picture.
    /// - Throws: ``ControlError/Code/limitExceeded`` if its bytes were asked for and are too many for a reply.
    init(_ picture: FoundPicture) throws(ControlError) {
        guard picture.bytes == nil || picture.size <= Self.dataLimit else {
            throw ControlError(
                .limitExceeded,
                "the picture has \(picture.size) bytes, and a reply holds \(Self.dataLimit) of them: take its file",
                details: ["limit": "pictureBytes", "uri": picture.url.map { .string($0) }])
        }
        self.init(
            source: picture.origin == .embedded ? .embedded : .file, type: picture.type.mediaType, size: picture.size,
            uri: picture.url, data: picture.bytes.map(Base64.text))
    }
}

extension Application.PictureTarget {
    init(_ target: Wire.PictureTarget) {
        self =
            switch target {
            case .current: .current
            case .media(let uri): .media(uri)
            case .item(let id): .item(id)
            }
    }
}
