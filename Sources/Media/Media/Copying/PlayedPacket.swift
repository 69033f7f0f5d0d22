import CFFmpeg

/// The data of a packet, shared by all who want it. Nobody changes it.
@safe package final class SharedPacket: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVPacket>
    /// The number of bytes of data.
    package let byteCount: Int

    /// Shares the data of `packet`; `nil` if memory is short.
    init?(_ packet: borrowing Packet) {
        guard let copy = unsafe av_packet_alloc() else { return nil }
        guard unsafe av_packet_ref(copy, packet.pointer) >= 0 else {
            var copy: UnsafeMutablePointer<AVPacket>? = unsafe copy
            unsafe av_packet_free(&copy)
            return nil
        }
        unsafe pointer = unsafe copy
        byteCount = packet.size
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe pointer
        unsafe av_packet_free(&packet)
    }

    /// A copy of the data.
    var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: pointer.pointee.data, count: byteCount)) }
}

/// A packet of a track that is decoded, for those who copy it.
package struct PlayedPacket: Sendable {
    /// Its data.
    package let data: SharedPacket
    /// How it is coded. Packets of one run of a track share the object.
    package let stream: CodedStream
    /// The first of its frames that is heard, and the one behind its last, counted in the track at the rate of whoever decodes it.
    package var heard: Range<Int64>
    /// The frames that a decoder makes of it, at the rate of the track.
    package let frames: Int64
    /// How many of them, from the beginning, belong to the track.
    package let kept: Int64
    /// The frames at the beginning of the track that nobody is to hear, if this is its first packet.
    package let leadIn: Int64
    /// The tags that hold from this packet on.
    package var tags: [String: String]
}
