package import NIOCore

/// Splits the bytes of the other side into lines. A value without I/O.
package struct LineFramer {
    /// The result of looking for the next line.
    package enum Line {
        /// A line without its end; never blank, unless blank lines are passed.
        case line(ByteBuffer)
        /// The line has not ended yet.
        case incomplete
        /// The line is longer than the limit.
        case tooLong
    }

    /// The longest line, in bytes without its end.
    let limit: Int
    /// Whether lines without any word count as well.
    let passesBlankLines: Bool
    private var buffer = ByteBuffer()
    /// How many bytes from the reader index on are known to contain no line feed.
    private var scanned = 0

    /// Makes one for lines of at most `limit` bytes.
    package init(limit: Int, passesBlankLines: Bool = false) {
        self.limit = limit
        self.passesBlankLines = passesBlankLines
    }

    /// How many bytes wait in the buffer.
    var readableBytes: Int { buffer.readableBytes }

    /// How many bytes of memory they take.
    var storageBytes: Int { buffer.storageCapacity }

    /// Adds bytes that arrived.
    package mutating func append(_ bytes: ByteBuffer) {
        if buffer.readableBytes == 0 {
            buffer = bytes
            scanned = 0
        } else {
            var bytes = bytes
            buffer.discardReadBytes()
            buffer.writeBuffer(&bytes)
        }
    }

    /// Takes the next line that counts. `isEnded` says that no more bytes will come; the remaining bytes are then a
    /// line.
    package mutating func next(isEnded: Bool = false) -> Line {
        while let length = lengthOfLine(isEnded: isEnded) {
            let hasFeed = length < buffer.readableBytes
            guard var line = buffer.readSlice(length: length) else { return .incomplete }
            if hasFeed { buffer.moveReaderIndex(forwardBy: 1) }
            scanned = 0
            if line.readableBytesView.last == UInt8(ascii: "\r") { line.moveWriterIndex(to: line.writerIndex - 1) }
            if line.readableBytes > limit { return .tooLong }
            if buffer.readableBytes == 0 { buffer = ByteBuffer() }
            if passesBlankLines { return .line(line) }
            let isBlank = line.readableBytesView.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if !isBlank { return .line(line) }
        }
        // One byte more, for the carriage return of a line end of which the line feed has not arrived yet.
        return buffer.readableBytes > limit + 1 ? .tooLong : .incomplete
    }

    /// Takes all bytes that wait, whether they are lines or not.
    mutating func takeRest() -> [UInt8] {
        defer { buffer = ByteBuffer() }
        return Array(buffer.readableBytesView)
    }

    private mutating func lengthOfLine(isEnded: Bool) -> Int? {
        let view = buffer.readableBytesView
        if let feed = view[view.startIndex.advanced(by: scanned)...].firstIndex(of: UInt8(ascii: "\n")) {
            return view.startIndex.distance(to: feed)
        }
        scanned = view.count
        return isEnded && !view.isEmpty ? view.count : nil
    }
}
