import CFFmpeg
import Glibc

/// A reading position in a ``ByteSource``, and what became of the last read: the state behind FFmpeg's input callbacks.
///
/// A class, because C keeps a pointer to it. Used by one thread at a time, the one that runs the demuxer.
final class ByteStream {
    let source: any ByteSource
    let cancellation: CancellationToken
    /// The byte of the source that counts as the first; at most ``ByteCount/largest``.
    private let start: Int64
    private var offset: Int64 = 0
    /// The first failure of the source. FFmpeg passes on a bare number, so the words wait here.
    private(set) var failure: MediaError?
    /// Whether FFmpeg is to give up what it is doing.
    var isInterrupted: Bool { isCancelled || hasGivenUp }
    /// Whether nobody wants what FFmpeg is doing. That stays so, also where another order comes: FFmpeg was told so in the middle of
    /// whatever it did, and what it has open is to be opened anew.
    var isCancelled: Bool {
        if !wasCancelled { wasCancelled = cancellation.isInterrupted }
        return wasCancelled
    }
    private(set) var wasCancelled = false
    private var hasGivenUp = false
    /// What FFmpeg is answered where nobody knows the size: that, or a status.
    var unknownSize = Int64(-ENOSYS)
    /// The list that this is a segment of; it fails with its segments.
    private let list: ByteStream?

    init(source: any ByteSource, cancellation: CancellationToken, list: ByteStream? = nil, from start: Int64 = 0) {
        self.source = source
        self.cancellation = cancellation
        self.list = list
        self.start = start
    }

    /// A segment was not opened because nobody wants it.
    func noteCancellation() { wasCancelled = true }

    /// Gives up because of a segment: FFmpeg would go on to the next one, and fail there too.
    func giveUp(_ error: MediaError) {
        if failure == nil { failure = error }
        hasGivenUp = true
    }

    /// Fills the buffer from the position; answers the bytes read or an FFmpeg status.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        guard !isCancelled, list?.isCancelled != true else { return fermata_averror_exit() }
        do throws(MediaError) {
            let count = unsafe try source.read(into: buffer, at: start + offset)
            guard count > 0 else { return fermata_averror_eof() }
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

    /// Moves the position; answers it, the size where FFmpeg asks for that, or a status.
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
