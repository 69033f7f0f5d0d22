import CFFmpeg
import Glibc
import MediaTypes

/// Owner of an `AVIOContext` that writes to a ``ByteSink``. The counterpart of ``InputContext``.
@safe struct OutputContext: ~Copyable {
    let stream: SinkStream
    let pointer: UnsafeMutablePointer<AVIOContext>

    /// 32 KiB: more than a packet of any lossy codec. The muxer empties the buffer after each packet anyway.
    private static let bufferSize = 32 * 1024

    init(_ sink: any ByteSink, name: String) throws(MediaError) {
        let stream = SinkStream(sink)
        guard let buffer = unsafe av_malloc(Self.bufferSize) else { throw .outOfMemory(writing: name) }
        let context = unsafe fermata_alloc_writer(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), Unmanaged.passUnretained(stream).toOpaque(),
            writeBytes, seekBytes)
        guard let context = unsafe context else {
            unsafe av_free(buffer)
            throw .outOfMemory(writing: name)
        }
        unsafe context.pointee.seekable = sink.canRewrite ? AVIO_SEEKABLE_NORMAL : 0
        self.stream = stream
        unsafe self.pointer = unsafe context
    }

    deinit {
        unsafe av_free(pointer.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = unsafe pointer
        unsafe avio_context_free(&context)
    }

    /// Hands everything that FFmpeg has written so far to the sink.
    /// - Throws: what the sink threw, now or earlier.
    func flush() throws(MediaError) {
        unsafe avio_flush(pointer)
        if let failure = stream.failure { throw failure }
    }
}

private func writeBytes(opaque: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: Int32) -> Int32 {
    guard let opaque = unsafe opaque, let bytes = unsafe bytes, count > 0 else { return -EINVAL }
    let stream = unsafe Unmanaged<SinkStream>.fromOpaque(opaque).takeUnretainedValue()
    return unsafe stream.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
}

private func seekBytes(opaque: UnsafeMutableRawPointer?, offset: Int64, whence: Int32) -> Int64 {
    guard let opaque = unsafe opaque else { return Int64(-EINVAL) }
    return unsafe Unmanaged<SinkStream>.fromOpaque(opaque).takeUnretainedValue().seek(to: offset, whence: whence)
}

/// A write position in a ``ByteSink``, and the sink's error: the state behind FFmpeg's output callbacks.
///
/// A class, because C keeps a pointer to it. One thread at a time uses it: the one that runs the muxer.
final class SinkStream {
    private let sink: any ByteSink
    private var position: Int64 = 0
    /// The number of bytes that the sink has.
    private var end: Int64 = 0
    /// The error that the sink threw. FFmpeg passes on only a number, so the error waits here. The sink gets nothing after it.
    private(set) var failure: MediaError?

    init(_ sink: any ByteSink) { self.sink = sink }

    /// Writes at the current position; returns the number of bytes, or an FFmpeg status.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard failure == nil else { return -EIO }
        let replaced = Int(min(Int64(bytes.count), end - position))
        do throws(MediaError) {
            if replaced > 0 {
                unsafe try sink.overwrite(at: position, UnsafeRawBufferPointer(rebasing: bytes[..<replaced]))
            }
            if replaced < bytes.count { unsafe try sink.write(UnsafeRawBufferPointer(rebasing: bytes[replaced...])) }
        } catch {
            failure = error
            return -EIO
        }
        position += Int64(bytes.count)
        end = max(end, position)
        return Int32(bytes.count)
    }

    /// Moves the position and returns it; returns the number of bytes if FFmpeg asks for that, or an error status.
    func seek(to target: Int64, whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return end }
        let base: Int64
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        case SEEK_END: base = end
        default: return Int64(-EINVAL)
        }
        let (sum, overflows) = base.addingReportingOverflow(target)
        guard !overflows, (0...end).contains(sum) else { return Int64(-EINVAL) }
        guard sink.canRewrite || sum == position else { return Int64(-ESPIPE) }
        position = sum
        return sum
    }
}
