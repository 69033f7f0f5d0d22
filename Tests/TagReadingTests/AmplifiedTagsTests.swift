import Glibc
import TagReading
import TestSupport
import Testing

/// Small files of which a reader could make far more than it reads.
@Suite("Tags of which much could be made", .serialized)
struct AmplifiedTagsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    // MARK: Making files

    private func bigEndian(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private func littleEndian(_ number: Int, _ count: Int = 4) -> [UInt8] { bigEndian(number, count).reversed() }

    private func synchsafe(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(number >> ($0 * 7) & 0x7F) } }

    /// Some frames of sound in an MP3: a header of 128 kbit/s and 44.1 kHz, and zeros.
    private let mp3 = Array(repeatElement([0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413), count: 8).joined())

    private func tag(_ version: UInt8, _ frames: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + synchsafe(frames.count) + frames
    }

    private func frame(_ version: UInt8, _ name: String, _ body: [UInt8], flags: [UInt8] = [0, 0]) -> [UInt8] {
        let size = version == 2 ? bigEndian(body.count, 3) : version == 3 ? bigEndian(body.count) : synchsafe(body.count)
        return Array(name.utf8) + size + (version == 2 ? [] : flags) + body
    }

    private func title(_ version: UInt8) -> [UInt8] { frame(version, version == 2 ? "TT2" : "TIT2", Array("\0Title".utf8)) }

    /// The letter A many times, as zlib packs it: the letter once, and then "258 of the letter before".
    private func packed(_ count: Int) -> [UInt8] {
        var (bytes, pending, bits): ([UInt8], UInt32, UInt32) = ([0x78, 0x9C], 0, 0)
        func put(_ code: UInt32, _ size: UInt32, isReversed: Bool = false) {
            for index in 0..<size {
                let bit = isReversed ? code >> (size - 1 - index) & 1 : code >> index & 1
                pending |= bit << bits
                bits += 1
                if bits == 8 { (bytes, pending, bits) = (bytes + [UInt8(pending)], 0, 0) }
            }
        }
        // One last block with the codes that are always the same.
        put(0b011, 3)
        put(0x30 + 0x41, 8, isReversed: true)
        let copies = (count - 1) / 258
        // Eight copies are thirteen whole bytes.
        while bits != 0 { put(0xC5, 8, isReversed: true); put(0, 5) }
        let before = bytes.count
        for _ in 0..<8 { put(0xC5, 8, isReversed: true); put(0, 5) }
        let pattern = Array(bytes[before...])
        var copied = pattern
        while copied.count < copies / 8 * pattern.count { copied += copied }
        bytes += copied.dropLast(copied.count - copies / 8 * pattern.count)
        put(0, 7)
        if bits > 0 { bytes.append(UInt8(pending)) }
        // The sum at the end is not looked at.
        return bytes + [0, 0, 0, 0]
    }

    /// Bytes many times: a power of two. Doubling them is quick.
    private func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var result = bytes
        while result.count < bytes.count * count { result += result }
        return result
    }

    private func million(_ bytes: [UInt8]) -> [UInt8] { repeated(bytes, 1 << 20) }

    /// Comments, and further ones that are written already.
    private func comments(
        _ texts: [[UInt8]], vendor: [UInt8] = [], further: [UInt8] = [], count: Int = 0
    ) -> [UInt8] {
        var bytes = littleEndian(vendor.count) + vendor + littleEndian(texts.count + count)
        for text in texts { bytes += littleEndian(text.count) + text }
        return bytes + further
    }

    private func flac(_ blocks: [(kind: UInt8, bytes: [UInt8])]) -> [UInt8] {
        let information: [UInt8] =
            [16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0xAC, 0x44] + [UInt8](repeating: 0, count: 16)
        var bytes = Array("fLaC".utf8)
        for block in [(kind: UInt8(0), bytes: information)] + blocks {
            bytes += [block.kind] + bigEndian(block.bytes.count, 3) + block.bytes
        }
        return bytes + [0x81, 0, 0, 4, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 256)
    }

    private func ogg(_ packets: [[UInt8]]) -> [UInt8] {
        var segments: [ArraySlice<UInt8>] = []
        for packet in packets {
            var rest = packet[...]
            repeat {
                segments.append(rest.prefix(255))
                rest = rest.dropFirst(255)
            } while segments.last?.count == 255
        }
        var bytes: [UInt8] = []
        for (number, start) in stride(from: 0, to: segments.count, by: 255).enumerated() {
            let page = segments[start..<min(start + 255, segments.count)]
            bytes += Array("OggS".utf8) + [0, number == 0 ? 2 : 0]
            bytes += littleEndian(0, 8) + littleEndian(1) + littleEndian(number) + littleEndian(0)
            bytes += [UInt8(page.count)] + page.map { UInt8($0.count) }
            for segment in page { bytes += segment }
        }
        return bytes
    }

    private func vorbis(_ comments: [UInt8]) -> [UInt8] {
        let numbers = littleEndian(0) + [2] + littleEndian(48_000) + littleEndian(0, 12) + [0xB8, 1]
        let packet = Array("\u{3}vorbis".utf8) + comments + [1]
        return ogg([Array("\u{1}vorbis".utf8) + numbers]) + ogg([packet, Array("\u{5}vorbis".utf8)])
    }

    private func items(
        _ items: [(name: String, text: [UInt8])], further: [UInt8] = [], count: Int = 0
    ) -> [UInt8] {
        var data: [UInt8] = []
        for item in items {
            data += littleEndian(item.text.count) + littleEndian(0) + Array(item.name.utf8) + [0] + item.text
        }
        data += further
        let numbers = littleEndian(2_000) + littleEndian(data.count + 32) + littleEndian(items.count + count)
        return data + Array("APETAGEX".utf8) + numbers + littleEndian(0, 12)
    }

    private func atom(_ name: String, _ body: [UInt8]) -> [UInt8] {
        bigEndian(body.count + 8) + Array(name.unicodeScalars.map { UInt8($0.value) }) + body
    }

    private func data(_ text: [UInt8]) -> [UInt8] { atom("data", bigEndian(1) + bigEndian(0) + text) }

    private func mp4(_ items: [UInt8]) -> [UInt8] {
        let list =
            atom("hdlr", [UInt8](repeating: 0, count: 24)) + atom("ilst", atom("\u{A9}nam", data(Array("Title".utf8))) + items)
        return atom("ftyp", Array("M4A \0\0\0\0M4A ".utf8)) + atom("moov", atom("udta", atom("meta", bigEndian(0) + list)))
    }

    private func riff(_ kind: String, _ chunks: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        let isBig = kind == "AIFF"
        func number(_ count: Int) -> [UInt8] { isBig ? bigEndian(count) : littleEndian(count) }
        var all = Array(kind.utf8)
        for chunk in chunks {
            all += Array(chunk.name.utf8) + number(chunk.bytes.count) + chunk.bytes
            if chunk.bytes.count % 2 == 1 { all.append(0) }
        }
        return Array((isBig ? "FORM" : "RIFF").utf8) + number(all.count) + all
    }

    private var wave: (name: String, bytes: [UInt8]) {
        let rates = littleEndian(44_100) + littleEndian(88_200)
        return ("fmt ", littleEndian(1, 2) + littleEndian(1, 2) + rates + littleEndian(2, 2) + littleEndian(16, 2))
    }

    // MARK: Reading

    /// What became of a file, and by how many bytes the memory of the process grew at most. Other tests need some, too.
    private func read(_ bytes: [UInt8], as name: String) throws -> (file: Result<MusicFile, any Error>, growth: Int) {
        let path = directory.file(name)
        try writeFile(bytes, to: path)
        try writeFile(Array("5".utf8), to: "/proc/self/clear_refs")
        let before = try memory("VmRSS:")
        let file = Result { try MusicFileReader.read(Array(path.utf8)) }
        return (file, max(0, try memory("VmHWM:") - before))
    }

    private func memory(_ name: String) throws -> Int {
        let lines = String(decoding: try readFile("/proc/self/status"), as: UTF8.self).split(separator: "\n")
        let words = lines.first { $0.hasPrefix(name) }?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) << 10 : 0
    }

    /// Less than any of these files took before, and more than other tests take at the same time.
    private static let mostGrowth = 200 << 20

    private func expectBounded(_ bytes: [UInt8], as name: String, hasTitle: Bool = true) throws {
        var (result, growth) = try read(bytes, as: name)
        // Other tests take memory now and then; what a file takes, it takes each time.
        for _ in 0..<4 where growth >= Self.mostGrowth { (result, growth) = try read(bytes, as: name) }
        #expect(growth < Self.mostGrowth, "\(name): \(growth >> 20) MiB")
        guard case .success(let file) = result else { return #expect(!hasTitle, "\(name): \(result)") }
        #expect(file.leavesTagsOut, "\(name)")
        #expect(file.tags.title == (hasTitle ? "Title" : nil), "\(name)")
    }

    @Test(
        "frames that say that they are packed or encrypted are left out, whatever they would unpack to, and the others are read")
    func packedFrames() throws {
        let letters = packed(200_000_000)
        let sizes: [UInt8: [UInt8]] = [3: bigEndian(200_000_000), 4: synchsafe(200_000_000)]
        for (version, flags) in [(UInt8(4), UInt8(0x09)), (3, 0x80), (4, 0x04), (3, 0x40)] {
            let bomb = frame(version, "TPE1", (sizes[version] ?? []) + letters, flags: [0, flags])
            let name = "packed-\(version)-\(flags)"
            try expectBounded(tag(version, bomb + title(version)) + mp3, as: "\(name).mp3")
            try expectBounded(riff("WAVE", [wave, ("ID3 ", tag(version, bomb + title(version)))]), as: "\(name).wav")
            // TagLib does not look whether such a chunk begins like a tag.
            let unnamed = Array("ABC".utf8) + tag(version, bomb + title(version)).dropFirst(3)
            try expectBounded(riff("WAVE", [wave, ("ID3 ", unnamed)]), as: "\(name)-unnamed.wav")
            let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
            let common = bigEndian(1, 2) + bigEndian(0, 4) + bigEndian(16, 2) + rate
            try expectBounded(
                riff("AIFF", [("COMM", common), ("ID3 ", tag(version, bomb + title(version)))]), as: "\(name).aiff")
        }
    }

    @Test("of a million frames, comments, items or texts, as many are read as anybody may want")
    func manyValues() throws {
        for version: UInt8 in [2, 3, 4] {
            let one = frame(version, version == 2 ? "TXX" : "TXXX", [0, 0x6B, 0, 0x76])
            try expectBounded(tag(version, title(version) + million(one)) + mp3, as: "frames-\(version).mp3")
        }
        let title = Array("TITLE=Title".utf8)
        let comments = comments([title], further: million(littleEndian(3) + Array("k=v".utf8)), count: 1 << 20)
        try expectBounded(flac([(4, comments)]), as: "comments.flac")
        try expectBounded(vorbis(comments), as: "comments.ogg")
        let head: [UInt8] = Array("OpusHead".utf8) + [1, 2, 0, 0] + littleEndian(48_000) + littleEndian(0, 3)
        try expectBounded(ogg([head]) + ogg([Array("OpusTags".utf8) + comments]), as: "comments.opus")
        let item = littleEndian(1) + littleEndian(0) + Array("key\0v".utf8)
        try expectBounded(
            mp3 + items([("Title", Array("Title".utf8))], further: million(item), count: 1 << 20), as: "items.mp3")
        let separated = million([0x61, 0, 0x61, 0])
        try expectBounded(mp3 + items([("Title", Array("Title".utf8)), ("Genre", separated)]), as: "separated.mp3")
        let genres = frame(4, "TCON", [0] + separated.prefix(200_000))
        try expectBounded(tag(4, self.title(4) + repeated(genres, 1 << 4)) + mp3, as: "separated-frames.mp3")
        try expectBounded(mp4(atom("\u{A9}gen", repeated(data([]), 1 << 19))), as: "data.m4a")
        let field = Array("IART".utf8) + littleEndian(2) + [0x61, 0x62]
        let info = Array("INFOINAM".utf8) + littleEndian(6) + Array("Title\0".utf8) + million(field)
        try expectBounded(riff("WAVE", [wave, ("LIST", info)]), as: "fields.wav")
    }

    @Test("texts that are long without measure are left out, also where only a picture is announced")
    func longTexts() throws {
        let long = [UInt8](repeating: 0xE4, count: 14_000_000)
        try expectBounded(tag(4, title(4) + frame(4, "TXXX", [0] + long + [0, 0x78])) + mp3, as: "text.mp3")
        let described = Array("\0image/jpeg\0\u{3}".utf8) + long + [0, 0x6A]
        try expectBounded(tag(4, title(4) + frame(4, "APIC", described)) + mp3, as: "described.mp3")
        let title = Array("TITLE=Title".utf8)
        try expectBounded(flac([(4, comments([title, Array("LYRICS=".utf8) + long]))]), as: "text.flac")
        try expectBounded(vorbis(comments([title, Array("LYRICS=".utf8) + long])), as: "text.ogg")
        let picture = bigEndian(3) + bigEndian(long.count) + long + bigEndian(0, 20) + bigEndian(1) + [0]
        // The tag behind the sound has TagLib read the file.
        try expectBounded(
            flac([(4, comments([title])), (6, picture)]) + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125),
            as: "picture.flac")
        try expectBounded(mp4(atom("\u{A9}gen", data(long))), as: "text.m4a")
        try expectBounded(mp3 + items([("Title", Array("Title".utf8)), ("Genre", long)]), as: "text-item.mp3")
        try expectBounded(flac([(4, comments([title], vendor: long))]), as: "vendor.flac", hasTitle: false)
    }

    @Test("a file of a terabyte in which almost nothing is takes no more reads than another one")
    func holes() throws {
        for start in [[], mp3] {
            let path = directory.file("sparse.mp3")
            try writeFile(start, to: path)
            #expect(truncate(path, 1 << 40) == 0)
            let began = try readCount()
            _ = try? MusicFileReader.read(Array(path.utf8))
            // Other tests read as well, but none of them a terabyte, and before it were 130,000 for this file alone.
            #expect(try readCount() - began < 50_000)
        }
    }

    /// How many times this process has read.
    private func readCount() throws -> Int {
        let lines = String(decoding: try readFile("/proc/self/io"), as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("syscr: ") }.flatMap { Int($0.dropFirst(7)) } ?? 0
    }

    @Test("pictures are found as before, and tags beside them lose nothing")
    func pictures() throws {
        let picture = Array("\0image/jpeg\0\u{3}front\0".utf8) + [UInt8](repeating: 0x6A, count: 5_000_000)
        for version: UInt8 in [3, 4] {
            let (result, _) = try read(tag(version, title(version) + frame(version, "APIC", picture)) + mp3, as: "picture.mp3")
            let file = try result.get()
            #expect(file.tags.title == "Title" && !file.leavesTagsOut)
            #expect(file.pictures.map(\.size) == [5_000_000])
        }
    }
}
