import Testing

@testable import Playlists

@Suite("Changing entries of a playlist")
struct PlaylistTextTests {
    private static let mixed =
        "\u{FEFF}#EXTM3U\r\n#PLAYLIST:Mine\r\n\r\n# a remark of mine\r\n#EXTINF:12,A - One\r\n#EXTVLCOPT:start=3\r\none.flac\r\n"
        + "  # odd\r\n#EXTGRP:Rest\r\n#EXTINF:-1,Two\r\n# about two\r\n /abs/two.flac \r\n#X-UNKNOWN\r\nhttp://h/three"

    private func text(_ text: String) throws -> PlaylistText { try PlaylistText(Array(text.utf8)) }

    private func string(_ text: PlaylistText) -> String { String(decoding: text.bytes, as: UTF8.self) }

    private func locations(_ text: PlaylistText) -> [String] {
        (0..<text.count).map { String(decoding: text.location($0), as: UTF8.self) }
    }

    @Test(
        "an unchanged file comes out byte for byte",
        arguments: [
            mixed, "", "\n", "a", "a\n", "\r\na\r\rb", "#EXTINF:1,x", "a\n#EXTINF:1,x\n", "\u{FEFF}", "\u{FEFF}a", "#\n\n#",
        ])
    func unchanged(sample: String) throws { #expect(string(try text(sample)) == sample) }

    @Test("the entries are those that a player finds, with what is said of them")
    func entries() throws {
        let text = try text(Self.mixed)
        #expect(locations(text) == ["one.flac", "/abs/two.flac", "http://h/three"])
        #expect(text.remark(0).artist == "A" && text.remark(0).title == "One" && text.remark(0).duration == 12)
        #expect(text.remark(1).title == "Two" && text.remark(1).artist == nil && text.remark(1).duration == nil)
        #expect(text.remark(2).title == nil)
    }

    @Test("an entry that is removed takes what is about it alone along, and nothing else")
    func remove() throws {
        var text = try text(Self.mixed)
        text.remove(0..<1)
        #expect(
            string(text)
                == Self.mixed.replacing("#EXTINF:12,A - One\r\n#EXTVLCOPT:start=3\r\none.flac\r\n", with: ""))
        text.remove(1..<2)
        #expect(string(text).hasSuffix(" /abs/two.flac \r\n#X-UNKNOWN\r\n"))
        text.remove(0..<1)
        #expect(
            string(text)
                == "\u{FEFF}#EXTM3U\r\n#PLAYLIST:Mine\r\n\r\n# a remark of mine\r\n  # odd\r\n#EXTGRP:Rest\r\n#X-UNKNOWN\r\n")
    }

    @Test("entries move with what is about them, and the last line gets the file's line end when it is no longer the last")
    func move() throws {
        var text = try text(Self.mixed)
        text.move(2..<3, to: 0)
        #expect(locations(text) == ["http://h/three", "one.flac", "/abs/two.flac"])
        #expect(
            string(text).contains("# a remark of mine\r\nhttp://h/three\r\n  # odd\r\n#EXTGRP:Rest\r\n#EXTINF:12,A - One\r\n"))
        #expect(string(text).hasSuffix("#X-UNKNOWN\r\n#EXTINF:-1,Two\r\n# about two\r\n /abs/two.flac \r\n"))
        text.move(0..<2, to: 1)
        #expect(locations(text) == ["/abs/two.flac", "http://h/three", "one.flac"])
    }

    @Test("new entries have the line ends of the file, and a title only where the file has such lines")
    func insert() throws {
        var text = try text(Self.mixed)
        try text.insert([PlaylistEntry(uri: "/new.flac", title: "New\nsong", artist: "B", duration: 3.6)], at: 3)
        #expect(string(text) == Self.mixed + "\r\n#EXTINF:4,B - New song\r\n/new.flac\r\n")
        var plain = try self.text("one\ntwo")
        try plain.insert([PlaylistEntry(uri: "/a", title: "A"), PlaylistEntry(uri: "http://b/")], at: 1)
        #expect(string(plain) == "one\n/a\nhttp://b/\ntwo")
        var new = PlaylistText()
        try new.insert([PlaylistEntry(uri: "/a", title: "A")], at: 0)
        #expect(string(new) == "#EXTM3U\n#EXTINF:-1,A\n/a\n")
    }

    @Test("lines about an entry that does not follow are not about one that is added")
    func dangling() throws {
        var text = try text("#EXTM3U\na\n#EXTINF:9,Nothing\n")
        try text.insert([PlaylistEntry(uri: "/b")], at: 1)
        #expect(string(text) == "#EXTM3U\na\n/b\n#EXTINF:9,Nothing\n")
        #expect(text.remark(1).title == nil)
    }

    @Test("a path that no line can hold becomes a URL", arguments: ["/a\nb", "/a\rb", "/a ", "/a\u{7F}"])
    func unwritablePaths(path: String) throws {
        var text = try text("")
        try text.insert([PlaylistEntry(uri: path)], at: 0)
        let list = try Playlist(text.bytes, format: .m3u, directory: Array("/m".utf8))
        #expect(list.entries.map(\.uri) == [LocationResolver.fileURL(Array(path.utf8))])
    }

    @Test(
        "no address puts a second line, a comment or a relative path into the file",
        arguments: ["a", "#b", "", " /x", "ftp://h/", "x:y"])
    func otherAddresses(address: String) throws {
        var text = try text("")
        #expect(throws: PlaylistError.self) { try text.insert([PlaylistEntry(uri: address)], at: 0) }
        try text.insert([PlaylistEntry(uri: "http://h/a\nb ")], at: 0)
        #expect(locations(try PlaylistText(text.bytes)) == ["http://h/a%0Ab%20"])
    }

    @Test("what cannot be changed entry by entry is refused, and says why")
    func refused() throws {
        for (bytes, word) in [
            (Array("#EXTM3U\n#EXT-X-VERSION:3\na".utf8), "segments"), ([0xFF, 0xFE, 0x61, 0], "UTF-16"),
            ([UInt8](repeating: 10, count: Playlist.sizeLimit + 1), "MiB"),
            (Array(String(repeating: "a\n", count: Playlist.entryLimit + 1).utf8), "entries"),
        ] {
            let error = #expect(throws: PlaylistError.self) { try PlaylistText(bytes) }
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        }
        var full = try text(String(repeating: "a\n", count: Playlist.entryLimit))
        #expect(throws: PlaylistError.self) { try full.insert([PlaylistEntry(uri: "/b")], at: 0) }
        #expect(full.count == Playlist.entryLimit)
        var large = try text("#" + String(repeating: "x", count: Playlist.sizeLimit - 2) + "\n")
        #expect(throws: PlaylistError.self) { try large.insert([PlaylistEntry(uri: "/b")], at: 0) }
    }

    @Test("whatever the file and the changes are, what is written is read as the same entries", arguments: 0..<20)
    func invented(seed: UInt64) throws {
        var state = seed &+ 1
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let pieces = [
            "a", "/b c", "#EXTINF:1,x", "#EXTINF:", "# c", "#EXTM3U", "\n", "\r\n", "\r", " ", "\t", "http://h/", "\u{FEFF}",
            "#KODIPROP:x", "ü",
        ]
        for _ in 0..<100 {
            let file = (0..<next(20)).map { _ in pieces[next(pieces.count)] }.joined()
            var text = try text(file)
            #expect(string(text) == file)
            for _ in 0..<next(6) {
                let (before, start) = (locations(text), next(text.count + 1))
                var expected = before
                switch next(3) {
                case 0:
                    try text.insert([PlaylistEntry(uri: "/new", title: pieces[next(pieces.count)])], at: start)
                    expected.insert("/new", at: start)
                case 1:
                    let end = start + next(before.count - start + 1)
                    text.remove(start..<end)
                    expected.removeSubrange(start..<end)
                default:
                    guard start < before.count else { continue }
                    let target = next(before.count)
                    text.move(start..<start + 1, to: target)
                    expected.insert(expected.remove(at: start), at: target)
                }
                let again = try PlaylistText(text.bytes)
                #expect(locations(again) == expected && locations(text) == expected, "\(file.debugDescription)")
                #expect(again.bytes == text.bytes)
            }
        }
    }

    @Test("names are those that a file can have without being hidden")
    func names() {
        for name in ["", ".hidden", "a/b", "a\nb", "a\0", "..", String(repeating: "x", count: 251)] {
            #expect(PlaylistName.fault(of: name) != nil, "\(name)")
        }
        for name in ["a", "Été", "a.m3u", " a", "-", "a.b"] { #expect(PlaylistName.fault(of: name) == nil, "\(name)") }
        #expect(PlaylistName.name(ofFile: Array("x.m3u8".utf8)) == "x")
        #expect(PlaylistName.name(ofFile: Array("x.y.m3u".utf8)) == "x.y")
        #expect(PlaylistName.name(ofFile: Array("x.pls".utf8)) == nil)
        #expect(PlaylistName.name(ofFile: Array(".m3u".utf8)) == nil)
        #expect(PlaylistName.name(inAddress: "playlist:a b") == "a b")
    }
}
