package import MediaTypes

/// The source of the bytes of media: a file, a pushed stream or a network connection.
///
/// One thread at a time reads, but not always the same one.
package protocol ByteSource: AnyObject, MediaBytes {
    /// Whether every jump costs a new network request. Such a source is not walked through to find where its parts are.
    var isFar: Bool { get }

    /// Reads up to `buffer.count` bytes from `offset` on and returns how many; 0 means the end.
    ///
    /// May block. A source that can block for long passes a handler to ``CancellationToken/register(_:)`` that wakes it, and
    /// then throws ``MediaError/Code/cancelled``.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int

    /// Opens what the bytes name if they are a list of segments (HLS); `nil` if they may name nothing.
    var segments: (any SegmentOpening)? { get }

    /// Returns the titles that a radio station has sent since the last call.
    func takeTitles() -> [StreamTitle]

    /// What the server says about the whole stream, such as a station's name.
    var tags: [String: String] { get }

    /// Whether the source has fewer bytes now than when it was opened.
    var hasShrunk: Bool { get }

    /// Whether reading at another offset costs next to nothing, because there is no network in between.
    var isLocal: Bool { get }

    /// If the bytes are live sound: how long it may wait before it is heard, in seconds. The media are then known by the bytes that
    /// are there, and packets are small. `nil` for all others.
    var liveLatency: Double? { get }

    /// Opens the file beside this one whose name is that of this one with `ending` behind it; `nil` if there is none, or if the
    /// bytes are no file with a name.
    func companion(_ ending: String, cancellation: CancellationToken) throws(MediaError) -> (any ByteSource)?
}

extension ByteSource {
    package var isFar: Bool { false }
    package var segments: (any SegmentOpening)? { nil }
    package var tags: [String: String] { [:] }
    package var hasShrunk: Bool { false }
    package var isLocal: Bool { false }
    package var liveLatency: Double? { nil }
    package func takeTitles() -> [StreamTitle] { [] }
    package func companion(_: String, cancellation _: CancellationToken) throws(MediaError) -> (any ByteSource)? { nil }

    package func bytes(in range: Range<Int64>) throws(MediaError) -> [UInt8] {
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
    /// Returns as many bytes of `range` as one read gives; none at the end.
    func someBytes(in range: Range<Int64>) throws(MediaError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 1)
        defer { unsafe buffer.deallocate() }
        let count = unsafe try read(into: buffer, at: range.lowerBound)
        return unsafe Array(buffer.prefix(count))
    }
}

/// Opens the segments and further lists that a list (HLS, RFC 8216) names. Called on the thread that reads.
package protocol SegmentOpening: AnyObject, Sendable {
    /// The list's own address, which relative addresses in it refer to.
    var address: String { get }

    /// How long nothing new may come of a live list, in seconds.
    var patienceSeconds: Double { get }

    /// Returns the absolute address of a `reference` in the list.
    func resolve(_ reference: String) throws(MediaError) -> String

    /// Opens the content at an absolute `address`.
    /// - Throws: ``MediaError/Code/notAllowed`` if this list may not name that address, and what opening throws.
    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource
}

extension SegmentOpening {
    package var patienceSeconds: Double { 20 }
}
