import MediaTypes

/// A list of segments that was read and checked. FFmpeg gets these bytes and no others, whatever the server would send next.
final class ListSource: ByteSource {
    private let bytes: [UInt8]
    /// What the list says.
    let list: SegmentList
    let segments: (any SegmentOpening)?
    let tags: [String: String]
    /// Whether the segments are far: reading the list itself costs nothing.
    let isFar: Bool

    private init(_ bytes: [UInt8], _ list: SegmentList, of source: any ByteSource) {
        self.bytes = bytes
        self.list = list
        segments = source.segments
        tags = source.tags
        isFar = source.isFar
    }

    var size: Int64? { Int64(bytes.count) }
    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        guard offset >= 0, offset < bytes.count else { return 0 }
        let part = bytes[Int(offset)...].prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        return part.count
    }
}

extension ListSource {
    /// How many lists may lead to one another.
    private static let deepest = 4
    /// How many of the lists to choose from are tried.
    private static let mostTries = 4

    /// Returns the source to read instead of `source`, which may be a list. For a list of lists this is the chosen one alone;
    /// other media are returned as they are.
    /// - Throws: ``MediaError/Code/unsupported`` for a list that is too large or leads nowhere, and what opening throws.
    static func chosen(
        from source: any ByteSource, name: String, cancellation: CancellationToken
    ) throws(MediaError) -> any ByteSource {
        var source = source
        for _ in 0..<deepest {
            guard let opening = source.segments, SegmentList.begins(try source.bytes(in: 0..<Int64(SegmentList.beginning))) else {
                return source
            }
            let (bytes, list) = try read(source, opening, name)
            guard list.namesLists else {
                return ListSource(list.prepared(bytes, from: list.mediaSequence), list, of: source)
            }
            source = try open(list.choices, opening, name, cancellation)
        }
        throw MediaError(.unsupported, "\(name) is a list that leads from one list to the next")
    }

    /// Reads a list again, because it is live. `number` returns the number that its first segment is to have.
    static func again(
        _ source: any ByteSource, _ opening: any SegmentOpening, name: String, _ number: (SegmentList) -> Int64
    ) throws(MediaError) -> ListSource {
        let (bytes, list) = try read(source, opening, name)
        guard SegmentList.begins(Array(bytes.prefix(SegmentList.beginning))) else {
            throw MediaError(.networkFailed, "\(name) was a list of segments, and is something else now")
        }
        guard !list.namesLists else {
            throw MediaError(.unsupported, "\(name) was a list of segments, and names other lists now")
        }
        return ListSource(list.prepared(bytes, from: number(list)), list, of: source)
    }

    private static func read(
        _ source: any ByteSource, _ opening: any SegmentOpening, _ name: String
    ) throws(MediaError) -> ([UInt8], SegmentList) {
        let bytes = try source.bytes(in: 0..<Int64(SegmentList.sizeLimit) + 1)
        let list = SegmentList(bytes)
        guard bytes.count <= SegmentList.sizeLimit, list.isModest(baseLength: opening.address.utf8.count) else {
            throw MediaError(
                .unsupported, "the list \(name) is larger than the 1 MiB, and what its addresses take, that one may have")
        }
        return (bytes, list)
    }

    private static func open(
        _ choices: [String], _ opening: any SegmentOpening, _ name: String, _ cancellation: CancellationToken
    ) throws(MediaError) -> any ByteSource {
        var failure = MediaError(.unsupported, "the list \(name) names no list that could be played")
        for reference in choices.prefix(mostTries) {
            do throws(MediaError) {
                return try opening.open(try opening.resolve(reference), cancellation: cancellation)
            } catch {
                guard error.code == .notFound else { throw error }
                failure = error
            }
        }
        throw failure
    }
}
