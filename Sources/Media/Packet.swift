import CFFmpeg

/// Owner of an `AVPacket`: allocated once, filled again and again.
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

    /// Which stream the packet belongs to.
    var streamIndex: Int32 { unsafe pointer.pointee.stream_index }

    /// Where in the content it stands, roughly: -1 where unknown.
    var offset: Int64 { unsafe pointer.pointee.pos }

    /// Bytes of data.
    var size: Int { Int(unsafe pointer.pointee.size) }

    /// A byte of the data, which must be there.
    func byte(at place: Int) -> UInt8 { unsafe pointer.pointee.data[place] }

    /// The first `count` bytes of the data, or all.
    func start(_ count: Int) -> [UInt8] {
        guard let data = unsafe pointer.pointee.data else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: min(size, count)))
    }

    /// Gives the data back and keeps the packet.
    func clear() { unsafe av_packet_unref(pointer) }
}
