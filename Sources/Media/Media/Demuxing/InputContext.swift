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

    /// Returns up to `count` first bytes after FFmpeg has looked at them in vain, which leaves them in the buffer; none if they are gone.
    func firstBytes(_ count: Int) -> [UInt8] {
        guard unsafe avio_seek(pointer, 0, SEEK_SET) == 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            initialized = Int(max(0, unsafe avio_read(pointer, bytes.baseAddress, Int32(count))))
        }
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

/// A read position in a ``ByteSource`` and the result of the last read: the state behind FFmpeg's input callbacks.
///
/// A class, because C keeps a pointer to it. One thread at a time uses it: the one that runs the demuxer.
final class ByteStream {
    let source: any ByteSource
    let cancellation: CancellationToken
    /// The offset in the source that FFmpeg sees as byte 0; at most ``ByteCount/largest``.
    private let start: Int64
    private var offset: Int64 = 0
    /// The first bytes that FFmpeg got of a source that can be read only once.
    private(set) var beginning: [UInt8] = []
    /// How many bytes of these are kept: more than the header of any MP4 in fragments has before its tags.
    private static let mostOfBeginning = 1 << 16
    /// The first error that the source threw. FFmpeg passes on only a number, so the error waits here.
    private(set) var failure: MediaError?
    /// Whether FFmpeg should stop what it is doing.
    var isInterrupted: Bool { isCancelled || hasGivenUp }
    /// Whether the work that FFmpeg is doing was cancelled. Once `true` this stays `true`, even if a new order follows: FFmpeg
    /// was interrupted at an unknown point, so its context must be opened anew.
    var isCancelled: Bool {
        if !wasCancelled { wasCancelled = cancellation.isInterrupted }
        return wasCancelled
    }
    private(set) var wasCancelled = false
    private var hasGivenUp = false
    /// What FFmpeg gets if the size is unknown: a size, or an error status.
    var unknownSize = Int64(-ENOSYS)
    /// The list that this stream is a segment of. A failing segment makes the list fail too.
    private let list: ByteStream?

    init(source: any ByteSource, cancellation: CancellationToken, list: ByteStream? = nil, from start: Int64 = 0) {
        self.source = source
        self.cancellation = cancellation
        self.list = list
        self.start = start
    }

    /// Notes that a segment was not opened because its reading was cancelled.
    func noteCancellation() { wasCancelled = true }

    /// Stops because of a segment's `error`. FFmpeg would otherwise go on to the next segment and fail there too.
    func giveUp(_ error: MediaError) {
        if failure == nil { failure = error }
        hasGivenUp = true
    }

    /// Fills `buffer` from the current position; returns the number of bytes, or an FFmpeg status.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        guard !isCancelled, list?.isCancelled != true else { return fermata_averror_exit() }
        do throws(MediaError) {
            let count = unsafe try source.read(into: buffer, at: start + offset)
            guard count > 0 else { return fermata_averror_eof() }
            if !source.isSeekable, offset == Int64(beginning.count), offset < Self.mostOfBeginning {
                unsafe beginning.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
            offset += Int64(count)
            return Int32(count)
        } catch {
            guard error.code != .cancelled else {
                wasCancelled = true
                list?.wasCancelled = true
                return fermata_averror_exit()
            }
            if failure == nil { failure = error }
            list?.giveUp(error)
            return -EIO
        }
    }

    /// Moves the position and returns it; returns the size if FFmpeg asks for that, or an error status.
    func seek(to target: Int64, whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return source.size.map { max(0, $0 - start) } ?? unknownSize }
        guard source.isSeekable else { return Int64(-ESPIPE) }
        let base: Int64
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = offset
        case SEEK_END:
            guard let size = source.size else { return Int64(-ENOSYS) }
            base = max(0, size - start)
        default: return Int64(-EINVAL)
        }
        let (position, overflows) = base.addingReportingOverflow(target)
        guard !overflows, (0...ByteCount.largest).contains(position) else { return Int64(-EINVAL) }
        offset = position
        return position
    }
}
