import NIOCore
import Testing

@testable import NetworkDoor

@Suite("Titles between the bytes of a stream")
struct StreamTitleTests {
    /// Takes a stream apart as a player does: the sound, and the titles with how much sound stands before each.
    static func read(_ bytes: [UInt8]) -> (sound: [UInt8], titles: [(at: Int, text: String)]) {
        var (sound, titles, rest) = ([UInt8](), [(at: Int, text: String)](), bytes[...])
        while rest.count > StreamTitles.interval {
            sound += rest.prefix(StreamTitles.interval)
            rest = rest.dropFirst(StreamTitles.interval)
            let length = Int(rest.first ?? 0) * 16
            rest = rest.dropFirst()
            if length > 0 {
                titles.append((sound.count, String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self)))
            }
            rest = rest.dropFirst(length)
        }
        return (sound + rest, titles)
    }

    @Test("stand after so many bytes however these come, and only when they are others", arguments: [1, 999, 16_000, 50_000])
    func blocks(size: Int) {
        let sound = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var (titles, out, done) = (StreamTitles(), [UInt8](), 0)
        while done < sound.count {
            let piece = Array(sound[done..<min(done + size, sound.count)])
            done += piece.count
            let title = out.count < 40_000 ? "A - B" : "C"
            out += titles.insert(into: ByteBuffer(bytes: piece)) { title }.readableBytesView
        }
        let read = Self.read(out)
        #expect(read.sound == sound)
        #expect(read.titles.map(\.text) == ["StreamTitle='A - B';", "StreamTitle='C';"])
        #expect(read.titles.first?.at == StreamTitles.interval)
    }

    @Test("are whole characters of bounded length, and nothing in them ends them early")
    func texts() {
        let long = StreamTitles.block(String(repeating: "ä", count: 3_000))
        #expect(long.count == Int(long[0]) * 16 + 1 && long.count <= 545)
        let text = String(decoding: long.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        #expect(text.hasPrefix("StreamTitle='ää") && text.hasSuffix("ä';") && !text.contains("\u{FFFD}"))
        let tricky = StreamTitles.block("It's';StreamUrl='x\u{1}\n")
        let shown = String(decoding: tricky.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        #expect(shown == "StreamTitle='It's’;StreamUrl='x';")
        #expect(StreamTitles.block("").count == 17)
    }
}
