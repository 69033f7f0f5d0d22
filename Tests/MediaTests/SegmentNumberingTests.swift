import Containers
import Testing

@testable import Media

@Suite("The numbers of the segments of a live list (HLS)")
struct SegmentNumberingTests {
    private func names(_ range: Range<Int>, _ form: (Int) -> String = { "seg\($0)" }) -> [String] { range.map(form) }

    @Test("are the server's as long as these go on, also over a gap")
    func plain() {
        var numbering = SegmentNumbering()
        for start in [100, 101, 101, 103, 112] {
            #expect(numbering.take(Int64(start), names(start..<start + 5)) == Int64(start))
        }
        #expect(numbering.shift == 0)
    }

    @Test("go on at the live end where the server counts from the beginning again, and stay with it")
    func restart() {
        var numbering = SegmentNumbering()
        _ = numbering.take(1_000, names(1_000..<1_006))
        #expect(numbering.take(0, names(0..<6, { "new\($0)" })) == 1_003)
        #expect(numbering.take(1, names(1..<7, { "new\($0)" })) == 1_004)
        #expect(numbering.take(2, names(2..<8, { "new\($0)" })) == 1_005)
    }

    @Test("go on where they jump far ahead, and where each list begins with the same one")
    func jumps() {
        var numbering = SegmentNumbering()
        _ = numbering.take(10, names(10..<14))
        #expect(numbering.take(9_000_000, names(9_000_000..<9_000_004)) == 13)
        var fixed = SegmentNumbering()
        for start in 0..<9 { #expect(fixed.take(0, names(start..<start + 4)) == Int64(start)) }
    }

    @Test("are not moved by an older list of a server beside, nor by addresses that differ each time")
    func stale() {
        var numbering = SegmentNumbering()
        _ = numbering.take(20, names(20..<24))
        #expect(numbering.take(18, names(18..<22)) == 18 && numbering.take(21, names(21..<25)) == 21)
        var tokens = SegmentNumbering()
        for (round, start) in [20, 21, 19, 22].enumerated() {
            #expect(tokens.take(Int64(start), names(start..<start + 4, { "seg\($0)?token=\(round)" })) == Int64(start))
        }
    }

    @Test("go on with the server's where each segment has the name of the one before", arguments: 1..<4)
    func sameNames(count: Int) {
        let list = (0..<count).map { "live\($0).aac" }
        var numbering = SegmentNumbering()
        for start in stride(from: 7, to: 60, by: count) { #expect(numbering.take(Int64(start), list) == Int64(start)) }
        // A server that counts anew is entered where live sound is, though nothing but the number tells.
        #expect(numbering.take(0, list) < Int64(70))
    }

    @Test("are written into tags alone, whatever ends the lines, and a segment of no length keeps nobody asking without a pause")
    func prepared() {
        for end in ["\n", "\r\n", "\r"] {
            let lines = [
                "#EXTM3U", "#EXTINF:1,#EXT-X-MEDIA-SEQUENCE:9", "a", "#EXT-X-MEDIA-SEQUENCE:7", "#EXT-X-TARGETDURATION:0",
                "#EXTINF:0,B",
                "b",
            ]
            let bytes = Array(lines.joined(separator: end).utf8)
            let list = SegmentList(bytes)
            #expect(list.mediaSequence == 7 && list.segments.count == 2)
            let text = String(decoding: list.prepared(bytes, from: 40), as: UTF8.self)
            let meant = lines.map {
                $0.hasPrefix("#EXT-X-M") ? "#EXT-X-MEDIA-SEQUENCE:40" : $0.hasPrefix("#EXT-X-T") ? "#EXT-X-TARGETDURATION:1" : $0
            }
            #expect(text == meant.joined(separator: end))
        }
        let none = Array("#EXTM3U\r#EXTINF:1,\ra\r".utf8)
        let prepared = SegmentList(SegmentList(none).prepared(none, from: 5))
        #expect(prepared.mediaSequence == 5 && prepared.targetSeconds == 1 && prepared.segments.map(\.reference) == ["a"])
        let whole = Array("#EXTM3U\n#EXT-X-TARGETDURATION:0\n#EXTINF:0,\na\n#EXT-X-ENDLIST\n".utf8)
        #expect(SegmentList(whole).prepared(whole, from: 0) == whole)
    }

    @Test("are those that FFmpeg gets in the list, whether it states one or not")
    func written() {
        let list = "#EXTM3U\r\n#EXT-X-TARGETDURATION:2\r\n#EXT-X-MEDIA-SEQUENCE: 7\r\n#EXTINF:2,One\r\na\r\n#EXTINF:2,\r\nb\r\n"
        let parsed = SegmentList(Array(list.utf8))
        #expect(parsed.mediaSequence == 7 && parsed.targetSeconds == 2 && parsed.segments.map(\.reference) == ["a", "b"])
        #expect(parsed.segments.map(\.remark) == [["title": "One"], [:]])
        let moved = SegmentList(parsed.prepared(Array(list.utf8), from: 40))
        #expect(moved.mediaSequence == 40 && moved.segments == parsed.segments)
        let bare = Array("#EXTM3U\n#EXTINF:1,\na\n".utf8)
        #expect(SegmentList(SegmentList(bare).prepared(bare, from: 3)).mediaSequence == 3)
    }

    @Test("a list is dead when it stays the same though somebody asks, and not after a pause")
    func death() {
        var watch = ListWatch()
        let second: Int64 = 1_000_000_000
        func isDead(_ list: [String], _ number: Int64 = 0, at time: Int64) -> Bool {
            watch.isDead(number, list, patience: 6 * second, now: time * second)
        }
        #expect(!isDead(["a"], at: 0) && !isDead(["a"], at: 5) && !isDead(["b"], at: 6))
        #expect(!isDead(["b"], at: 9) && !isDead(["b"], at: 12) && isDead(["b"], at: 13))
        #expect(!isDead(["b"], at: 1_000), "nobody asked in between")
        #expect(!isDead(["b"], at: 1_004) && isDead(["b"], at: 1_007))
        for number in 1..<9 {
            #expect(!isDead(["b"], Int64(number), at: 1_007 + 4 * Int64(number)), "the same name, another segment")
        }
    }
}

@Suite("What a segment (HLS) says is on the air")
struct SegmentTagTests {
    private func tag(_ frames: [(String, String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, text) in frames {
            bytes += Array(name.utf8)
            bytes += [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 3]
            bytes += Array(text.utf8)
        }
        let head: [UInt8] = [4, 0, 0, 0, 0, UInt8(bytes.count >> 7), UInt8(bytes.count & 0x7F)]
        return Array("ID3".utf8) + head + bytes
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        let head: [UInt8] = [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)]
        return head + Array(type.utf8) + content
    }

    private static let scheme = "https://aomedia.org/emsg/ID3"

    /// A message of version 0, which holds from half a second behind the beginning of its segment on.
    private func delayed(_ title: String, scheme: String = Self.scheme) -> [UInt8] {
        var content: [UInt8] = [0, 0, 0, 0]
        content += Array(scheme.utf8)
        content += [0, 0, 0, 0, 0, 10, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0]
        content += tag([("TIT2", title)])
        return box("emsg", content)
    }

    /// A message of version 1, which holds from 2.5 s on.
    private func timed(_ title: String) -> [UInt8] {
        var content: [UInt8] = [1, 0, 0, 0, 0, 0, 3, 232, 0, 0, 0, 0, 0, 0, 9, 196, 0, 0, 0, 0, 0, 0, 0, 0]
        content += Array(Self.scheme.utf8)
        content += [0, 0]
        content += tag([("TIT2", title)])
        return box("emsg", content)
    }

    @Test("comes from remarks of the list in both forms, and from none that say nothing")
    func remarks() {
        #expect(SegmentTags.ofRemark(" Artist - Song ") == ["title": "Artist - Song"])
        #expect(SegmentTags.ofRemark("title=\"Song\",artist=\"Band\",url=\"x\"") == ["title": "Song", "artist": "Band"])
        for text in ["", " ", "no desc", "title=\"\",artist=\"x\"", "url=\"x\""] {
            #expect(SegmentTags.ofRemark(Substring(text)).isEmpty)
        }
    }

    @Test("comes from ID3 tags, which may say nothing of it, or that it is over")
    func id3() {
        #expect(
            SegmentTags.ofID3(tag([("TIT2", "Song"), ("TPE1", "Band"), ("TLAN", "eng")])) == ["title": "Song", "artist": "Band"])
        #expect(SegmentTags.ofID3(tag([("TPE1", "Band")])) == [:])
        #expect(SegmentTags.ofID3(tag([("TSSE", "Encoder"), ("TLAN", "eng")])) == nil)
        #expect(SegmentTags.ofID3(tag([])) == nil && SegmentTags.ofID3([1, 2, 3]) == nil)
    }

    @Test("comes from ID3 tags beside the sound, with or without their first five bytes")
    func timedID3() {
        let song = tag([("TIT2", "Song"), ("TPE1", "Band")])
        for bytes in [song, Array(song.dropFirst(5))] {
            #expect(SegmentTags.ofTimedID3(bytes) == ["title": "Song", "artist": "Band"])
        }
        #expect(SegmentTags.ofTimedID3([1, 2, 3]) == nil && SegmentTags.ofTimedID3([]) == nil)
    }

    @Test("comes from messages between the boxes of MP4, in whatever pieces they come", arguments: [1, 7, 4_096])
    func messages(piece: Int) {
        var bytes = box("styp", Array("msdh0000".utf8))
        bytes += box("free", [])
        bytes += timed("A")
        bytes += box("free", [1, 2, 3])
        bytes += delayed("C", scheme: "urn:x")
        bytes += delayed("B")
        bytes += box("moof", [UInt8](repeating: 1, count: 500))
        bytes += box("mdat", [UInt8](repeating: 2, count: 5_000))
        var finder = MessageFinder()
        var found: [MessageFinder.Message] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            found += Array(bytes[start..<min(start + piece, bytes.count)]).withUnsafeBytes { finder.take($0) }
        }
        #expect(found.map { SegmentTags.ofID3($0.tag) } == [["title": "A"], ["title": "B"]])
        #expect(found.map(\.time) == [2.5, nil] && found.map(\.delay) == [0, 0.5])
    }

    @Test("is looked for in damaged messages without harm")
    func damaged() {
        var bytes = box("styp", [UInt8](repeating: 0, count: 12))
        bytes += delayed("B")
        bytes += timed("B")
        bytes += box("moof", [UInt8](repeating: 1, count: 40))
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var damaged = bytes
            for _ in 0..<3 { damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random) }
            damaged.removeLast(.random(in: 0..<damaged.count, using: &random))
            var finder = MessageFinder()
            let found = damaged.withUnsafeBytes { finder.take($0) }
            #expect(found.count <= 3)
            _ = SegmentTags.ofID3(Array(damaged.drop { $0 != 0x49 }))
            _ = SegmentList(damaged)
        }
    }

    @Test("is looked for in nothing else, and forged sizes end the search")
    func hostile() {
        let noise = [UInt8](repeating: 0xFF, count: 200)
        let empty = box("moof", [])
        let forged: [UInt8] = [0, 0, 0, 4] + Array("emsg".utf8) + [UInt8](repeating: 0, count: 90)
        for bytes in [noise, empty, forged] {
            var finder = MessageFinder()
            #expect(bytes.withUnsafeBytes { finder.take($0) }.isEmpty)
        }
    }
}
