import CFFmpeg
import MediaTypes

/// Owner of an `AVPacket`: allocated once and filled again for each packet.
@safe struct Packet: ~Copyable {
    let pointer: UnsafeMutablePointer<AVPacket>

    init(for name: String) throws(MediaError) {
        guard let packet = unsafe av_packet_alloc() else { throw .outOfMemory(name) }
        unsafe pointer = unsafe packet
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe pointer
        unsafe av_packet_free(&packet)
    }

    /// The index of the stream that the packet belongs to.
    var streamIndex: Int32 { unsafe pointer.pointee.stream_index }

    /// The approximate byte offset of the packet in the content; -1 if unknown.
    var offset: Int64 { unsafe pointer.pointee.pos }

    /// The number of bytes of data.
    var size: Int { Int(unsafe pointer.pointee.size) }

    /// The presentation time of its first frame in ticks, which an encoder always gives.
    var start: Int64 { unsafe pointer.pointee.pts }

    /// The byte of the data at `place`, which must exist.
    func byte(at place: Int) -> UInt8 { unsafe pointer.pointee.data[place] }

    /// The first `count` bytes of the data, or all if there are fewer.
    func start(_ count: Int) -> [UInt8] {
        guard let data = unsafe pointer.pointee.data else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: min(size, count)))
    }

    /// Releases the data and keeps the packet.
    func clear() { unsafe av_packet_unref(pointer) }
}
