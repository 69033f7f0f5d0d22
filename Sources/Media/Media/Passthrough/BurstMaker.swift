import CFFmpeg
import MediaTypes

/// Puts packets into bursts of IEC 61937, by FFmpeg's muxer. One thread at a time.
@safe struct BurstMaker: ~Copyable {
    private let context: UnsafeMutablePointer<AVFormatContext>
    /// Must outlive `context`. It does: members are destroyed after `deinit` has run.
    private let output: OutputContext
    private let bursts: BurstSink
    private let packet: Packet

    /// Makes a maker for packets of a stream with these parameters.
    /// - Throws: ``MediaError/Code/unsupported`` if FFmpeg cannot make bursts of them.
    init(_ parameters: UnsafePointer<AVCodecParameters>, name: String) throws(MediaError) {
        let bursts = BurstSink()
        let output = try OutputContext(bursts, name: name)
        let packet = try Packet(for: name)
        var allocated: UnsafeMutablePointer<AVFormatContext>?
        let status = unsafe avformat_alloc_output_context2(&allocated, nil, "spdif", nil)
        guard status >= 0, let context = unsafe allocated else { throw Self.refusal(status, name) }
        unsafe context.pointee.pb = unsafe output.pointer
        let failure = unsafe Self.begin(context, parameters)
        guard failure >= 0 else {
            unsafe avformat_free_context(context)
            throw Self.refusal(failure, name)
        }
        unsafe self.context = unsafe context
        self.output = output
        self.bursts = bursts
        self.packet = packet
    }

    deinit { unsafe avformat_free_context(context) }

    private static func refusal(_ status: Int32, _ name: String) -> MediaError {
        MediaError(status: status, writing: name, "the packets of \(name) cannot be passed through")
    }

    private static func begin(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ parameters: UnsafePointer<AVCodecParameters>
    ) -> Int32 {
        guard let stream = unsafe avformat_new_stream(context, nil) else { return -ENOMEM }
        let status = unsafe avcodec_parameters_copy(stream.pointee.codecpar, parameters)
        guard status >= 0 else { return status }
        // A number that only the container of the media knows.
        unsafe stream.pointee.codecpar.pointee.codec_tag = 0
        return unsafe avformat_write_header(context, nil)
    }

    /// Takes a packet. Returns the bursts that are whole with it, as words of 16 bits with the lower byte first: none if further
    /// packets belong to the burst; `nil` if the packet is damaged and none of its burst can be used.
    mutating func put(_ data: SharedPacket) -> [UInt8]? {
        bursts.bytes = []
        packet.clear()
        guard unsafe av_packet_ref(packet.pointer, data.pointer) >= 0 else { return nil }
        unsafe packet.pointer.pointee.stream_index = 0
        unsafe packet.pointer.pointee.pts = fermata_no_timestamp()
        unsafe packet.pointer.pointee.dts = fermata_no_timestamp()
        let status = unsafe av_write_frame(context, packet.pointer)
        packet.clear()
        guard status >= 0, (try? output.flush()) != nil else { return nil }
        return bursts.bytes
    }
}

/// The bursts that the muxer has written and nobody has taken. One thread at a time.
private final class BurstSink: ByteSink, @unchecked Sendable {
    var bytes: [UInt8] = []
    let canRewrite = false

    func write(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes.append(contentsOf: bytes) }

    func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) {}
}
