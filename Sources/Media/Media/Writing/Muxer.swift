import CFFmpeg
import Glibc
import MediaTypes

/// Owner of an `AVFormatContext` that writes: puts the packets of one encoder into a container. The counterpart of ``Demuxer``.
/// One thread at a time.
@safe struct Muxer: ~Copyable {
    private let context: UnsafeMutablePointer<AVFormatContext>
    /// Must outlive `context`. It does: members are destroyed after `deinit` has run.
    private let output: OutputContext
    private let name: String
    /// Ticks of the encoder, in which the packets come.
    private let ticks: AVRational
    private let container: AudioFileFormat.Container
    /// The last packet, for containers that must know which one it is.
    private let held: Packet
    private var isHolding = false
    /// Counts the packets for ``cutEnd(at:)``; `nil` if FFmpeg does what that does.
    private var lengths: PacketLengths?
    /// The number after the last frame that can be decoded from the packets that were given to FFmpeg.
    private var end: Int64 = 0
    /// The same without the packets that FFmpeg holds back.
    private var flushableEnd: Int64 = 0
    /// The same for the packets that are in the sink.
    private(set) var durableEnd: Int64 = 0

    /// Begins a container for the packets of `encoder`.
    /// - Throws: ``MediaError/Code/unsupported`` if the container cannot hold them, and what the sink throws.
    init(
        _ sink: any ByteSink, container: AudioFileFormat.Container, encoder: borrowing Encoder, tags: WrittenTags, name: String
    ) throws(MediaError) {
        let output = try OutputContext(sink, name: name)
        let held = try Packet(for: name)
        let lengths = try PacketLengths(of: encoder, in: container, name: name)
        var allocated: UnsafeMutablePointer<AVFormatContext>?
        let status = unsafe avformat_alloc_output_context2(&allocated, nil, container.muxerName, nil)
        guard status >= 0, let context = unsafe allocated else {
            throw MediaError(status: status, writing: name, "\(name) cannot be written: FFmpeg has no \(container.name) here")
        }
        do throws(MediaError) {
            unsafe try Self.begin(context, output, container, encoder, tags, name: name)
        } catch {
            unsafe avformat_free_context(context)
            throw error
        }
        unsafe self.context = unsafe context
        self.output = output
        self.name = name
        self.held = held
        self.container = container
        self.lengths = lengths
        ticks = unsafe encoder.context.pointee.time_base
    }

    deinit { unsafe avformat_free_context(context) }

    private static func begin(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ output: borrowing OutputContext,
        _ container: AudioFileFormat.Container, _ encoder: borrowing Encoder, _ tags: WrittenTags, name: String
    ) throws(MediaError) {
        unsafe context.pointee.pb = unsafe output.pointer
        unsafe context.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS
        guard let stream = unsafe avformat_new_stream(context, nil) else { throw .outOfMemory(writing: name) }
        unsafe stream.pointee.time_base = unsafe encoder.context.pointee.time_base
        var status = unsafe avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context)
        guard status >= 0 else { throw .outOfMemory(writing: name) }
        unsafe tags.add(to: &context.pointee.metadata)
        // MP4 and Matroska keep the language with the track.
        unsafe tags.addLanguage(to: &stream.pointee.metadata)
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        for (key, value) in container.options(hasTags: !tags.isEmpty) { unsafe av_dict_set(&options, key, value, 0) }
        status = unsafe avformat_write_header(context, &options)
        if let failure = output.stream.failure { throw failure }
        guard status >= 0 else {
            throw MediaError(status: status, writing: name, "\(name) cannot be written: \(container.name) refuses the sound")
        }
        try output.flush()
    }

    /// Takes the contents of `packet`, and leaves it empty.
    /// - Throws: what the sink throws.
    mutating func write(_ packet: borrowing Packet) throws(MediaError) {
        lengths?.note(packet)
        guard container.holdsLast else { return try note(submit(packet)) }
        if isHolding { try submitHeld() }
        unsafe av_packet_move_ref(held.pointer, packet.pointer)
        isHolding = true
    }

    private mutating func submitHeld() throws(MediaError) {
        isHolding = false
        try note(submit(held))
    }

    private mutating func note(_ next: Int64) {
        // FFmpeg's muxer of Matroska holds a packet back too, even when it is flushed.
        flushableEnd = container == .matroska ? end : max(end, next)
        end = max(end, next)
    }

    /// Gives a packet to FFmpeg, and returns the number after its last frame.
    private func submit(_ packet: borrowing Packet) throws(MediaError) -> Int64 {
        let next = unsafe packet.pointer.pointee.pts + packet.pointer.pointee.duration
        unsafe packet.pointer.pointee.stream_index = 0
        guard let stream = unsafe context.pointee.streams?[0] else { preconditionFailure("the muxer has one stream") }
        unsafe av_packet_rescale_ts(packet.pointer, ticks, stream.pointee.time_base)
        let status = unsafe av_write_frame(context, packet.pointer)
        packet.clear()
        try check(status)
        return next
    }

    /// Completes the page, fragment or cluster that is open. All packets are then in the sink, except those that are held back.
    mutating func flush() throws(MediaError) {
        try check(unsafe av_write_frame(context, nil))
        // The first time, MP4 writes only its header.
        if container == .mp4 { try check(unsafe av_write_frame(context, nil)) }
        try output.flush()
        durableEnd = flushableEnd
    }

    /// Ends the container. Nothing may be written afterwards.
    /// - Parameter length: the number of frames of the sound.
    mutating func finish(length: Int64) throws(MediaError) {
        if isHolding {
            try cutEnd(at: length)
            try submitHeld()
        }
        try check(unsafe av_write_trailer(context))
        try output.flush()
        durableEnd = max(end, length)
    }

    /// States in the last packet how many of its frames lie after the end.
    private mutating func cutEnd(at length: Int64) throws(MediaError) {
        guard let end = lengths?.end, end > length else { return }
        let excess = end - length
        // The frames to cut at the start and at the end, 32 bits each, and a byte for the reason of each.
        guard let data = unsafe av_packet_new_side_data(held.pointer, AV_PKT_DATA_SKIP_SAMPLES, 10) else {
            throw .outOfMemory(writing: name)
        }
        for (index, byte) in ([0, 0, 0, 0] + excess.littleEndianBytes(4) + [0, 0]).enumerated() { unsafe data[index] = byte }
    }

    private func check(_ status: Int32) throws(MediaError) {
        if let failure = output.stream.failure { throw failure }
        guard status < 0 else { return }
        throw MediaError(status: status, writing: name, "the packets of \(name) cannot be written")
    }
}
