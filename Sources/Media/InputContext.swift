import CFFmpeg
import Glibc
import MediaTypes

/// Owner of an `AVIOContext` that reads a ``ByteSource``.
@safe struct InputContext: ~Copyable {
    let stream: ByteStream
    let pointer: UnsafeMutablePointer<AVIOContext>

    /// 32 KiB: one read is about a second of compressed music.
    private static let bufferSize = 32 * 1024

    /// - Parameters:
    ///   - list: the list that this input is a segment of.
    ///   - start: the offset in the source that FFmpeg sees as byte 0.
    init(
        _ source: any ByteSource, cancellation: CancellationToken, name: String, list: ByteStream? = nil, from start: Int64 = 0
    ) throws(MediaError) {
        let stream = ByteStream(source: source, cancellation: cancellation, list: list, from: start)
        guard let buffer = unsafe av_malloc(Self.bufferSize) else { throw .outOfMemory(name) }
        let context = unsafe avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0,
            Unmanaged.passUnretained(stream).toOpaque(), readBytes, nil, seekBytes)
        guard let context = unsafe context else {
            unsafe av_free(buffer)
            throw .outOfMemory(name)
        }
        unsafe context.pointee.seekable = source.isSeekable ? AVIO_SEEKABLE_NORMAL : 0
        self.stream = stream
        unsafe self.pointer = unsafe context
    }

    deinit {
        // FFmpeg may have replaced the buffer while it probed.
        unsafe av_free(pointer.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = unsafe pointer
        unsafe avio_context_free(&context)
    }
}

private func readBytes(
    opaque: UnsafeMutableRawPointer?, buffer: UnsafeMutablePointer<UInt8>?, size: Int32
) -> Int32 {
    guard let opaque = unsafe opaque, let buffer = unsafe buffer, size > 0 else { return -EINVAL }
    let stream = unsafe Unmanaged<ByteStream>.fromOpaque(opaque).takeUnretainedValue()
    return unsafe stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
}

private func seekBytes(opaque: UnsafeMutableRawPointer?, offset: Int64, whence: Int32) -> Int64 {
    guard let opaque = unsafe opaque else { return Int64(-EINVAL) }
    return unsafe Unmanaged<ByteStream>.fromOpaque(opaque).takeUnretainedValue().seek(to: offset, whence: whence)
}
