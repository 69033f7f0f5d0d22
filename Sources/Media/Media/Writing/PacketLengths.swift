import CFFmpeg
import MediaTypes

/// Counts the frames that a decoder makes of packets. Encoders shorten the duration of the last packet to the end of the sound;
/// what to cut is the difference.
@safe struct PacketLengths: ~Copyable {
    private let frameSize: Int64?
    private let vorbis: OpaquePointer?
    /// The number after the last frame of the packets so far; `nil` before the first.
    private(set) var end: Int64?

    /// Makes the lengths for what FFmpeg does not state itself; `nil` for the rest. In Matroska that is the end of AAC and of
    /// Vorbis. Bare MP3 states what is cut from several packets, and FFmpeg would count only the last.
    init?(
        of encoder: borrowing Encoder, in container: AudioFileFormat.Container, name: String
    ) throws(MediaError) {
        let context = unsafe encoder.context
        switch (container, unsafe context.pointee.codec_id) {
        case (.matroska, AV_CODEC_ID_AAC), (.mp3, _):
            frameSize = unsafe Int64(context.pointee.frame_size)
            unsafe vorbis = nil
        case (.matroska, AV_CODEC_ID_VORBIS):
            guard let parser = unsafe av_vorbis_parse_init(context.pointee.extradata, context.pointee.extradata_size) else {
                throw .outOfMemory(writing: name)
            }
            frameSize = nil
            unsafe vorbis = unsafe parser
        default: return nil
        }
    }

    deinit {
        var parser = unsafe vorbis
        unsafe av_vorbis_parse_free(&parser)
    }

    /// Takes the length of the next packet. A packet of Vorbis is as long as its block and the one before it overlap.
    mutating func note(_ packet: borrowing Packet) {
        end = (end ?? packet.start) + length(of: packet)
    }

    private func length(of packet: borrowing Packet) -> Int64 {
        if let frameSize { return frameSize }
        guard let vorbis = unsafe vorbis else { return 0 }
        let (data, size) = unsafe (packet.pointer.pointee.data, packet.pointer.pointee.size)
        return unsafe Int64(max(0, av_vorbis_parse_frame(vorbis, data, size)))
    }
}
