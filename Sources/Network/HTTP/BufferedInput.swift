/// Reads a connection line by line or in pieces. One thread at a time.
final class BufferedInput {
    private let connection: any Connection
    private var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    private var unread = 0..<0

    init(_ connection: any Connection) { self.connection = connection }

    /// Reads up to `buffer.count` bytes; 0 is the connection's end.
    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64) throws(NetworkFailure) -> Int {
        guard !unread.isEmpty else { return unsafe try connection.read(into: buffer, until: deadline) }
        let count = min(buffer.count, unread.count)
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[unread.lowerBound..<unread.lowerBound + count]))
        }
        unread.removeFirst(count)
        return count
    }

    /// The next byte, or `nil` at the connection's end.
    func readByte(until deadline: Int64) throws(NetworkFailure) -> UInt8? {
        if unread.isEmpty {
            let count = try fill(until: deadline)
            guard count > 0 else { return nil }
            unread = 0..<count
        }
        return bytes[unread.removeFirst()]
    }

    /// The next line without its end.
    func readLine(atMost limit: Int, until deadline: Int64) throws(NetworkFailure) -> [UInt8] {
        var line: [UInt8] = []
        while line.count <= limit {
            guard let byte = try readByte(until: deadline) else {
                throw .failed("the connection ended in the middle of an answer")
            }
            if byte == UInt8(ascii: "\n") {
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                return line
            }
            line.append(byte)
        }
        throw .failed("the answer has a line of more than \(limit) bytes")
    }

    private func fill(until deadline: Int64) throws(NetworkFailure) -> Int {
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(NetworkFailure) in unsafe try connection.read(into: buffer, until: deadline) }
        }
        return try result.get()
    }
}

extension Range<Int> {
    /// Takes the first number out.
    fileprivate mutating func removeFirst() -> Int {
        defer { self = lowerBound + 1..<upperBound }
        return lowerBound
    }

    fileprivate mutating func removeFirst(_ count: Int) { self = lowerBound + count..<upperBound }
}
