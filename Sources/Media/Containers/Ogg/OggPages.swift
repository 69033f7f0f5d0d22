package import MediaTypes

/// Reads the pages of Ogg (RFC 3533, section 6) in a source, without FFmpeg and without moving FFmpeg's position.
package struct OggPages {
    /// The offset of a page, the serial number of its stream, and other fields of its header.
    package struct Page: Equatable {
        package let offset: Int64
        let serial: UInt32
        /// The granule position: the number after the last frame that ends on the page. `nil` if no frame ends there, or if the
        /// number is more than recordings have bytes.
        package let number: Int64?
        /// Whether this is the last page of the stream.
        let endsStream: Bool
        /// The offset after the page, by the lengths in its header; `nil` if the source ends before those.
        package let end: Int64?
    }

    /// The size of a header without its list of lengths, in bytes.
    package static let headerSize = 27
    /// The size of the longest page: a header, 255 lengths, and as many pieces of 255 bytes.
    private static let longestPage = Int64(headerSize + 255 + 255 * 255)
    /// A bound on the number of parallel streams; no file has as many.
    private static let mostStreams = 64
    /// A bound on the number of links; no recording has as many. FFmpeg reads what comes after them.
    private static let mostLinks = 4_096

    /// The most pages in front of the first sound that are looked at: 16 MiB of comments and pictures.
    private static let mostHeaderPages = 256

    private let source: any MediaBytes
    private let name: String
    /// Checked before each read: a chain has thousands of links, and a slow disk takes time for each.
    private let cancellation: any WorkStop
    private let size: Int64

    /// Makes the pages of a source that can be read at any offset; `nil` for other sources.
    package init?(_ source: any MediaBytes, name: String, cancellation: any WorkStop) {
        guard source.isSeekable, let size = source.size else { return nil }
        self.source = source
        self.name = name
        self.cancellation = cancellation
        self.size = size
    }

    private func bytes(in range: Range<Int64>) throws(MediaError) -> [UInt8] {
        if cancellation.isInterrupted { throw .cancelled(name) }
        return try source.bytes(in: range)
    }

    /// Returns the last page of the source; `nil` if there is none.
    package func lastPage() throws(MediaError) -> Page? {
        let start = max(0, size - Self.longestPage)
        let tail = try bytes(in: start..<size)
        for index in tail.indices.reversed() where tail[index] == UInt8(ascii: "O") {
            if let page = Self.page(tail[index...], at: start + Int64(index)) { return page }
        }
        return nil
    }

    /// Returns the links of a chain, as recordings of radio stations have them: each is a part of the file at whose start new
    /// streams begin. A file that is not a chain is one part.
    package func links() throws(MediaError) -> [Range<Int64>] {
        guard let last = try lastPage() else { return [0..<size] }
        var links: [Range<Int64>] = []
        var start: Int64 = 0
        while links.count < Self.mostLinks {
            let serials = try serials(at: start)
            guard !serials.isEmpty, !serials.contains(last.serial) else { break }
            let end = try firstForeign(to: serials, from: start, last: last)
            links.append(start..<end)
            start = end
        }
        return links + [start..<size]
    }

    /// The serial numbers of the parallel streams that begin at `start`.
    private func serials(at start: Int64) throws(MediaError) -> [UInt32] {
        var serials: [UInt32] = []
        var position = start
        // In a truncated file the lengths in a page may lead past the end.
        while serials.count < Self.mostStreams, position < size {
            let bytes = try bytes(in: position..<min(size, position + Self.longestPage))
            // A flag marks the beginning of a stream.
            guard let page = Self.page(bytes[...], at: position), bytes[5] & 2 != 0 else { break }
            serials.append(page.serial)
            position = page.end ?? size
        }
        return serials
    }

    /// The offset of the first page of another stream, found by bisection.
    private func firstForeign(to serials: [UInt32], from start: Int64, last: Page) throws(MediaError) -> Int64 {
        var (low, high, found) = (start, last.offset, last.offset)
        while low < high {
            let middle = low + (high - low) / 2
            guard let page = try firstPage(in: middle..<found) else {
                high = middle
                continue
            }
            if serials.contains(page.serial) {
                low = page.offset + 1
            } else {
                (high, found) = (middle, page.offset)
            }
        }
        return found
    }

    private func firstPage(in range: Range<Int64>) throws(MediaError) -> Page? {
        let end = min(range.upperBound, range.lowerBound + Self.longestPage)
        let bytes = try bytes(in: range.lowerBound..<min(size, end + Int64(Self.headerSize)))
        for index in 0..<max(0, Int(end - range.lowerBound)) where index < bytes.count && bytes[index] == UInt8(ascii: "O") {
            if let page = Self.page(bytes[index...], at: range.lowerBound + Int64(index)) { return page }
        }
        return nil
    }

    /// Whether the source ends before the stream does, by its last page. A last page of a stream that did not begin here shows
    /// nothing.
    package func areCut() throws(MediaError) -> Bool {
        guard let last = try lastPage(), try serials(at: 0).contains(last.serial) else { return false }
        return !last.endsStream || last.end.map { $0 > size } ?? true
    }

    /// Returns the number of the first sample of FLAC by the header of its first whole packet; `nil` if there is none. A stream that was
    /// kept from its middle on begins with a large number.
    package func firstSampleOfFLAC() throws(MediaError) -> Int64? {
        var (position, count) = (Int64(0), 0)
        while position < size, count < Self.mostHeaderPages {
            let head = try bytes(in: position..<min(size, position + Int64(Self.headerSize + 255)))
            guard let page = Self.page(head[...], at: position), let end = page.end else { return nil }
            let lengths = head[Self.headerSize..<Self.headerSize + Int(head[26])]
            // A flag says that the rest of a packet comes first; the packet ends with a length below 255.
            let ending: Int = lengths.firstIndex { $0 < 255 } ?? lengths.endIndex - 1
            let rest = head[5] & 1 == 0 || lengths.isEmpty ? 0 : lengths[...ending].reduce(Int64(0)) { $0 + Int64($1) }
            let start = position + Int64(Self.headerSize + lengths.count) + rest
            let packet = try bytes(in: start..<min(max(start, end), start + Int64(FLACPacketHeader.longest)))
            if let header = FLACPacketHeader(packet[...]) { return header.firstSample(blockSize: header.sampleCount) }
            (position, count) = (end, count + 1)
        }
        return nil
    }

    private static func end(of page: ArraySlice<UInt8>, at offset: Int64) -> Int64? {
        let count = Int(page[page.startIndex + 26])
        let lengths = page.dropFirst(headerSize).prefix(count)
        guard lengths.count == count else { return nil }
        return lengths.reduce(offset + Int64(headerSize + count)) { $0 + Int64($1) }
    }

    /// The page that `bytes` begin with, which stand at `offset`; `nil` if they begin with none.
    package static func page(_ bytes: ArraySlice<UInt8>, at offset: Int64) -> Page? {
        guard bytes.count >= headerSize, bytes.starts(with: "OggS\0".utf8) else { return nil }
        let number: Int64 = bytes.dropFirst(6).prefix(8).littleEndian()
        let endsStream = bytes[bytes.startIndex + 5] & 4 != 0
        return Page(
            offset: offset, serial: bytes.dropFirst(14).prefix(4).littleEndian(),
            number: (0...ByteCount.largest).contains(number) ? number : nil, endsStream: endsStream,
            end: end(of: bytes, at: offset))
    }
}
