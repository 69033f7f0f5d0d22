import NIOCore
import Testing

@testable import LineServer

@Suite("Unsent output")
struct UnsentOutputTests {
    private func drain(_ queue: inout UnsentOutput) -> [ByteBuffer] {
        var chunks: [ByteBuffer] = []
        while let chunk = queue.nextChunk() { chunks.append(chunk) }
        return chunks
    }

    @Test("short lines share a chunk, each with its end")
    func shortLines() {
        var queue = UnsentOutput()
        queue.append(line: Array("one".utf8))
        queue.append(line: Array("two".utf8))
        #expect(queue.byteCount == 8)
        #expect(drain(&queue).map { String(buffer: $0) } == ["one\ntwo\n"])
        #expect(queue.byteCount == 0)
    }

    @Test("a long line is cut into chunks, and nothing of it is lost")
    func longLine() {
        var queue = UnsentOutput()
        let line = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 % 200) + 32 }
        queue.append(line: line)
        let chunks = drain(&queue)
        #expect(chunks.allSatisfy { $0.readableBytes <= LineServerLimits.chunkBytes })
        #expect(chunks.flatMap { Array($0.readableBytesView) } == line + [UInt8(ascii: "\n")])
    }
}
