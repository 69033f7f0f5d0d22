import CFFmpeg
import MediaTypes

extension Demuxer {
    /// Whether the container or the track got new tags since the last call. To be asked for each packet.
    mutating func takeTagEvent() -> Bool {
        let (context, stream) = unsafe (context, stream)
        let container = unsafe context.pointee.event_flags & AVFMT_EVENT_FLAG_METADATA_UPDATED != 0
        var track = unsafe stream.pointee.event_flags & AVSTREAM_EVENT_FLAG_METADATA_UPDATED != 0
        let (start, base) = unsafe (packet.start, stream.pointee.time_base)
        let (time, second) = (start == fermata_no_timestamp() ? nil : start, Int64(base.den) / Int64(max(1, base.num)))
        track = unsafe songTags?.update(&stream.pointee.metadata, at: time, second: second, isTold: track) ?? track
        if container || track {
            unsafe Self.forgetTagEvents(of: context)
            unsafe Self.trimTags(of: context)
        }
        return container || track
    }

    /// Whether a station of Ogg Vorbis has begun a song without any tags: FFmpeg forgets the old ones, and tells nobody.
    var hasSongWithoutTags: Bool {
        unsafe formatName == "ogg" && stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VORBIS
            && av_dict_count(stream.pointee.metadata) == 0
    }

    /// Notes the tags in a packet of ID3 that a stream beside the sound has.
    func noteTimedTags() {
        guard let segments, let stream = unsafe context.pointee.streams?[Int(packet.streamIndex)],
            unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_TIMED_ID3,
            let tags = SegmentTags.ofTimedID3(packet.start(1 << 16))
        else { return }
        let base = unsafe stream.pointee.time_base
        let hasTime = packet.start != fermata_no_timestamp() && base.den > 0
        let time = hasTime ? Double(packet.start) * Double(base.num) / Double(base.den) : nil
        segments.tally.take(tags, time: time, before: 0)
    }

    /// The time of the sound in the packet in seconds of the media's clock; `nil` if it has none.
    var packetSeconds: Double? {
        let base = unsafe stream.pointee.time_base
        guard packet.start != fermata_no_timestamp(), base.den > 0 else { return nil }
        return Double(packet.start) * Double(base.num) / Double(base.den)
    }

    /// Cuts the tags of the container, its tracks and its chapters to the limits of ``TagLimits``. FFmpeg keeps them in memory as
    /// long as the container is open.
    static func trimTags(of context: UnsafeMutablePointer<AVFormatContext>) {
        unsafe Tags.trim(&context.pointee.metadata)
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            if let stream = unsafe context.pointee.streams?[index] { unsafe Tags.trim(&stream.pointee.metadata) }
        }
        for index in 0..<Int(unsafe context.pointee.nb_chapters) {
            if let chapter = unsafe context.pointee.chapters?[index] { unsafe Tags.trim(&chapter.pointee.metadata) }
        }
    }

    static func forgetTagEvents(of context: UnsafeMutablePointer<AVFormatContext>) {
        unsafe context.pointee.event_flags &= ~AVFMT_EVENT_FLAG_METADATA_UPDATED
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            unsafe context.pointee.streams?[index]?.pointee.event_flags &= ~AVSTREAM_EVENT_FLAG_METADATA_UPDATED
        }
    }
}
