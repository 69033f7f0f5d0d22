import AudioTypes
import ControlProtocol
import Media

extension Wire.MediaDescription {
    init(_ media: Media.MediaDescription) {
        self.init(
            container: media.container, duration: media.duration?.seconds, durationIsEstimate: media.durationIsEstimate,
            audio: media.audio.map { track in
                Wire.AudioStream(
                    index: track.index, codec: track.codec, sampleRate: track.sampleRate ?? 0,
                    channels: track.channels ?? 0, channelLayout: track.channelLayout,
                    bitRate: track.bitRate.map(Int64.init), language: track.language)
            },
            video: media.video.map { track in
                Wire.VideoStream(
                    index: track.index, codec: track.codec, width: track.width, height: track.height,
                    rotation: Double(track.rotation))
            },
            tags: media.tags)
    }
}
