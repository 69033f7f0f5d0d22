import AudioTypes
import CFFmpeg

extension Demuxer {
    /// What the container says about itself and its tracks.
    var description: MediaDescription {
        var audio: [AudioTrack] = []
        var video: [VideoTrack] = []
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            guard let stream = unsafe context.pointee.streams?[index] else { continue }
            switch unsafe stream.pointee.codecpar.pointee.codec_type {
            case AVMEDIA_TYPE_AUDIO:
                unsafe audio.append(AudioTrack(stream))
            case AVMEDIA_TYPE_VIDEO where unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0:
                unsafe video.append(VideoTrack(stream))
            default: break
            }
        }
        let tags = tags
        return MediaDescription(
            container: container(brand: tags["major_brand"]), duration: duration, durationIsExact: durationIsExact,
            tags: tags, audio: audio, video: video)
    }

    /// One word where FFmpeg's demuxer covers a family.
    private func container(brand: String?) -> String {
        let names = unsafe String(cString: context.pointee.iformat.pointee.name)
        let first = names.prefix { $0 != "," }
        return first == "mov" && brand != nil && brand != "qt  " ? "mp4" : String(first)
    }

    /// The most units of a timescale that a duration can have: years, even in nanoseconds. More is a damaged or forged number.
    private static let longestDuration: Int64 = 1 << 56

    /// The chosen track's duration, less the encoder's delay; the container's where the track does not say.
    private var duration: MediaTime? {
        if hasOpenEnd { return nil }
        let stream = unsafe stream
        let rate = Int64(unsafe stream.pointee.codecpar.pointee.sample_rate)
        if let gapOfMP3, rate > 0 { return MediaTime(value: gapOfMP3.length, timescale: rate) }
        let base = unsafe stream.pointee.time_base
        let ticks = unsafe stream.pointee.duration
        if ticks != fermata_no_timestamp(), ticks > 0, base.num > 0, base.den > 0 {
            let delay = max(0, timestampOrZero(unsafe stream.pointee.start_time))
            // Containers with edit lists begin at the first audible sample and count from there.
            let audible = ticks > delay ? ticks - delay : ticks
            let (value, overflows) = audible.multipliedReportingOverflow(by: Int64(base.num))
            guard !overflows, value <= Self.longestDuration else { return nil }
            return MediaTime(value: value, timescale: Int64(base.den))
        }
        let whole = unsafe context.pointee.duration
        guard whole != fermata_no_timestamp(), (1...Self.longestDuration).contains(whole) else { return nil }
        return MediaTime(value: whole, timescale: Int64(AV_TIME_BASE))
    }

    private func timestampOrZero(_ value: Int64) -> Int64 { value == fermata_no_timestamp() ? 0 : value }

    private var durationIsExact: Bool {
        unsafe gapOfMP3 != nil || context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
    }

    /// The container's tags, then those of the track that it does not have (Ogg keeps all with the track).
    var tags: [String: String] {
        let container = unsafe Tags.dictionary(context.pointee.metadata)
        let track = unsafe Tags.dictionary(stream.pointee.metadata)
        return container.merging(track) { container, _ in container }.merging(input.stream.source.tags) { own, _ in own }
    }
}

extension Demuxer {
    /// Whether it is an MP4 or QuickTime stream that has passed its sound by the time it knew where that stands: the index was
    /// behind it. To be asked where no packet came.
    var indexIsOutOfReach: Bool {
        guard !isSeekable, unsafe String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov") else { return false }
        return duration.map { $0.value > 0 } ?? false
    }
}
