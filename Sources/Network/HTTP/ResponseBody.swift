/// The content of an answer, without the framing of HTTP. One thread at a time.
final class ResponseBody {
    private enum Framing {
        case length(Int64)
        /// What is left of a chunk, and whether there was one before it, whose line end is still to come.
        case chunk(Int64, hasPrevious: Bool)
        case untilClosed
        case over
    }

    private let input: BufferedInput
    private var framing: Framing

    init(_ head: ResponseHead, _ input: BufferedInput) {
        self.input = input
        if head.isChunked {
            framing = .chunk(0, hasPrevious: false)
        } else {
            framing = head.contentLength.map { .length($0) } ?? .untilClosed
        }
    }

    /// Reads up to `buffer.count` bytes; 0 is the content's end.
    /// - Throws: where the connection ends before the content does.
    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64) throws(NetworkFailure) -> Int {
        switch framing {
        case .over: return 0
        case .untilClosed: return unsafe try input.read(into: buffer, until: deadline)
        case .length(let left):
            let count = unsafe try readPart(of: left, into: buffer, until: deadline)
            framing = left > Int64(count) ? .length(left - Int64(count)) : .over
            return count
        case .chunk(let left, let hasPrevious):
            var left = left
            if left == 0 {
                left = try chunkSize(afterPrevious: hasPrevious, until: deadline)
                guard left > 0 else {
                    framing = .over
                    return 0
                }
                framing = .chunk(left, hasPrevious: true)
            }
            let count = unsafe try readPart(of: left, into: buffer, until: deadline)
            framing = .chunk(left - Int64(count), hasPrevious: true)
            return count
        }
    }

    private func readPart(
        of left: Int64, into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64
    ) throws(NetworkFailure) -> Int {
        guard left > 0 else { return 0 }
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: left)))
        let count = unsafe try input.read(into: part, until: deadline)
        guard count > 0 else { throw .failed("the connection ended \(left) bytes too early") }
        return count
    }

    private func chunkSize(afterPrevious: Bool, until deadline: Int64) throws(NetworkFailure) -> Int64 {
        if afterPrevious, try !input.readLine(atMost: 16, until: deadline).isEmpty {
            throw .failed("the answer's chunks are damaged")
        }
        let line = String(decoding: try input.readLine(atMost: 4_096, until: deadline), as: UTF8.self)
        let digits = HeaderText.trimmed(line.prefix { $0 != ";" })
        guard let size = Int64(digits, radix: 16), size >= 0 else { throw .failed("the answer's chunks are damaged") }
        return size
    }
}
