import AudioTypes
import CFFmpeg
import Containers
package import MediaTypes

/// Writes packets of a track into another container, with their tags, picture and chapters.
///
/// It makes the usual file of a container, or one that can be played whenever the writing stops (``Layout``). If the sink cannot go
/// back, MP4 is written in fragments, and MP3 without the packet that states its delay. Any thread may use a writer, but only one
/// at a time.
@safe package struct PacketWriter: ~Copyable {
    /// What is written beside the sound.
    package struct Extras: Sendable {
        /// Under the names that ``MediaDescription/tags`` has.
        package var tags: [String: String]
        package var picture: Picture?
        package var chapters: [Chapter]

        /// Makes extras.
        package init(tags: [String: String] = [:], picture: Picture? = nil, chapters: [Chapter] = []) {
            self.tags = tags
            self.picture = picture
            self.chapters = chapters
        }
    }

    /// How the container is laid out.
    package enum Layout: Hashable, Sendable {
        /// As players expect it of a file that is complete.
        case usual
        /// With pages, fragments and clusters of a second at most, as recordings are: what was written can be played whenever the
        /// writing stops.
        case growing
    }

    /// Whether the picture was stored. Not every container takes every type.
    package let hasPicture: Bool

    private let context: UnsafeMutablePointer<AVFormatContext>
    /// Must outlive `context`. It does: members are destroyed after `deinit` has run.
    private let output: OutputContext
    private let sink: any ByteSink
    private let name: String
    private let container: PacketContainer
    private let rate: Int32
    private let filter: BitstreamFilter?
    /// The packet that is written next.
    private let packet: Packet
    /// The last packet of MP3, which states the padding.
    private let held: Packet
    private var isHolding = false
    /// The frames at the beginning that are not heard.
    private let hidden: Int64
    /// The frames at the end of the last packets that are not heard, for MP3.
    private var padding: Int64 = 0
    /// The header of FLAC of which a part is copied; its length is known at the end.
    private let cutHeader: [UInt8]?
    /// The number of the first packet of such a part.
    private var firstNumber: Int64?
    /// The frames that were written.
    private var count: Int64 = 0

    /// Writes the header of the container for the packets of `reader`; its current one is not written by this.
    package init(
        _ sink: any ByteSink, container: PacketContainer, for reader: borrowing PacketReader, hidden: Int64, isPart: Bool,
        extras: Extras, name: String
    ) throws(MediaError) {
        unsafe try self.init(
            sink, container: container, for: reader.stream, first: reader.demuxer.packet.pointer, hidden: hidden, isPart: isPart,
            layout: .usual, extras: extras, name: name)
    }

    /// Writes the header of the container for packets that are decoded meanwhile, of which `packet` is the first.
    package init(
        _ sink: any ByteSink, container: PacketContainer, for packet: PlayedPacket, hidden: Int64, extras: Extras, name: String
    ) throws(MediaError) {
        unsafe try self.init(
            sink, container: container, for: packet.stream, first: packet.data.pointer, hidden: hidden, isPart: true,
            layout: .growing, extras: extras, name: name)
    }

    /// Writes the header of the container.
    /// - Parameters:
    ///   - stream: how the packets to come are coded.
    ///   - first: the first of them, which is only read.
    ///   - hidden: how many frames at the beginning are not heard. The container must be able to hide them
    ///     (``PacketContainer/mostHidden(codec:canRewrite:)``, ``PacketContainer/leastHidden``).
    ///   - isPart: whether packets of the track are left out.
    /// - Throws: ``MediaError/Code/unsupported`` if the container refuses the packets, and what the sink throws.
    private init(
        _ sink: any ByteSink, container: PacketContainer, for stream: CodedStream, first: UnsafeMutablePointer<AVPacket>,
        hidden: Int64, isPart: Bool, layout: Layout, extras: Extras, name: String
    ) throws(MediaError) {
        FFmpegProcess.prepare()
        let output = try OutputContext(sink, name: name)
        let packet = try Packet(for: name)
        let held = try Packet(for: name)
        let needsFilter = stream.hasHeaders && (container == .mp4 || container == .matroska)
        var filter: BitstreamFilter?
        var header = stream.header
        if needsFilter {
            let made = try BitstreamFilter("aac_adtstoasc", for: stream, name: name)
            header = unsafe try Self.header(of: first, made, scratch: packet, name: name)
            filter = consume made
        } else if stream.format.codec == "opus" {
            header = Self.opusHeader(header, preSkip: hidden)
        } else if isPart, stream.format.codec == "flac" {
            header = FLACCut.header(header, count: nil)
        }
        var allocated: UnsafeMutablePointer<AVFormatContext>?
        let muxer = container.muxerName(codec: stream.format.codec)
        let status = unsafe avformat_alloc_output_context2(&allocated, nil, muxer, nil)
        guard status >= 0, let context = unsafe allocated else {
            throw MediaError(status: status, writing: name, "\(name) cannot be written: FFmpeg has no \(container.name) here")
        }
        var hasPicture = false
        do throws(MediaError) {
            unsafe context.pointee.pb = unsafe output.pointer
            if layout == .growing { unsafe context.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS }
            unsafe try Self.addSound(to: context, stream, header: header, hidden: hidden, name: name)
            let size = extras.picture.flatMap { PictureSize($0) }
            hasPicture = unsafe try container.add(extras.picture, size, to: context, name: name)
            if container.holdsChapters { unsafe try Self.add(extras.chapters, to: context, name: name) }
            let tags = WrittenTags(container.holdsTags ? extras.tags : [:])
            unsafe tags.add(to: &context.pointee.metadata)
            if let stream = unsafe context.pointee.streams?[0] { unsafe tags.addLanguage(to: &stream.pointee.metadata) }
            var options: OpaquePointer?
            defer { unsafe av_dict_free(&options) }
            let rate = stream.format.sampleRate.hertz
            let hasTags = !tags.isEmpty || hasPicture || !extras.chapters.isEmpty
            let settings = container.options(
                rate: rate, hidden: hidden, canRewrite: sink.canRewrite, hasTags: hasTags, layout: layout)
            for (key, value) in settings { unsafe av_dict_set(&options, key, value, 0) }
            let status = unsafe avformat_write_header(context, &options)
            if let failure = output.stream.failure { throw failure }
            guard status >= 0 else {
                throw MediaError(
                    status: status, writing: name,
                    "\(name) cannot be written: \(container.name) refuses this \(stream.format.codec)")
            }
            if hasPicture, let picture = extras.picture {
                unsafe try container.write(picture, to: context, packet, name: name)
                if let failure = output.stream.failure { throw failure }
            }
        } catch {
            unsafe avformat_free_context(context)
            throw error
        }
        unsafe self.context = unsafe context
        self.output = output
        self.packet = packet
        self.held = held
        self.hasPicture = hasPicture
        self.sink = sink
        self.name = name
        self.container = container
        self.filter = filter
        self.hidden = hidden
        rate = stream.format.sampleRate.hertz
        cutHeader = isPart && stream.format.codec == "flac" ? header : nil
    }

    deinit { unsafe avformat_free_context(context) }

    /// Writes the current packet of `reader`, and takes its data away.
    /// - Parameters:
    ///   - start: its first frame; 0 is the first one to be heard.
    ///   - kept: how many of its frames are to be heard at most, which is fewer than it has only in the last packets.
    /// - Throws: what the sink throws, and ``MediaError/Code/unsupported`` if the container refuses the packet.
    package mutating func write(_ reader: inout PacketReader, at start: Int64, kept: Int64) throws(MediaError) {
        unsafe av_packet_move_ref(packet.pointer, reader.demuxer.packet.pointer)
        try write(at: start, frames: reader.packet.frames, kept: kept)
    }

    /// Writes a packet that was decoded.
    /// - Parameters: those of ``write(_:at:kept:)-(PacketReader,_,_)``.
    package mutating func write(_ played: PlayedPacket, at start: Int64, kept: Int64) throws(MediaError) {
        guard unsafe av_packet_ref(packet.pointer, played.data.pointer) >= 0 else { throw .outOfMemory(writing: name) }
        try write(at: start, frames: played.frames, kept: kept)
    }

    /// Completes the page, fragment or cluster that is open. All packets are then in the sink, except one or two that the container
    /// holds back.
    package mutating func flush() throws(MediaError) {
        try check(unsafe av_write_frame(context, nil))
        // The first time, MP4 writes only its header.
        if container == .mp4 { try check(unsafe av_write_frame(context, nil)) }
        try output.flush()
    }

    /// Writes the packet that `reader` has kept, and takes its data away. Its frames end with frame 0, and none of them is heard.
    package mutating func writeKept(of reader: inout PacketReader, frames: Int64) throws(MediaError) {
        unsafe av_packet_move_ref(packet.pointer, reader.kept.pointer)
        try write(at: -frames, frames: frames, kept: frames)
    }

    private mutating func write(at start: Int64, frames: Int64, kept: Int64) throws(MediaError) {
        count += kept
        try filter?.apply(to: packet)
        if cutHeader != nil { try renumber() }
        unsafe av_packet_free_side_data(packet.pointer)
        unsafe packet.pointer.pointee.stream_index = 0
        // What is not heard is told by times, and not by a flag of single packets.
        unsafe packet.pointer.pointee.flags = AV_PKT_FLAG_KEY
        unsafe packet.pointer.pointee.pts = start
        unsafe packet.pointer.pointee.dts = start
        unsafe packet.pointer.pointee.duration = kept
        guard container == .mp3 else {
            if container == .matroska, kept < frames { try state(skip: 0, cut: frames - kept, in: packet) }
            return try submit(packet)
        }
        padding = kept < frames ? padding + frames - kept : 0
        if isHolding { try submit(held) }
        unsafe av_packet_move_ref(held.pointer, packet.pointer)
        isHolding = true
    }

    /// Ends the container. Nothing may be written afterwards.
    package mutating func finish() throws(MediaError) {
        if isHolding {
            isHolding = false
            // FFmpeg's muxer takes both from the packet that has them.
            if hidden > 0 { try state(skip: hidden, cut: padding, in: held) }
            try submit(held)
        }
        try check(unsafe av_write_trailer(context))
        try output.flush()
        guard let cutHeader, container == .flac, sink.canRewrite else { return }
        // After the mark of FLAC and the head of its first block, four bytes each.
        try sink.overwrite(at: 8, FLACCut.header(cutHeader, count: count))
    }

    private func submit(_ packet: borrowing Packet) throws(MediaError) {
        guard let stream = unsafe context.pointee.streams?[0] else { preconditionFailure("the first stream is the sound") }
        unsafe av_packet_rescale_ts(packet.pointer, AVRational(num: 1, den: rate), stream.pointee.time_base)
        let status = unsafe av_write_frame(context, packet.pointer)
        packet.clear()
        try check(status)
    }

    private func check(_ status: Int32) throws(MediaError) {
        if let failure = output.stream.failure { throw failure }
        guard status < 0 else { return }
        throw MediaError(status: status, writing: name, "the packets of \(name) cannot be written")
    }

    /// States in a packet how many frames at the beginning and at the end are not heard.
    private func state(skip: Int64, cut: Int64, in packet: borrowing Packet) throws(MediaError) {
        // The frames to drop at the start and at the end, 32 bits each, and a byte for the reason of each.
        guard let data = unsafe av_packet_new_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, 10) else {
            throw .outOfMemory(writing: name)
        }
        for index in 0..<10 { unsafe data[index] = 0 }
        for index in 0..<4 {
            unsafe data[index] = UInt8(truncatingIfNeeded: skip >> Int64(8 * index))
            unsafe data[4 + index] = UInt8(truncatingIfNeeded: cut >> Int64(8 * index))
        }
    }

    /// Gives a packet of FLAC its number in the part.
    private mutating func renumber() throws(MediaError) {
        let bytes = packet.start(packet.size)
        guard let number = FLACPacketHeader(bytes[...])?.number else { return }
        let first = firstNumber ?? number
        firstNumber = first
        guard let changed = FLACCut.packet(bytes, numberedFrom: first) else { return }
        guard unsafe av_new_packet(held.pointer, Int32(changed.count)) >= 0 else { throw .outOfMemory(writing: name) }
        unsafe changed.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(held.pointer.pointee.data).copyMemory(from: base, byteCount: bytes.count)
        }
        packet.clear()
        unsafe av_packet_move_ref(packet.pointer, held.pointer)
    }
}

/// The writer alone owns everything in it, and nothing in it is bound to a thread.
extension PacketWriter: @unchecked Sendable {}

// MARK: - The header

extension PacketWriter {
    private static func addSound(
        to context: UnsafeMutablePointer<AVFormatContext>, _ coded: CodedStream, header: [UInt8], hidden: Int64, name: String
    ) throws(MediaError) {
        guard let stream = unsafe avformat_new_stream(context, nil),
            let parameters = unsafe stream.pointee.codecpar,
            unsafe avcodec_parameters_copy(parameters, coded.parameters) >= 0
        else { throw .outOfMemory(writing: name) }
        unsafe stream.pointee.time_base = AVRational(num: 1, den: coded.format.sampleRate.hertz)
        // Containers have names of their own for a codec.
        unsafe parameters.pointee.codec_tag = 0
        unsafe parameters.pointee.initial_padding = Int32(clamping: hidden)
        try unsafe parameters.pointee.setHeader(header, name: name)
    }

    /// The header that belongs apart from the packets, from the headers of the packets.
    private static func header(
        of first: UnsafeMutablePointer<AVPacket>, _ filter: borrowing BitstreamFilter, scratch: borrowing Packet, name: String
    ) throws(MediaError) -> [UInt8] {
        guard unsafe av_packet_ref(scratch.pointer, first) >= 0 else { throw .outOfMemory(writing: name) }
        try filter.apply(to: scratch)
        defer { scratch.clear() }
        var size = 0
        guard let data = unsafe av_packet_get_side_data(scratch.pointer, AV_PKT_DATA_NEW_EXTRADATA, &size) else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: size))
    }

    private static func opusHeader(_ header: [UInt8], preSkip: Int64) -> [UInt8] {
        guard OpusPacket.preSkip(header) != nil else { return header }
        var header = header
        header.replaceSubrange(10..<12, with: preSkip.littleEndianBytes(2))
        return header
    }

    private static func add(
        _ chapters: [Chapter], to context: UnsafeMutablePointer<AVFormatContext>, name: String
    ) throws(MediaError) {
        guard !chapters.isEmpty else { return }
        let size = unsafe MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
        guard let list = unsafe av_calloc(chapters.count, size) else { throw .outOfMemory(writing: name) }
        unsafe context.pointee.chapters = unsafe list.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
        for (index, chapter) in chapters.enumerated() {
            guard let memory = unsafe av_mallocz(MemoryLayout<AVChapter>.size) else { throw .outOfMemory(writing: name) }
            let entry = unsafe memory.assumingMemoryBound(to: AVChapter.self)
            unsafe context.pointee.chapters[index] = unsafe entry
            unsafe context.pointee.nb_chapters = UInt32(index + 1)
            unsafe entry.pointee.id = Int64(index)
            unsafe entry.pointee.time_base = AVRational(num: 1, den: 1_000)
            unsafe entry.pointee.start = Int64((chapter.start * 1_000).rounded())
            unsafe entry.pointee.end = Int64((chapter.end * 1_000).rounded())
            if !chapter.title.isEmpty { unsafe av_dict_set(&entry.pointee.metadata, "title", chapter.title, 0) }
        }
    }
}

extension AVCodecParameters {
    /// Replaces the codec's header.
    fileprivate mutating func setHeader(_ header: [UInt8], name: String) throws(MediaError) {
        unsafe av_free(extradata)
        unsafe extradata = nil
        unsafe extradata_size = 0
        guard !header.isEmpty else { return }
        let room = unsafe av_mallocz(header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
        guard let room = unsafe room else { throw .outOfMemory(writing: name) }
        let bytes = unsafe room.assumingMemoryBound(to: UInt8.self)
        for (index, byte) in header.enumerated() { unsafe bytes[index] = byte }
        unsafe extradata = unsafe bytes
        unsafe extradata_size = Int32(header.count)
    }
}
