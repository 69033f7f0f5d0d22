import CFFmpeg

extension Demuxer {
    /// Whether the container said something new about itself or the track since the last call.
    func takeTagEvent() -> Bool {
        let container = unsafe context.pointee.event_flags & AVFMT_EVENT_FLAG_METADATA_UPDATED != 0
        let track = unsafe stream.pointee.event_flags & AVSTREAM_EVENT_FLAG_METADATA_UPDATED != 0
        if container || track { unsafe Self.forgetTagEvents(of: context) }
        return container || track
    }

    static func forgetTagEvents(of context: UnsafeMutablePointer<AVFormatContext>) {
        unsafe context.pointee.event_flags &= ~AVFMT_EVENT_FLAG_METADATA_UPDATED
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            unsafe context.pointee.streams?[index]?.pointee.event_flags &= ~AVSTREAM_EVENT_FLAG_METADATA_UPDATED
        }
    }
}
