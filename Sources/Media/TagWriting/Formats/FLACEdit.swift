/// Tags of loudness in a FLAC file (RFC 9639): in its block of comments. All other blocks stay as they are, but for padding, which gives room
/// if it has it.
enum FLACEdit {
    private static let (comments, padding, isLast): (UInt8, UInt8, UInt8) = (4, 1, 0x80)
    private static let (largestBlock, mostBlocks) = (1 << 24 - 1, 1_024)

    private struct Block {
        let kind: UInt8
        let content: Range<Int64>
    }

    /// Plans the change of a file whose mark `fLaC` is at `start`.
    static func plan(_ source: TagBytes, at start: Int64, _ fields: [GainField]) throws(TagWritingError) -> GainPlan {
        let (blocks, end) = try blocks(source, at: start + 4)
        var (plan, written) = (GainPlan(wanted: fields), [(kind: UInt8, bytes: [UInt8])]())
        var growth = 0
        guard blocks.count(where: { $0.kind == comments }) <= 1 else { throw .damaged("its metadata") }
        for block in blocks {
            var bytes = try source.bytes(block.content)
            if block.kind == comments {
                let edited = try CommentEdit.edit(bytes, fields)
                plan.stated += edited.stated
                growth += edited.bytes.count - bytes.count
                bytes = edited.bytes
            }
            written.append((block.kind, bytes))
        }
        if !blocks.contains(where: { $0.kind == comments }) {
            let made = try CommentEdit.make(fields)
            // Behind the block that has to be the first.
            written.insert((comments, made), at: min(1, written.count))
            growth += made.count + 4
        }
        // The sound stays where it is if padding has room.
        if let index = written.firstIndex(where: { block in
            block.kind == padding && (0...largestBlock).contains(block.bytes.count - growth)
        }) {
            written[index].bytes = [UInt8](repeating: 0, count: written[index].bytes.count - growth)
        }
        guard written.allSatisfy({ $0.bytes.count <= largestBlock }) else {
            throw TagWritingError(.excessive, "its comments have no room for more")
        }
        var bytes: [UInt8] = []
        for (index, block) in written.enumerated() {
            bytes.append(block.kind | (index == written.count - 1 ? isLast : 0))
            bytes += block.bytes.count.bigEndianBytes(3)
            bytes += block.bytes
        }
        plan.splices = [Splice(start + 4..<end, bytes)]
        return plan
    }

    private static func blocks(
        _ source: TagBytes, at start: Int64
    ) throws(TagWritingError) -> (blocks: [Block], end: Int64) {
        var (blocks, place): ([Block], Int64) = ([], start)
        while blocks.count < mostBlocks {
            let head = try source.bytes(place..<place + 4)
            let content = place + 4..<place + 4 + head[1..<4].bigEndianNumber
            guard content.upperBound <= source.size, head[0] & ~isLast != 127 else { throw .damaged("its metadata") }
            blocks.append(Block(kind: head[0] & ~isLast, content: content))
            place = content.upperBound
            guard place - start <= TagBytes.largest else { throw TagWritingError(.excessive, "its metadata is too large") }
            if head[0] & isLast != 0 {
                guard blocks[0].kind == 0 else { throw .damaged("its metadata") }
                return (blocks, place)
            }
        }
        throw TagWritingError(.excessive, "it has too many blocks of metadata")
    }
}
