import MediaTypes
import Playlists
import TestSupport
import Testing

@testable import Media

@Suite("The files that a list means")
struct NameFinderTests {
    private let directory: TemporaryDirectory
    private var music: [UInt8] { Array(directory.file("Music").utf8) }

    init() throws {
        directory = try TemporaryDirectory()
        for name in [
            "Artist/Song.flac", "Artist/Cafe\u{301}.ogg", "Artist/two.ogg", "Artist/two.flac", "Artist/50%.flac",
            "Artist/a b.flac",
            "Sång ’1’.flac", "top.flac", "Both/x.flac", "both/y.flac",
        ] {
            try directory.write("x", to: "Music/\(name)")
        }
    }

    /// What an entry of a list in `Music` means, below `Music`; `nil` if it is left out.
    private func found(_ path: [UInt8], isSheet: Bool = false, finder: inout NameFinder) throws -> String? {
        let list = try Playlist(path + [0x0A], format: .m3u, directory: music)
        let entry = try #require(list.entries.first)
        guard let one = finder.find(entry, in: music, isSheet: isSheet) else { return nil }
        return String(decoding: try MediaLocation(uri: one.uri).path.dropFirst(music.count + 1), as: UTF8.self)
    }

    private func found(_ path: String, isSheet: Bool = false) throws -> String? {
        var finder = NameFinder()
        return try found(Array(path.utf8), isSheet: isSheet, finder: &finder)
    }

    @Test(
        "are those that a person would find",
        arguments: [
            ("Artist/Song.flac", "Artist/Song.flac"), ("artist/SONG.FLAC", "Artist/Song.flac"),
            ("Artist/Café.ogg", "Artist/Cafe\u{301}.ogg"),
            ("./Artist/Song.flac", "Artist/Song.flac"), (#"..\MUSIC\Artist\Song.flac"#, "Artist/Song.flac"),
            ("Artist/Song.mp3", "Artist/Song.flac"), ("artist/song.wav", "Artist/Song.flac"), ("Artist/Song", "Artist/Song.flac"),
            ("Artist/a%20b.flac", "Artist/a b.flac"), ("Artist/50%.flac", "Artist/50%.flac"),
            ("Artist/50%25.flac", "Artist/50%.flac"),
            (#"C:\Users\me\Music\Artist\Song.flac"#, "Artist/Song.flac"),
            (#"C:\Users\me\Music\artist\song.wav"#, "Artist/Song.flac"),
            (#"\\nas\share\top.flac"#, "top.flac"), (#"\Music\Artist\Song.flac"#, "Artist/Song.flac"),
            ("file:///C:/Music/Artist/Song.flac", "Artist/Song.flac"), ("both/x.flac", "both/x.flac"),
        ])
    func spelt(path: String, expected: String) throws {
        #expect(try found(path) == expected)
    }

    @Test("are found in Windows-1252, in which a list of another time spells them")
    func windows1252() throws {
        var finder = NameFinder()
        let name: [UInt8] = [0x53, 0xE5, 0x6E, 0x67, 0x20, 0x92, 0x31, 0x92, 0x2E, 0x66, 0x6C, 0x61, 0x63]
        #expect(try found(name, finder: &finder) == "Sång ’1’.flac")
    }

    @Test(
        "are not guessed: what several files could be, what is no sound, and what is elsewhere stays as it is written",
        arguments: ["Artist/two.mp3", "Artist/Song.jpg", "Artist/gone.flac", "Elsewhere/top.flac", "Artist/Song.flac/x", "http"])
    func unknown(path: String) throws {
        #expect(try found(path) == path)
    }

    @Test(
        "are none for a path of another system that is nowhere here", arguments: [#"C:\Music\gone.flac"#, #"D:\"#, #"\\nas\x"#])
    func foreign(path: String) throws {
        #expect(try found(path) == nil)
    }

    @Test("lie beside a CUE sheet, whatever directory it names")
    func sheets() throws {
        for path in ["/old/place/TOP.wav", "sub/top.ape", #"C:\rips\top.wav"#, #".\top.bin"#, "top.bin"] {
            #expect(try found(path, isSheet: true) == "top.flac", "\(path)")
        }
        var finder = NameFinder()
        let entry = PlaylistEntry(uri: "/old/place/top.flac")
        #expect(finder.find(entry, in: music, isSheet: false) == entry, "a disk that is away may come back")
    }

    @Test("are looked for only in directories that the client may use")
    func admitted() throws {
        let allowed = music + Array("/Artist".utf8)
        var finder = NameFinder { [allowed] in $0.starts(with: allowed) }
        #expect(try found(Array("Artist/song.FLAC".utf8), finder: &finder) == "Artist/Song.flac")
        #expect(try found(Array("TOP.flac".utf8), finder: &finder) == "TOP.flac")
    }

    @Test("stay as they are on the network")
    func network() {
        var finder = NameFinder()
        let entry = PlaylistEntry(uri: "http://example.org/A.mp3")
        #expect(finder.find(entry, in: music, isSheet: false) == entry)
    }

    @Test("of a directory with more names than anybody reads, are those that are spelt like it")
    func large() throws {
        let root = try TemporaryDirectory()
        for number in 0..<20_001 { try writeFile([], to: root.file("\(number).flac")) }
        let base = Array(root.path.utf8)
        var finder = NameFinder()
        for (name, expected) in [("7.flac", "7.flac"), ("7.FLAC", "7.FLAC")] {
            let path = base + [0x2F] + Array(name.utf8)
            let entry = PlaylistEntry(uri: String(decoding: path, as: UTF8.self))
            #expect(finder.find(entry, in: base, isSheet: false)?.uri == "\(root.path)/\(expected)")
        }
    }

    @Test("of a path of thousands of steps are none, and cost no stack")
    func deep() throws {
        let deep = String(repeating: "a/", count: 7_000) + "x.flac"
        #expect(try found(deep) == deep)
    }
}

@Suite("Which CUE sheets of a directory count")
struct DirectorySheetsTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["1.flac", "2.flac", ".hidden.flac", "sub/3.flac"] { try directory.write("x", to: name) }
    }

    private func counting(_ sheets: [String: [String]]) throws -> [String] {
        for (name, files) in sheets {
            try directory.write(
                files.map { "FILE \"\($0)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n" }.joined(), to: name)
        }
        let names = sheets.keys.sorted().reversed().map { Array($0.utf8) }
        return DirectorySheets(Array(names), in: Array(directory.path.utf8)).counting.map {
            String(decoding: $0.name, as: UTF8.self)
        }
    }

    @Test("those do all of whose files are there, and which no sheet before them names")
    func rule() throws {
        #expect(try counting(["b2.cue": ["1.flac"], "b10.cue": ["1.flac", "2.flac"]]) == ["b2.cue"], "numbers by their value")
        #expect(try counting(["a.cue": ["1.flac", "gone.flac"], "b.cue": ["1.flac"]]) == ["b.cue"])
        #expect(try counting(["a.cue": [".hidden.flac"], "b.cue": ["sub/3.flac"], "c.cue": ["../x"], "d.cue": []]) == [])
        #expect(try counting(["a.cue": ["1.WAV"], "b.cue": [#"C:\2.flac"#], "c.cue": ["1.flac"]]) == ["a.cue", "b.cue"])
    }
}
