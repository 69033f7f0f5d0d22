/// Wraps JSON in JSON with a checksum before it. The checksum covers the exact bytes: content in which the disk has changed one
/// bit must not pass for what was written.
package enum Envelope {
    /// The error if bytes are not a whole envelope.
    package struct Damage: Error, CustomStringConvertible {
        /// A sentence about the file, which it calls "it".
        package let description: String
    }

    private static let opening = Array(#"{"checksum":""#.utf8)
    private static let middle = Array(#"","state":"#.utf8)
    /// What comes behind the content.
    static let closing = Array("}".utf8)
    private static let digitCount = 16

    /// Returns the content of a file that holds `content`, which must be JSON.
    package static func seal(_ content: Span<UInt8>) -> [UInt8] {
        var file = head(of: content)
        // Reserved in one step: the content may be megabytes.
        file.reserveCapacity(file.count + content.count + closing.count)
        unsafe content.withUnsafeBufferPointer { unsafe file.append(contentsOf: $0) }
        file += closing
        return file
    }

    /// Returns what comes in front of `content`.
    static func head(of content: Span<UInt8>) -> [UInt8] { opening + checksum(content) + middle }

    /// Returns the content that was sealed in `file`, in the memory of `file`: it may be megabytes.
    /// - Throws: ``Damage`` if `file` is not what ``seal(_:)`` made.
    package static func open(_ file: consuming [UInt8]) throws(Damage) -> [UInt8] {
        let start = opening.count + digitCount + middle.count
        let count = file.count
        guard count >= start + closing.count, file.starts(with: opening), file.last == closing.last else {
            throw Damage(description: "it is damaged: it has \(count) bytes and does not begin and end as it was written")
        }
        let digits = Array(file[opening.count..<opening.count + digitCount])
        let isMarked = file[opening.count + digitCount..<start].elementsEqual(middle)
        let found = checksum(file.span.extracting(start..<count - closing.count))
        guard isMarked, digits == found else {
            throw Damage(description: "it is damaged: its checksum is that of something else")
        }
        file.removeLast(closing.count)
        file.removeSubrange(..<start)
        return file
    }

    /// Returns the checksum of `bytes` in hexadecimal, 16 digits.
    private static func checksum(_ bytes: Span<UInt8>) -> [UInt8] {
        var hash = Checksum()
        hash.combine(bytes)
        let digits = String(hash.value, radix: 16)
        return Array((String(repeating: "0", count: digitCount - digits.count) + digits).utf8)
    }
}
