import Glibc
import TagReading

extension FuzzTarget {
    /// Tags before TagLib: files of all kinds whose parts come again and again, as no short input can have them. What is made of them takes
    /// no more memory than the largest picture and some thousand values do, and time that somebody would wait.
    static let repeated = FuzzTarget("repeated", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        let file = RepeatedTags.file(&invention)
        RepeatedTags.place.fill(with: file)
        let before = RepeatedTags.memory("VmRSS:")
        RepeatedTags.forgetMost()
        guard let music = try? MusicFileReader.read(RepeatedTags.place.path) else { return checkGrowth(since: before, file) }
        checkGrowth(since: before, file)
        let tags = music.tags
        precondition(tags.further.values.reduce(0) { $0 + $1.count } <= 1_000, "more values than a file may have")
        precondition(music.pictures.allSatisfy { $0.size <= file.count }, "a picture that is larger than its file")
    }

    /// What the sanitizer puts around each piece of memory is several times as large as a small one.
    private static let mostGrowth = 256 << 20

    private static func checkGrowth(since before: Int, _ file: [UInt8]) {
        let growth = RepeatedTags.memory("VmHWM:") - before
        precondition(growth < mostGrowth, "\(growth >> 20) MiB for a file of \(file.count) bytes")
    }
}

/// Invents files with tags.
private enum RepeatedTags {
    static let place = Place()
    /// The most bytes of a file.
    private static let sizeLimit = 6 << 20

    /// A file of some kind.
    static func file(_ invention: inout Invention) -> [UInt8] {
        switch invention.pick(8) {
        case 0: identified(&invention) + sound
        case 1: sound + items(&invention)
        case 2: flac(&invention)
        case 3: ogg(&invention)
        case 4: mp4(&invention)
        case 5: riff(&invention, isBig: false)
        case 6: riff(&invention, isBig: true)
        default: asf(&invention)
        }
    }

    /// Some parts, each of them many times.
    private static func parts(
        _ invention: inout Invention, _ part: (inout Invention, Int) -> [UInt8]
    ) -> (bytes: [UInt8], count: Int) {
        var (bytes, count): ([UInt8], Int) = ([], 0)
        for _ in 0..<8 where !invention.isEmpty {
            let times = 1 << invention.pick(20)
            let one = part(&invention, count)
            let fitting = min(times, max(0, sizeLimit - bytes.count) / max(1, one.count))
            for _ in 0..<fitting { bytes += one }
            count += fitting
        }
        return (bytes, count)
    }

    /// A text that may be long, or have many ends.
    private static func text(_ invention: inout Invention) -> [UInt8] {
        let text = Array(invention.text(["a", "A=B", "a\0b", "TITLE=x", "image/png", "x\u{E4}"]).utf8)
        guard invention.pick(4) == 0 else { return text }
        let times = (1 << invention.pick(21)) / max(1, text.count)
        return Array(repeatElement(text, count: times).joined())
    }

    private static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func little(_ number: Int, _ count: Int = 4) -> [UInt8] { big(number, count).reversed() }

    private static func safe(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(number >> ($0 * 7) & 0x7F) } }

    private static let sound = Array(
        repeatElement([0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413), count: 4).joined())

    private static func identified(_ invention: inout Invention) -> [UInt8] {
        let version = 2 + invention.pick(3)
        let flags = invention.pick([0, 0x80, 0x40, 0x10, 0xD0])
        let names =
            version == 2
            ? ["TT2", "TXX", "PIC", "COM", "ULT", "TCO", "WXX"]
            : ["TIT2", "TXXX", "APIC", "COMM", "USLT", "TCON", "WXXX", "CHAP", "SYLT", "UFID", "TT2\0"]
        let frames = parts(&invention) { invention, _ in
            let body = [invention.pick([UInt8(0), 1, 2, 3, 9])] + Self.text(&invention)
            let size =
                version == 2 ? big(body.count, 3) : version == 3 || invention.pick(8) == 0 ? big(body.count) : safe(body.count)
            return Array(invention.pick(names).utf8) + size + (version == 2 ? [] : [0, UInt8(invention.pick(256))]) + body
        }
        return Array("ID3".utf8) + [UInt8(version), 0, UInt8(flags)] + safe(frames.bytes.count) + frames.bytes
    }

    private static func items(_ invention: inout Invention) -> [UInt8] {
        let items = parts(&invention) { invention, count in
            let text = Self.text(&invention)
            let name = invention.pick(["Title", "Genre", "Cover Art (Front)", "k\(count)"])
            return little(text.count) + little(invention.pick(8)) + Array(name.utf8) + [0] + text
        }
        return items.bytes + Array("APETAGEX".utf8) + little(2_000) + little(items.bytes.count + 32) + little(items.count)
            + little(0, 12)
    }

    private static func comments(_ invention: inout Invention) -> [UInt8] {
        let vendor = Self.text(&invention)
        let comments = parts(&invention) { invention, count in
            let text =
                Array(invention.pick(["", "a=", "\(count)=", "METADATA_BLOCK_PICTURE=AAAA", "COVERART="]).utf8)
                + Self.text(&invention)
            return little(invention.pick(16) == 0 ? Int(invention.number(UInt32.self)) : text.count) + text
        }
        return little(vendor.count) + vendor + little(comments.count) + comments.bytes
    }

    private static func flac(_ invention: inout Invention) -> [UInt8] {
        let information: [UInt8] =
            [0, 0, 0, 34, 16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0xAC, 0x44]
            + [UInt8](repeating: 0, count: 16)
        let first = comments(&invention)
        let others = parts(&invention) { invention, _ in
            let (type, text) = (Self.text(&invention), Self.text(&invention))
            let picture = big(3) + big(type.count) + type + big(text.count) + text + big(0, 20) + big(1) + [0]
            return [UInt8(invention.pick([6, 6, 1, 2, 4]))] + big(picture.count, 3) + picture
        }
        return Array("fLaC".utf8) + information + [4] + big(first.count, 3) + first + others.bytes + [0x81, 0, 0, 4, 0, 0, 0, 0]
            + [UInt8](repeating: 0xFF, count: 64)
            + (invention.bool() ? Array("TAG".utf8) + [UInt8](repeating: 0, count: 125) : [])
    }

    private static func ogg(_ invention: inout Invention) -> [UInt8] {
        let (kind, segmentSize) = (invention.pick(4), 1 + invention.pick(255))
        let block = comments(&invention)
        let heads = ["\u{1}vorbis", "OpusHead", "Speex   ", "\u{7F}FLAC\u{1}\0\0\u{1}fLaC\0\0\0\u{22}"]
        let marks = ["\u{3}vorbis", "OpusTags", "", "\u{4}"]
        let packets = [
            Array(heads[kind].utf8) + [UInt8](repeating: 0, count: 80),
            Array(marks[kind].utf8) + (kind == 3 ? big(block.count, 3) : []) + block + [1], Array("sound".utf8),
        ]
        var (file, number): ([UInt8], Int) = ([], 0)
        for packet in packets {
            var sizes = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
            var rest = packet[...]
            while !sizes.isEmpty {
                let page = sizes.prefix(segmentSize)
                let size = page.reduce(0) { $0 + Int($1) }
                file += Array("OggS".utf8) + [0, number == 0 ? 2 : 0] + little(0, 8) + little(1) + little(number) + little(0)
                file += [UInt8(page.count)] + page + rest.prefix(size)
                (sizes, rest, number) = (Array(sizes.dropFirst(segmentSize)), rest.dropFirst(size), number + 1)
            }
        }
        return file
    }

    private static func atom(_ name: String, _ body: [UInt8]) -> [UInt8] {
        big(body.count + 8) + Array(name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) + body
    }

    private static func mp4(_ invention: inout Invention) -> [UInt8] {
        let items = parts(&invention) { invention, _ in
            let data = parts(&invention) { invention, _ in
                atom(invention.pick(["data", "data", "mean", "name"]), big(invention.pick(15)) + big(0) + Self.text(&invention))
            }
            return atom(invention.pick(["\u{A9}nam", "----", "covr", "trkn", "free", "moov"]), data.bytes)
        }
        let list = atom("hdlr", [UInt8](repeating: 0, count: 24)) + atom("ilst", items.bytes)
        return atom("ftyp", Array("M4A \0\0\0\0M4A ".utf8)) + atom("moov", atom("udta", atom("meta", big(0) + list)))
    }

    private static func riff(_ invention: inout Invention, isBig: Bool) -> [UInt8] {
        let number: (Int) -> [UInt8] = isBig ? { big($0) } : { little($0) }
        let chunks = parts(&invention) { invention, _ in
            let body: [UInt8]
            switch invention.pick(3) {
            case 0: body = identified(&invention)
            case 1:
                let fields = parts(&invention) { invention, _ in
                    let text = Self.text(&invention)
                    return Array(invention.pick(["INAM", "IART", "IX\(invention.pick(90) + 10)"]).utf8) + little(text.count)
                        + text
                }
                body = Array("INFO".utf8) + fields.bytes
            default: body = Self.text(&invention)
            }
            return Array(invention.pick(["LIST", "ID3 ", "id3 ", "data"]).utf8) + number(body.count) + body
                + [UInt8](repeating: 0, count: body.count % 2)
        }
        let form =
            isBig
            ? Array("COMM".utf8) + big(18) + big(1, 2) + big(0) + big(16, 2) + [0x40, 0x0E, 0xAC, 0x44] + big(0, 6)
            : Array("fmt ".utf8) + little(16) + little(1, 2) + little(1, 2) + little(44_100) + little(88_200) + little(2, 2)
                + little(16, 2)
        let all = Array((isBig ? "AIFF" : "WAVE").utf8) + form + chunks.bytes
        return Array((isBig ? "FORM" : "RIFF").utf8) + number(all.count) + all
    }

    private static func asf(_ invention: inout Invention) -> [UInt8] {
        let header: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C]
        let file: [UInt8] = [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65]
        let stream: [UInt8] = [0x91, 0x07, 0xDC, 0xB7, 0xB7, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65]
        let description: [UInt8] = [
            0x40, 0xA4, 0xD0, 0xD2, 0x07, 0xE3, 0xD2, 0x11, 0x97, 0xF0, 0x00, 0xA0, 0xC9, 0x5E, 0xA8, 0x50,
        ]
        let attributes = parts(&invention) { invention, _ in
            let (name, value) = (Self.text(&invention).prefix(60_000), Self.text(&invention).prefix(60_000))
            return little(name.count, 2) + name + little(invention.pick(7), 2) + little(value.count, 2) + value
        }
        func object(_ name: [UInt8], _ body: [UInt8]) -> [UInt8] { name + little(body.count + 24, 8) + body }
        let objects =
            object(file, [UInt8](repeating: 0, count: 80)) + object(stream, [UInt8](repeating: 0, count: 80))
            + object(description, little(min(attributes.count, 65_535), 2) + attributes.bytes)
        return header + little(objects.count + 30, 8) + little(3) + [1, 2] + objects
    }

    /// Memory of the process in bytes, by its name in `/proc/self/status`.
    static func memory(_ name: String) -> Int {
        guard let stream = fopen("/proc/self/status", "re") else { return 0 }
        defer { fclose(stream) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), stream) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
                .split(whereSeparator: \.isWhitespace)
            if words.first == name[...], words.count > 1 { return (Int(words[1]) ?? 0) << 10 }
        }
        return 0
    }

    /// Has the system note the most memory from now on.
    static func forgetMost() {
        guard let stream = fopen("/proc/self/clear_refs", "we") else { return }
        fputs("5", stream)
        fclose(stream)
    }

    /// A file without a name.
    struct Place: Sendable {
        private let descriptor: CInt

        init() {
            var template = Array("/tmp/fermata-fuzz-XXXXXX".utf8CString)
            descriptor = mkstemp(&template)
            guard descriptor >= 0 else { preconditionFailure("no file for the music") }
            unlink(template)
        }

        var path: [UInt8] { Array("/proc/self/fd/\(descriptor)".utf8) }

        func fill(with bytes: [UInt8]) {
            precondition(ftruncate(descriptor, 0) == 0)
            precondition(bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } == bytes.count)
        }
    }
}
