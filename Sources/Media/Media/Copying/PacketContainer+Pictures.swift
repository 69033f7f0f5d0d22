import CFFmpeg
import MediaTypes

// How each container stores a picture.
extension PacketContainer {
    /// Adds a place for `picture` to a container whose header is not yet written; returns whether there is one.
    func add(
        _ picture: Picture?, _ size: PictureSize?, to context: UnsafeMutablePointer<AVFormatContext>, name: String
    ) throws(MediaError) -> Bool {
        guard let picture else { return false }
        switch self {
        case .adts, .ac3: return false
        case .ogg:
            unsafe try addComment(picture, size, to: context, name: name)
            return true
        case .matroska:
            unsafe try addAttachment(picture, to: context, name: name)
            return true
        case .mp4, .mp3, .flac:
            guard let size, takes(picture.type) else { return false }
            guard let stream = unsafe avformat_new_stream(context, nil), let parameters = unsafe stream.pointee.codecpar else {
                throw .outOfMemory(writing: name)
            }
            unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
            unsafe parameters.pointee.codec_id = picture.type.codec
            unsafe parameters.pointee.width = Int32(size.width)
            unsafe parameters.pointee.height = Int32(size.height)
            unsafe stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
            unsafe stream.pointee.time_base = AVRational(num: 1, den: 90_000)
            unsafe av_dict_set(&stream.pointee.metadata, "comment", "Cover (front)", 0)
            return true
        }
    }

    /// Writes the picture of a container that takes it as a packet.
    func write(
        _ picture: Picture, to context: UnsafeMutablePointer<AVFormatContext>, _ packet: borrowing Packet, name: String
    ) throws(MediaError) {
        guard self == .mp4 || self == .mp3 || self == .flac else { return }
        guard unsafe av_new_packet(packet.pointer, Int32(picture.bytes.count)) >= 0 else { throw .outOfMemory(writing: name) }
        unsafe picture.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(packet.pointer.pointee.data).copyMemory(from: base, byteCount: bytes.count)
        }
        unsafe packet.pointer.pointee.stream_index = 1
        unsafe packet.pointer.pointee.flags = AV_PKT_FLAG_KEY
        unsafe packet.pointer.pointee.pts = 0
        unsafe packet.pointer.pointee.dts = 0
        let status = unsafe av_write_frame(context, packet.pointer)
        packet.clear()
        guard status >= 0 else { throw MediaError(status: status, writing: name, "the picture of \(name) cannot be written") }
    }

    /// Whether players find pictures of this type in the container.
    private func takes(_ type: PictureType) -> Bool {
        switch type {
        case .jpeg, .png: true
        case .gif: self != .mp4
        case .webp: false
        }
    }

    /// Adds a file beside the sound.
    private func addAttachment(
        _ picture: Picture, to context: UnsafeMutablePointer<AVFormatContext>, name: String
    ) throws(MediaError) {
        guard let stream = unsafe avformat_new_stream(context, nil), let parameters = unsafe stream.pointee.codecpar,
            let room = unsafe av_mallocz(picture.bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
        else { throw .outOfMemory(writing: name) }
        unsafe picture.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe room.copyMemory(from: base, byteCount: bytes.count)
        }
        unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
        unsafe parameters.pointee.codec_id = picture.type.codec
        unsafe parameters.pointee.extradata = unsafe room.assumingMemoryBound(to: UInt8.self)
        unsafe parameters.pointee.extradata_size = Int32(picture.bytes.count)
        unsafe av_dict_set(&stream.pointee.metadata, "filename", "cover.\(picture.type.suffix)", 0)
        unsafe av_dict_set(&stream.pointee.metadata, "mimetype", picture.type.mediaType, 0)
    }

    /// Adds the block of FLAC for pictures (RFC 9639, section 8.8) as a comment in base64.
    private func addComment(
        _ picture: Picture, _ size: PictureSize?, to context: UnsafeMutablePointer<AVFormatContext>, name: String
    ) throws(MediaError) {
        func number(_ value: Int) -> [UInt8] { value.bigEndianBytes(4) }
        let type = Array(picture.type.mediaType.utf8)
        // The front cover, its media type, no description, its size, its depth, no palette, and the bytes.
        let block =
            number(3) + number(type.count) + type + number(0) + number(size?.width ?? 0) + number(size?.height ?? 0)
            + number(size == nil ? 0 : 24) + number(0) + number(picture.bytes.count) + picture.bytes
        let length = (block.count + 2) / 3 * 4 + 1
        guard let text = unsafe av_malloc(length)?.assumingMemoryBound(to: CChar.self) else { throw .outOfMemory(writing: name) }
        unsafe block.withUnsafeBufferPointer { bytes in
            _ = unsafe av_base64_encode(text, Int32(length), bytes.baseAddress, Int32(bytes.count))
        }
        // The dictionary takes the text over.
        unsafe av_dict_set(&context.pointee.metadata, "METADATA_BLOCK_PICTURE", text, AV_DICT_DONT_STRDUP_VAL)
    }
}

extension PictureType {
    fileprivate var codec: AVCodecID {
        switch self {
        case .jpeg: AV_CODEC_ID_MJPEG
        case .png: AV_CODEC_ID_PNG
        case .gif: AV_CODEC_ID_GIF
        case .webp: AV_CODEC_ID_WEBP
        }
    }
}
