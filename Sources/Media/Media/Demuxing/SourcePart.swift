import MediaTypes

/// A part of a source that acts as a source of its own: a link of an Ogg chain, or the content after a tag.
final class SourcePart: ByteSource {
    private let whole: any ByteSource
    private let range: Range<Int64>

    init(_ whole: any ByteSource, range: Range<Int64>) {
        self.whole = whole
        self.range = range
    }

    /// Always `true`: parts are made only of sources that can be read at any offset.
    let isSeekable = true
    var size: Int64? { Int64(range.count) }
    var tags: [String: String] { whole.tags }
    var hasShrunk: Bool { whole.hasShrunk }
    var isLocal: Bool { whole.isLocal }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let rest = max(0, Int64(range.count) - offset)
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(rest, Int64(buffer.count)))))
        return unsafe room.isEmpty ? 0 : try whole.read(into: room, at: range.lowerBound + offset)
    }
}
