import CFFmpeg
import Glibc

/// Opens for FFmpeg's HLS demuxer what a list names, and keeps it open as long as FFmpeg wants.
///
/// A class, because C keeps a pointer to it. Used by the thread that runs the demuxer.
@safe final class SegmentInputs {
    /// An open segment.
    private final class Input {
        let context: InputContext
        init(_ context: consuming InputContext) { self.context = context }
    }

    /// More than FFmpeg has open of one list: a segment, its key, what stands before it, and the list itself.
    private static let mostInputs = 6

    private let opening: any SegmentOpening
    private let list: ByteStream
    private let name: String
    private var inputs: [UnsafeMutablePointer<AVIOContext>: Input] = unsafe [:]

    init(_ opening: any SegmentOpening, of list: ByteStream, name: String) {
        self.opening = opening
        self.list = list
        self.name = name
    }

    /// The list's own address.
    var address: String { opening.address }

    /// Has a demuxer's segments opened here, and nothing opened by FFmpeg itself.
    func install(in context: UnsafeMutablePointer<AVFormatContext>, _ options: inout OpaquePointer?) {
        unsafe context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        unsafe context.pointee.io_open = openSegment
        unsafe context.pointee.io_close2 = closeSegment
        // What a segment holds is decided by its content, among the same formats as everywhere. The list of them is that of the
        // outer demuxer too; to a list within a segment nothing is opened.
        unsafe context.pointee.format_whitelist = av_strdup("hls," + AllowedFormats.list)
        for name in ["allowed_extensions", "allowed_segment_extensions"] { unsafe av_dict_set(&options, name, "ALL", 0) }
        // Persistent and multiple connections are those of FFmpeg's own HTTP, which is not used here.
        for name in ["extension_picky", "http_persistent", "http_multiple"] { unsafe av_dict_set(&options, name, "0", 0) }
    }

    fileprivate func open(
        _ address: String, _ options: SegmentOptions
    ) -> (status: Int32, context: UnsafeMutablePointer<AVIOContext>?) {
        guard !list.isInterrupted else { return (fermata_averror_exit(), nil) }
        do throws(MediaError) {
            guard unsafe inputs.count < Self.mostInputs else {
                throw MediaError(.unsupported, "\(name) wants more segments open at once than a list needs")
            }
            let (source, start) = try source(address, options)
            let input = Input(try InputContext(source, cancellation: list.cancellation, name: name, list: list, from: start))
            let context = unsafe input.context.pointer
            unsafe inputs[context] = input
            return unsafe (0, context)
        } catch {
            switch error.code {
            case .cancelled: return (fermata_averror_exit(), nil)
            // A segment that is gone is passed over.
            case .notFound: return (-ENOENT, nil)
            default:
                list.giveUp(error)
                return (-EIO, nil)
            }
        }
    }

    /// What stands at an address, and the byte of it that counts as the first.
    private func source(_ address: String, _ options: SegmentOptions) throws(MediaError) -> (any ByteSource, Int64) {
        // FFmpeg names so what its own protocol would decrypt.
        let mark = "crypto+"
        if address.hasPrefix(mark) {
            let source = try opening.open(String(address.dropFirst(mark.count)), cancellation: list.cancellation)
            let decrypted = try DecryptedSource(
                source, key: options.key, vector: options.vector, from: options.start, to: options.end, name: name)
            return (decrypted, 0)
        }
        let source = try opening.open(address, cancellation: list.cancellation)
        if address == opening.address { return (try ListSource.again(source, opening, name: name), 0) }
        // In a file FFmpeg goes to the segment's place itself.
        return (source, address.hasPrefix("file:") ? 0 : options.start)
    }

    fileprivate func close(_ context: UnsafeMutablePointer<AVIOContext>) { unsafe inputs[context] = nil }
}

private func openSegment(
    context: UnsafeMutablePointer<AVFormatContext>?, input: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    url: UnsafePointer<CChar>?, flags: Int32, options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let opaque = unsafe context?.pointee.opaque, let url = unsafe url, flags & AVIO_FLAG_WRITE == 0 else { return -EPERM }
    guard let options = unsafe SegmentOptions(options) else { return -EINVAL }
    let opened = unsafe Unmanaged<SegmentInputs>.fromOpaque(opaque).takeUnretainedValue().open(
        String(cString: url), options)
    unsafe input?.pointee = unsafe opened.context
    return unsafe opened.status
}

private func closeSegment(
    context: UnsafeMutablePointer<AVFormatContext>?, input: UnsafeMutablePointer<AVIOContext>?
) -> Int32 {
    guard let opaque = unsafe context?.pointee.opaque, let input = unsafe input else { return 0 }
    unsafe Unmanaged<SegmentInputs>.fromOpaque(opaque).takeUnretainedValue().close(input)
    return 0
}
