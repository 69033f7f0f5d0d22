/// Where the bytes of media come from: a file, and for other sources a pushed stream or a network connection.
///
/// Reads come from one thread at a time, but not always from the same one.
package protocol ByteSource: AnyObject, Sendable {
    /// The size in bytes as it is now, at most ``ByteCount/largest``; `nil` where nobody knows (a stream).
    var size: Int64? { get }

    /// Whether reads may come at any offset. Otherwise each read continues where the one before ended.
    var isSeekable: Bool { get }

    /// Whether every jump asks a network anew: then nobody walks through it to know where everything stands.
    var isFar: Bool { get }

    /// Reads up to `buffer.count` bytes that begin at `offset`, and answers how many: 0 is the end.
    ///
    /// May block. A source that can block for long registers with ``CancellationToken/register(_:)`` what wakes it, and then
    /// throws ``MediaError/Code/cancelled``.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int

    /// Opens what the bytes name where they are a list of segments (HLS); `nil` where they may name nothing.
    var segments: (any SegmentOpening)? { get }

    /// The titles that a radio station sent since the last call.
    func takeTitles() -> [StreamTitle]

    /// What the far end says about the whole, such as a station's name.
    var tags: [String: String] { get }

    /// Whether it has fewer bytes now than when it was opened.
    var hasShrunk: Bool { get }

    /// Whether a look at another place costs next to nothing, because no network lies between.
    var isLocal: Bool { get }
}

extension ByteSource {
    package var isFar: Bool { false }
    package var segments: (any SegmentOpening)? { nil }
    package var tags: [String: String] { [:] }
    package var hasShrunk: Bool { false }
    package var isLocal: Bool { false }
    package func takeTitles() -> [StreamTitle] { [] }

    /// The bytes of a range, fewer at the end.
    func bytes(in range: Range<Int64>) throws(MediaError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 1)
        defer { unsafe buffer.deallocate() }
        var filled = 0
        while filled < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = unsafe try read(into: rest, at: range.lowerBound + Int64(filled))
            if count == 0 { break }
            filled += count
        }
        return unsafe Array(buffer.prefix(filled))
    }
}

extension ByteSource {
    /// As many bytes of a range as one read gives; none at the end.
    func someBytes(in range: Range<Int64>) throws(MediaError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 1)
        defer { unsafe buffer.deallocate() }
        let count = unsafe try read(into: buffer, at: range.lowerBound)
        return unsafe Array(buffer.prefix(count))
    }
}

/// A number of bytes, or the offset of one.
package enum ByteCount {
    /// More bytes than any media has, and few enough that sums of such numbers do not overflow. What is larger was forged, or
    /// damaged: it counts as unknown, or cannot be opened.
    package static let largest: Int64 = 1 << 56

    /// A number that may be one; `nil` for every other text.
    static func sane(_ text: String) -> Int64? { Int64(text).flatMap { (0...largest).contains($0) ? $0 : nil } }
}

/// Opens the segments and further lists that a list (HLS, RFC 8216) names. Called on the thread that reads.
package protocol SegmentOpening: AnyObject, Sendable {
    /// The list's own address, to which relative ones belong.
    var address: String { get }

    /// The absolute address that a reference in the list means.
    func resolve(_ reference: String) throws(MediaError) -> String

    /// Opens what stands at an absolute address.
    /// - Throws: ``MediaError/Code/notAllowed`` for what a list from there may not name, and what opening throws.
    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource
}
