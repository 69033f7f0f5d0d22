import CFFmpeg
import Glibc
import MediaTypes
import SystemSupport

/// Opens for FFmpeg's HLS demuxer what a list names, and keeps it open as long as FFmpeg needs it.
///
/// A class, because C keeps a pointer to it. Only the thread that runs the demuxer uses it.
@safe final class SegmentInputs {
    /// An open segment.
    private final class Input {
        let context: InputContext
        init(_ context: consuming InputContext) { self.context = context }
    }

    /// A bound on the open inputs. FFmpeg has fewer open for one list: a segment, its key, its initialisation section, and the
    /// list itself.
    private static let mostInputs = 6

    private let opening: any SegmentOpening
    private let list: ByteStream
    private let name: String
    /// The absolute addresses of the keys in the list, as it was read last.
    private var keys: Set<String>
    private var numbering = SegmentNumbering()
    private var watch = ListWatch()
    /// The remarks on segments in the list as it was read last, by absolute address.
    private var remarks: [String: [String: String]] = [:]
    /// Counts what FFmpeg reads, and collects the tags in it.
    let tally = SegmentTally()
    private var inputs: [UnsafeMutablePointer<AVIOContext>: Input] = unsafe [:]

    init(_ opening: any SegmentOpening, _ first: SegmentList?, of list: ByteStream, name: String) {
        keys = Self.resolved(first?.keys ?? [], opening)
        self.opening = opening
        self.list = list
        self.name = name
        if let first { note(first) }
    }

    /// Notes what a list says of its segments, and returns the number that the first of them is to have.
    @discardableResult
    private func note(_ list: SegmentList) -> Int64 {
        remarks = [:]
        for segment in list.segments where !segment.remark.isEmpty {
            if let address = try? opening.resolve(segment.reference) { remarks[address] = segment.remark }
        }
        // The number of a segment may be a part of what decrypts it.
        guard !list.isComplete, list.keys.isEmpty else { return list.mediaSequence }
        return numbering.take(list.mediaSequence, list.segments.map(\.name))
    }

    /// Ends the waiting for a list that never changes again.
    private func checkLife(of list: SegmentList) throws(MediaError) {
        let seconds = max(opening.patienceSeconds, 3 * list.targetSeconds)
        let isDead = watch.isDead(
            list.mediaSequence, list.segments.map(\.name), patience: Int64(seconds * 1e9), now: MonotonicClock.nanoseconds)
        guard isDead, !list.isComplete else { return }
        throw MediaError(.networkFailed, "\(name) is a live list in which no new segment came for \(Int(seconds)) s")
    }

    /// The list's own address.
    var address: String { opening.address }

    /// Makes a demuxer open its segments here, so that FFmpeg opens nothing itself.
    func install(in context: UnsafeMutablePointer<AVFormatContext>, _ options: inout OpaquePointer?) {
        unsafe context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        unsafe context.pointee.io_open = openSegment
        unsafe context.pointee.io_close2 = closeSegment
        // The content of a segment decides what it is, among the same formats as everywhere. FFmpeg also checks this list for
        // the outer demuxer, so "hls" is in it; a list within a segment cannot open anything.
        unsafe context.pointee.format_whitelist = av_strdup("hls," + AllowedFormats.list)
        for name in ["allowed_extensions", "allowed_segment_extensions"] { unsafe av_dict_set(&options, name, "ALL", 0) }
        // Persistent and multiple connections belong to FFmpeg's own HTTP, which is not used here.
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
            case .cancelled:
                list.noteCancellation()
                return (fermata_averror_exit(), nil)
            // A missing segment is skipped.
            case .notFound: return (-ENOENT, nil)
            default:
                list.giveUp(error)
                return (-EIO, nil)
            }
        }
    }

    /// Opens the content at an address, and returns it with the offset of the byte that FFmpeg sees as byte 0.
    private func source(_ address: String, _ options: SegmentOptions) throws(MediaError) -> (any ByteSource, Int64) {
        // FFmpeg puts this in front of an address whose content its own protocol would decrypt.
        let mark = "crypto+"
        if address.hasPrefix(mark) {
            let source = try opening.open(String(address.dropFirst(mark.count)), cancellation: list.cancellation)
            let decrypted = try DecryptedSource(
                source, key: options.key, vector: options.vector, from: options.start, to: options.end, name: name)
            return (tallied(decrypted, from: 0, String(address.dropFirst(mark.count))), 0)
        }
        if isKey(address) { return (try key(at: address), 0) }
        let source = try opening.open(address, cancellation: list.cancellation)
        if address == opening.address {
            let again = try ListSource.again(source, opening, name: name) { note($0) }
            keys = Self.resolved(again.list.keys, opening)
            try checkLife(of: again.list)
            return (again, 0)
        }
        // In a file FFmpeg seeks to the segment's position itself.
        let start = address.hasPrefix("file:") ? 0 : options.start
        return (tallied(source, from: start, address), start)
    }

    private func tallied(_ source: any ByteSource, from start: Int64, _ address: String) -> any ByteSource {
        tally.begin(remark: remarks[address] ?? [:])
        return TalliedSegment(source, from: start, tally)
    }

    private static func resolved(_ keys: Set<String>, _ opening: any SegmentOpening) -> Set<String> {
        Set(keys.lazy.compactMap { try? opening.resolve($0) })
    }

    /// Whether FFmpeg asks for a key. FFmpeg has made the address absolute itself, and may write it differently.
    private func isKey(_ address: String) -> Bool {
        !keys.isEmpty && keys.contains((try? opening.resolve(address)) ?? address)
    }

    /// Opens a key and checks its size. FFmpeg would go on with no key or half of one, and play noise.
    private func key(at address: String) throws(MediaError) -> any ByteSource {
        let bytes: [UInt8]
        do throws(MediaError) {
            let source = try opening.open(address, cancellation: list.cancellation)
            bytes = try source.bytes(in: 0..<Int64(DecryptedSource.blockSize) + 1)
        } catch {
            guard error.code == .notFound else { throw error }
            throw MediaError(.unsupported, "\(name) is encrypted, and its key is not to be had: \(error.message)")
        }
        guard bytes.count == DecryptedSource.blockSize else {
            throw MediaError(
                .unsupported, "\(name) is encrypted, and its key does not have the \(DecryptedSource.blockSize) bytes of one")
        }
        return MemorySource(bytes)
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
