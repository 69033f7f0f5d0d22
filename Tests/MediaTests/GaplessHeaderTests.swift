import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Encoder delay and padding")
struct GaplessHeaderTests {
    /// No multiple of a packet or of a millisecond.
    private static let frames = 30_011

    private func encode(_ name: String, _ options: String...) throws -> String { try encode(name, options) }

    private func encode(_ name: String, _ options: [String]) throws -> String {
        let path = Workbench.path(name)
        let noise = "aevalsrc=0.2*random(0)-0.1|0.2*random(1)-0.1:s=44100:d=1,atrim=end_sample=\(Self.frames)"
        let arguments = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", noise, "-metadata", "title=x"] + options
        try #require(Command.run("ffmpeg", arguments + ["-aac_pns", "0", path]).status == 0)
        return path
    }

    @Test("an edit list that counts in milliseconds ends where the track does, to the frame", arguments: ["m4a", "mov"])
    func editList(suffix: String) throws {
        let path = try encode("edited.\(suffix)", "-c:a", "aac")
        let sound = try Sound(of: path)
        #expect(sound.count == Self.frames)
        #expect(try sound.difference(from: Sound(reference: path, channels: 2)) == 0)
    }

    @Test("an edit list before fragments cuts the encoder's delay, and seeks count from there")
    func fragments() throws {
        let options = ["-c:a", "aac", "-movflags", "delay_moov+default_base_moof", "-frag_duration", "200000"]
        let path = try encode("fragments.m4a", options)
        let sound = try Sound(of: path)
        #expect(sound.count == Self.frames)
        #expect(try sound.difference(from: Sound(of: encode("whole.m4a", "-c:a", "aac"))) == 0)
        var reader = try AudioReader(MediaLocation(uri: path))
        #expect(reader.info.description.duration == MediaTime(value: Int64(Self.frames), timescale: 44_100))
        for frame in [20_003, 5, 29_000] {
            try reader.seek(to: FrameCount(Int64(frame)))
            #expect(try Sound(reading: &reader, atMost: 900).difference(from: sound.part(from: frame, count: 900)) == 0)
        }
    }

    @Test("an edit list that cuts the end off is obeyed")
    func cuttingEditList() throws {
        let path = try encode("cut.m4a", "-c:a", "aac")
        var bytes = Workbench.bytes(of: path)
        let list = try #require(bytes.firstRange(of: Array("elst".utf8))).upperBound
        // Its one entry's length, in milliseconds.
        bytes.replaceSubrange(list + 8..<list + 12, with: big(500))
        #expect(try Sound(of: Workbench.write(bytes, as: "cut-500.m4a")).count == 22_050)
    }

    @Test(
        "a file without an edit list is cut as iTunes wrote down, whether its own duration has the padding or not",
        arguments: [0, 709, 709 + 1_024])
    func iTunes(padding: Int) throws {
        let path = try encode("itunes-\(padding).m4a", "-c:a", "aac", "-use_editlist", "0")
        let whole = try Sound(of: path)
        let delay = 1_024
        let text = " 00000000 \(hexadecimal(delay)) \(hexadecimal(padding)) \(hexadecimal(Self.frames, digits: 16))"
        let tagged = try adding(text, to: Workbench.bytes(of: path))
        let sound = try Sound(of: Workbench.write(tagged, as: "itunes-tagged-\(padding).m4a"))
        #expect(sound.count == Self.frames)
        #expect(sound.difference(from: whole.part(from: delay, count: Self.frames)) == 0)
    }

    @Test("a tag of iTunes that belongs to another file cuts the delay only, and the track's own end counts")
    func foreignTagInMP4() throws {
        let path = try encode("itunes-foreign.m4a", "-c:a", "aac", "-use_editlist", "0")
        let text = " 00000000 \(hexadecimal(1_024)) \(hexadecimal(0)) \(hexadecimal(9_999, digits: 16))"
        let sound = try Sound(of: Workbench.write(adding(text, to: Workbench.bytes(of: path)), as: "itunes-other.m4a"))
        #expect(sound.count == Self.frames)
    }

    @Test("a track whose clock is not its rate ends where it says")
    func foreignClock() throws {
        let path = try encode("clock.m4a", "-c:a", "aac", "-use_editlist", "0")
        let whole = try Sound(of: path)
        #expect(whole.count == Self.frames + 1_024)
        var bytes = Workbench.bytes(of: path)
        // All times as ten times as many ticks of a tenth: scale and duration of the track, and the length of each packet.
        let header = try #require(bytes.firstRange(of: Array("mdhd".utf8))).upperBound
        let table = try #require(bytes.firstRange(of: Array("stts".utf8))).upperBound
        let entries = number(bytes[table + 4..<table + 8])
        for place in [header + 12, header + 16] + (0..<entries).map({ table + 12 + 8 * $0 }) {
            bytes.replaceSubrange(place..<place + 4, with: big(number(bytes[place..<place + 4]) * 10))
        }
        let sound = try Sound(of: Workbench.write(bytes, as: "clock-441000.m4a"))
        #expect(sound.count == whole.count && sound.difference(from: whole) == 0)
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    @Test("MP3 is cut as its encoder wrote down, whatever tag stands before it", arguments: [["-id3v2_version", "0"], []])
    func mp3(options: [String]) throws {
        let path = Workbench.path("tagged\(options.count).mp3")
        let noise = "aevalsrc=0.2*random(0)-0.1:s=32000:d=1,atrim=end_sample=\(Self.frames)"
        let status = Command.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", noise, "-c:a", "libmp3lame"] + options + [path]
        ).status
        try #require(status == 0)
        #expect(try Sound(of: path).count == Self.frames)
    }

    @Test("MP3 that only iTunes wrote the delay of is cut by that, also behind a seek", arguments: [false, true])
    func mp3ByITunes(usesReservoir: Bool) throws {
        let options = ["-c:a", "libmp3lame", "-reservoir", usesReservoir ? "1" : "0", "-id3v2_version", "0"]
        let expected = try Sound(of: encode("lame-\(usesReservoir).mp3", options))
        #expect(expected.count == Self.frames)
        let bare = try Workbench.bytes(of: encode("bare-\(usesReservoir).mp3", options + ["-write_xing", "0"]))
        let path = Workbench.write(comment("iTunSMPB", gap(Self.frames)) + bare, as: "itunes-\(usesReservoir).mp3")
        #expect(try Sound(of: path).planes == expected.planes)
        var reader = try AudioReader(MediaLocation(uri: path))
        #expect(reader.info.description.duration == MediaTime(value: Int64(Self.frames), timescale: 44_100))
        #expect(reader.info.description.durationIsExact)
        for place in [20_000, 0, 1, 1_151, Self.frames - 1, 576] {
            try reader.seek(to: FrameCount(Int64(place)))
            #expect(try Sound(reading: &reader, atMost: 500).planes == expected.part(from: place, count: 500).planes)
        }
    }

    @Test("a tag of iTunes that does not fit the MP3 is not believed", arguments: [1, 15_000, 60_000, 1 << 47, 0, -1])
    func foreignTag(length: Int) throws {
        let path = try encode("whole-\(length).mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0", "-write_xing", "0"])
        let bytes = comment("iTunSMPB", gap(length)) + Workbench.bytes(of: path)
        let tagged = Workbench.write(bytes, as: "foreign-\(length).mp3")
        #expect(try Sound(of: tagged).planes == Sound(of: path).planes)
    }

    /// What iTunes writes of a recording in whole packets, with the delay that LAME has.
    private func gap(_ length: Int) -> String {
        let delay = 576
        let padding = 1_152 - (delay + length % 1_152) % 1_152
        return " 00000000 \(hexadecimal(delay)) \(hexadecimal(padding)) \(hexadecimal(length, digits: 16))"
    }

    /// An ID3v2.3 tag with one comment that has a name.
    private func comment(_ name: String, _ text: String) -> [UInt8] {
        let content = [0] + Array("eng".utf8) + Array(name.utf8) + [0] + Array(text.utf8)
        let frame = Array("COMM".utf8) + big(content.count) + [0, 0] + content
        return Array("ID3".utf8) + [3, 0, 0] + big(frame.count) + frame
    }

    /// A tag of iTunes' own behind the other tags, and all boxes around it as much longer.
    private func adding(_ text: String, to file: [UInt8]) throws -> [UInt8] {
        var file = file
        let tag = box(
            "----",
            box("mean", big(0) + Array("com.apple.iTunes".utf8)) + box("name", big(0) + Array("iTunSMPB".utf8))
                + box("data", big(1) + big(0) + Array(text.utf8)))
        var end = 0
        for type in ["moov", "udta", "meta", "ilst"] {
            let start = try #require(file.firstRange(of: Array(type.utf8))).lowerBound - 4
            let size = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            file.replaceSubrange(start..<start + 4, with: big(size + tag.count))
            end = start + size
        }
        file.insert(contentsOf: tag, at: end)
        return file
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + Array(type.utf8) + content }

    private func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    private func hexadecimal(_ number: Int, digits: Int = 8) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
