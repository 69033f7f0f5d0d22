import Testing
import TextPatterns

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
        #expect(throws: MPDFailure(.argument, "Unknown sort tag")) {
            try SongQuery(text("find title x sort prio"), isSearch: false)
        }
        #expect(throws: MPDFailure.self) { try SongQuery(text("find window 1:2"), isSearch: false) }
    }

    @Test("songs are sorted by when the library got to know them, in whole seconds, and those of the queue by priority")
    func orders() throws {
        var songs = ["1", "2", "3"].map { song($0, track: "", title: "") }
        (songs[0].added, songs[1].added, songs[2].added) = (20, 10.9, 10.1)
        songs[1].place = Song.Place(position: 1, id: 1, priority: 200)
        let expected = [
            ("sort Added", "231"), ("sort -added", "123"), ("sort prio", "132"), ("sort -Prio window 0:1", "2"),
        ]
        for (end, files) in expected {
            let query = try SongQuery(text("playlistfind title x " + end), isSearch: false, isOfQueue: true)
            #expect(query.select(songs).map(\.file).joined() == files, "\(end)")
        }
    }

    @Test("a list of values has the window that is named behind its groups")
    func window() throws {
        let query = try GroupQuery(text("list title group artist window 1:3"), from: 1, hasWindow: true)
        #expect(query.groups == [.artist] && query.window == PositionRange(start: 1, end: 3))
        #expect(throws: MPDFailure(.argument, "Unknown filter type")) { try GroupQuery(text("count window 1:3"), from: 0) }
        var (tree, allowance) = (TagTree(), TreeAllowance(values: 100, bytes: 100_000))
        for (file, title, artist) in [("1", "a", "X"), ("2", "b", "Y"), ("3", "c", "Y"), ("4", "d", "Z")] {
            tree.add(song(file, track: "1", title: title, artist), under: [.artist, .title], within: &allowance)
        }
        var values: [String] = []
        tree.forEach([.artist, .title], within: query.window) {
            values.append(String(decoding: $1, as: UTF8.self)); _ = ($0, $2)
        }
        #expect(values == ["Y", "b", "c", "Z", "d"])
        tree.forEach([.artist], within: PositionRange(start: 9, end: .max)) { _, _, _ in values = [] }
        #expect(values.count == 5)
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
        var (tree, allowance) = (TagTree(), TreeAllowance(values: 100, bytes: 100_000))
        tree.add(song("1", track: "1", title: "a", "X", "Y"), under: [.artist, .title], within: &allowance)
        // With an accent behind the letter, and with a letter that has one: equal for strings, and two values here.
        for (file, title) in [("2", "e\u{301}"), ("3", "\u{E9}")] {
            tree.add(song(file, track: "1", title: title), under: [.artist, .title], within: &allowance)
        }
        var rows: [String] = []
        tree.forEach([.artist, .title]) { type, value, below in
            rows.append("\(type.rawValue)=\(value.count) \(below.count)")
        }
        #expect(rows == ["Artist=0 0", "Title=3 1", "Title=2 1", "Artist=1 0", "Title=1 1", "Artist=1 0", "Title=1 1"])
        var all = TagTree()
        for _ in 0..<10 { all.add(song("1", track: "1", title: "a"), under: [], within: &allowance) }
        #expect(all.count == 10 && all.milliseconds == 2_000)
    }

    @Test("a song with many values of several tags is left out from the limit on")
    func hugeTree() {
        var song = Song(file: "1")
        for type in [TagType.artist, .albumArtist, .genre] { song.tags += (0..<20).map { Song.Tag(type, "\($0)") } }
        var (tree, allowance) = (TagTree(), TreeAllowance(values: 50, bytes: .max))
        tree.add(song, under: [.artist, .albumArtist, .genre], within: &allowance)
        #expect(allowance.isSpent)
        var rows = 0
        tree.forEach([.artist, .albumArtist, .genre]) { _, _, _ in rows += 1 }
        #expect(rows == 1 + 3 + 50)
    }

    @Test("a tree ends where its allowance of memory does, however many levels each of the songs has a branch at")
    func largeTree() {
        var (tree, allowance) = (TagTree(), TreeAllowance(values: .max, bytes: 100_000))
        let tags: [TagType] = [.artist, .albumArtist, .genre, .album, .title]
        var added = 0
        while !allowance.isSpent {
            var song = Song(file: "\(added)")
            for type in tags { song.tags.append(Song.Tag(type, "\(added)")) }
            tree.add(song, under: tags[...], within: &allowance)
            added += 1
        }
        // Five values of each song, of 160 bytes and more.
        #expect(added > 100 && added < 130)
    }

    @Test("more groups than anybody needs are refused")
    func manyGroups() {
        let types: [TagType] = [.artist, .albumArtist, .genre, .album, .composer, .performer, .date, .disc, .track]
        let words = types.map { "group \($0.rawValue)" }.joined(separator: " ")
        #expect(throws: MPDFailure(.argument, "Too many groups")) { try GroupQuery(text("list title \(words)"), from: 1) }
    }

    @Test("a condition has 64 comparisons at most, in expressions and in pairs")
    func manyConditions() throws {
        func expression(_ count: Int) -> String {
            "(" + Array(repeating: "(file != 'x')", count: count).joined(separator: " AND ") + ")"
        }
        _ = try SongFilter([expression(64)], isSearch: false)
        for arguments in [[expression(65)], [expression(32), expression(33)], [expression(64), "title", "x"]] {
            #expect(throws: MPDFailure(.argument, "Too many conditions")) { try SongFilter(arguments[...], isSearch: true) }
        }
        let pairs = Array(repeating: ["title", "x"], count: 65).flatMap(\.self)
        #expect(throws: MPDFailure(.argument, "Too many conditions")) { try SongFilter(pairs[...], isSearch: false) }
    }

    @Test("comparisons end with what they may look at, wherever in the text they look")
    func effort() throws {
        let song = Song(file: String(repeating: "a", count: 1_000))
        for condition in [
            "(file !contains 'b')", "(file == 'b')", "(!(file starts_with 'b'))", "((file != 'b') AND (file != 'c'))",
        ] {
            let matcher = SongMatcher(try SongFilter([condition], isSearch: true))
            let effort = ComparisonEffort(ComparisonEffort.Limits(steps: 1, nanoseconds: 1, bytes: 100_000)) { 0 }
            var songs = 0
            while !effort.isSpent, songs < 1_000 {
                _ = matcher.holds(for: song, effort)
                songs += 1
            }
            #expect((48...97).contains(songs), "\(condition): \(songs)")
        }
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
        for text in [
            "", "x", "2026-13-01T00:00:00Z", "2026-11-24 01:02:03Z", "-", "--5", "+ 5", "5 ", "5x", "20-1", "2020-0101",
            "202001-01",
            "2020-00-01", "2020-01-32", "12345-01-01", "2020-01-01T", "2020-01-01T24", "2020-01-01T10:",
            "2020-01-01T10:60", "2020-01-01T10:30:", "2020-01-01T10:30:62", "2020-01-01T10:30:00.5Z", "2020-01-01Zx",
            "2020-01-01z", "2020-01-01t10", "2020-01-01+", "2020-01-01+1", "2020-01-01+014", "2020-01-01+14",
            "2020-01-01+13:60", "2020-01-01+1:30", "2020-01-01+01:3", "2020-01-01+01:", "2020-01-01+:0130",
            "2020-01-01+-1",
        ] {
            #expect(Timestamp.seconds(text) == nil, "\(text)")
        }
        #expect(Timestamp.seconds("4000000000") == 4_000_000_000 && Timestamp.seconds("-5") == 0)
        #expect(Timestamp.seconds("18446744073709551615") == 253_402_300_799)
    }

    @Test(
        "dates may lack their time, the end of it, their marks and their time zone",
        arguments: [
            ("2020-01-01", 0), ("2020-01-01Z", 0), ("20200101T00", 0), ("2020-1-1", 0), ("2020-01-01T10", 36_000),
            ("2020-01-01T00Z", 0), ("2020-01-01T10:30Z", 37_800), ("2020-01-01T10:30:05", 37_805), ("20200101T103005Z", 37_805),
            ("2020-01-01T1030", 37_800), ("2020-01-01T103", 36_180), ("2020-01-01T1:2:3Z", 3_723),
            ("2020-01-01T10:30:61", 37_861),
            ("2020-01-01+01", -3_600), ("2020-01-01T10:30+01:30", 32_400), ("2020-01-01T10:30-0130", 43_200),
            ("2020-02-31", 61 * 86_400),
        ])
    func shortDates(text: String, seconds: Double) {
        #expect(Timestamp.seconds(text) == 1_577_836_800 + seconds)
    }

    @Test("a date before 1970 is the beginning of that year", arguments: ["1969-12-31", "0001-01-01T00:00:00Z", "0-1-1"])
    func earlyDates(text: String) {
        #expect(Timestamp.seconds(text) == 0)
    }
}
