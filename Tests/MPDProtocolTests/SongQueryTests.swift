import Testing

@testable import MPDProtocol

@Suite("what clients ask a library for")
struct SongQueryTests {
    private func text(_ line: String) throws -> CommandText { try CommandText(parsing: Array(line.utf8)) }

    private func song(_ file: String, track: String, title: String, _ artists: String...) -> Song {
        var song = Song(file: file)
        song.tags = [Song.Tag(.track, track), Song.Tag(.title, title)] + artists.map { Song.Tag(.artist, $0) }
        song.duration = 0.2
        return song
    }

    @Test("songs are sorted by bytes or by numbers, keep their order where they tie, and come from a window")
    func selection() throws {
        let songs = [
            song("1", track: "10", title: "b"), song("2", track: "9", title: "B"), song("3", track: "9", title: "a"),
        ]
        let expected = [
            ("find title x", "123"), ("find title x sort Title", "231"), ("find title x sort -Title", "132"),
            ("find title x sort Track", "231"), ("find title x sort -Track", "123"), ("find title x window 1:2", "2"),
            ("find title x sort Title window 2:", "1"), ("find title x window 9:", ""),
        ]
        for (line, files) in expected {
            #expect(try SongQuery(text(line), isSearch: false).select(songs).map(\.file).joined() == files, "\(line)")
        }
        #expect(try SongQuery(text("find title x sort -last-modified"), isSearch: false).order == .lastModified)
        #expect(throws: MPDFailure(.argument, "Unknown sort tag")) { try SongQuery(text("find title x sort y"), isSearch: false) }
        #expect(throws: MPDFailure.self) { try SongQuery(text("find window 1:2"), isSearch: false) }
    }

    @Test("the last group is the outermost, and no tag is a group twice")
    func groups() throws {
        #expect(try GroupQuery(text("list title group artist group album"), from: 1).groups == [.album, .artist])
        #expect(try GroupQuery(text("list title"), from: 1).filter == nil)
        #expect(throws: MPDFailure(.argument, "Conflicting group")) {
            try GroupQuery(text("list title group album group album"), from: 1)
        }
    }

    @Test("a song stands under each of its values, of which those of several tags multiply, and durations add up exactly")
    func tree() {
        var tree = TagTree()
        #expect(tree.add(song("1", track: "1", title: "a", "X", "Y"), under: [.artist, .title]) == 2)
        // With an accent behind the letter, and with a letter that has one: equal for strings, and two values here.
        for (file, title) in [("2", "e\u{301}"), ("3", "\u{E9}")] {
            tree.add(song(file, track: "1", title: title), under: [.artist, .title])
        }
        var rows: [String] = []
        tree.forEach([.artist, .title]) { type, value, below in
            rows.append("\(type.rawValue)=\(value.count) \(below.count)")
        }
        #expect(rows == ["Artist=0 0", "Title=3 1", "Title=2 1", "Artist=1 0", "Title=1 1", "Artist=1 0", "Title=1 1"])
        var all = TagTree()
        for _ in 0..<10 { all.add(song("1", track: "1", title: "a"), under: []) }
        #expect(all.count == 10 && all.milliseconds == 2_000)
    }

    @Test("a song with many values of several tags is left out from the limit on")
    func hugeTree() {
        var song = Song(file: "1")
        for type in [TagType.artist, .albumArtist, .genre] { song.tags += (0..<20).map { Song.Tag(type, "\($0)") } }
        var tree = TagTree()
        #expect(tree.add(song, under: [.artist, .albumArtist, .genre], upTo: 50) == 50)
        var rows = 0
        tree.forEach([.artist, .albumArtist, .genre]) { _, _, _ in rows += 1 }
        #expect(rows == 1 + 3 + 50)
    }

    @Test(
        "points in time are written and read as the calendar has them",
        arguments: [
            (0.0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_795_395_723, "2026-11-23T01:02:03Z"),
        ])
    func timestamps(seconds: Double, written: String) {
        #expect(Timestamp.text(seconds) == written)
        #expect(Timestamp.seconds(written) == seconds)
    }

    @Test("anything else is no point in time, and any number is written", arguments: [Double.nan, .infinity, -1e300, 1e300])
    func strangeTimes(seconds: Double) {
        #expect(Timestamp.text(seconds).utf8.count == 20)
        for text in ["", "x", "2026-13-01T00:00:00Z", "2026-11-24 01:02:03Z", "-5", "1969-01-01T00:00:00Z"] {
            #expect(Timestamp.seconds(text) == nil, "\(text)")
        }
        #expect(Timestamp.seconds("4000000000") == 4_000_000_000)
    }
}
