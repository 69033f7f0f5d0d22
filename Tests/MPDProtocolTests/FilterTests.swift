import MPDProtocol
import Testing

@Suite("filters of songs")
struct FilterTests {
    private static var song: Song {
        var song = Song(file: "/music/a/x.flac")
        song.tags = [
            Song.Tag(.artist, "Björk"), Song.Tag(.title, "It's \"Oh\" So Quiet"), Song.Tag(.genre, "Pop"),
            Song.Tag(.genre, "Jazz"),
        ]
        song.format = "44100:16:2"
        return song
    }

    private func holds(_ arguments: [String], isSearch: Bool = false) throws -> Bool {
        try SongFilter(arguments[...], isSearch: isSearch).holds(for: Self.song)
    }

    @Test(
        "expressions are read with their quotes",
        arguments: [
            ("(artist == 'Björk')", true), ("(Artist == \"Björk\")", true), ("(artist == 'björk')", false),
            ("(title == 'It\\'s \"Oh\" So Quiet')", true), ("(title contains 'Oh')", true), ("(title !contains 'Oh')", false),
            ("(title starts_with 'It')", true), ("(artist != 'x')", true), ("(!(artist == 'x'))", true),
            ("((artist == 'Björk') AND (genre == 'Jazz'))", true), ("((artist == 'Björk') AND (genre == 'x'))", false),
            ("((artist == 'Björk'))", true), ("( artist  ==  'Björk' )", true), ("(album == '')", true),
            ("(artist == '')", false), ("(album != '')", false), ("(albumartist == 'Björk')", true), ("(any == 'Pop')", true),
            ("(file == '/music/a/x.flac')", true), ("(base '/music/a')", true), ("(base '/music/b')", false),
            ("(base '/music')", true), ("(base '/mus')", false), ("(any contains '')", true), ("(album contains '')", true),
            ("(album !contains '')", false), ("(title CONTAINS 'Oh')", true), ("(Comment == '')", true),
            ("(comment == 'x')", false),
        ])
    func expressions(text: String, result: Bool) throws { #expect(try holds([text]) == result) }

    @Test("pairs of a type and a value must all hold")
    func pairs() throws {
        #expect(try holds(["Artist", "Björk", "Genre", "Pop"]))
        #expect(try !holds(["Artist", "Björk", "Genre", "Rock"]))
        #expect(try !holds(["title", "quiet"]))
    }

    @Test("a search looks for parts of texts, and small letters count as large ones")
    func search() throws {
        #expect(try holds(["title", "QUIET"], isSearch: true))
        #expect(try holds(["(artist == 'BJÖRK')"], isSearch: true))
        #expect(try !holds(["(artist == 'BJ')"], isSearch: true))
    }

    @Test(
        "mistakes are refused with MPD's sentences",
        arguments: [
            (["artist"], "Incorrect number of filter arguments"), (["foo", "bar"], "Unknown filter type"),
            (["(foo == 'x')"], "Unknown filter type: foo"), (["(artist = 'x')"], "Unknown filter operator: = 'x')"),
            (["(artist == 'x'"], "')' expected"), (["(artist == x)"], "Quoted string expected"),
            (["(artist == 'x)"], "Closing quote not found"), (["()"], "Word expected"),
            (["(artist == 'x') AND (album == 'y')"], "Unparsed garbage after expression"),
            (["((artist == 'x') OR (album == 'y'))"], "'AND' expected"),
            (["(foo1 == 'x')"], "Unknown filter type: foo"), (["(artist ~ 'x')"], "Unknown filter operator: ~ 'x')"),
            (["(artist eq 'x')"], "Unknown filter operator: eq 'x')"), (["(Base 'x')"], "Unknown filter type: Base"),
            (["Base", "x"], "Unknown filter type"), (["base", "../x"], "Bad URI"), (["base", ""], "Bad URI"),
            (["base", "/a"], "Bad URI"), (["base", "a/"], "Bad URI"), (["(prio >= 256)"], "Invalid priority value"),
            (["(prio >= -1)"], "Invalid priority value"), (["(prio >= '5')"], "Number expected"),
            (["(prio > 5)"], "'>=' expected"),
            (["(prio >= 5 )"], "')' expected"), (["(prio >= 99999999999999999999)"], "Invalid priority value"),
            (["(added-since 'x')"], "Failed to parse date"), (["added-since", "x"], "Failed to parse date"),
        ])
    func mistakes(arguments: [String], sentence: String) {
        #expect(throws: MPDFailure(.argument, sentence)) { try holds(arguments) }
    }

    @Test("expressions that nest without end are refused")
    func nesting() {
        let text = String(repeating: "(", count: 5_000)
        #expect(throws: MPDFailure(.argument, "Too many nested expressions")) { try holds([text]) }
        #expect(throws: MPDFailure(.argument, "Too many nested expressions")) {
            try holds([String(repeating: "(!", count: 5_000)])
        }
    }

    @Test(
        "operators of words compare with the case that they name, whatever the command",
        arguments: [
            ("(artist eq_cs 'Björk')", true), ("(artist eq_cs 'björk')", false), ("(artist eq_ci 'BJÖRK')", true),
            ("(artist !eq_cs 'björk')", true), ("(artist !eq_ci 'björk')", false), ("(title contains_cs 'oh')", false),
            ("(title contains_ci 'oh')", true), ("(title !contains_cs 'oh')", true), ("(title !contains_ci 'oh')", false),
            ("(artist starts_with_cs 'bj')", false), ("(artist starts_with_ci 'bj')", true),
            ("(artist !starts_with_cs 'bj')", true), ("(artist !STARTS_WITH_CI 'bj')", false),
        ])
    func cases(text: String, result: Bool) throws {
        #expect(try holds([text]) == result)
        #expect(try holds([text], isSearch: true) == result)
    }

    @Test("songs are found by when the library got to know them, and by their priority in the queue")
    func timesAndPriorities() throws {
        var song = Self.song
        func holds(_ arguments: String...) throws -> Bool {
            try SongFilter(arguments[...], isSearch: false).holds(for: song)
        }
        #expect(try !holds("(added-since '1')"))
        #expect(try holds("(prio >= 0)"))
        #expect(try !holds("(prio >=1)"))
        song.added = 1_000_000_000.5
        song.place = Song.Place(position: 0, id: 1, priority: 9)
        #expect(try holds("(added-since '2001-09-09T01:46:40Z')"))
        #expect(try holds("added-since", "1000000000"))
        for number in ["-9223372036854775808", "-5", "+5", " 5"] { #expect(try holds("(added-since '\(number)')"), "\(number)") }
        #expect(try !holds("(added-since '99999999999999999999999')"))
        for text in ["-", "--5", "+ 5", "5 ", ""] { #expect(throws: MPDFailure.self) { try holds("(added-since '\(text)')") } }
        #expect(try !holds("added-since", "1000000001"))
        #expect(try holds("(prio >= +9)"))
        #expect(try !holds("(prio >= 10)"))
        // For MPD, a pair asks for a tag that no song has.
        #expect(try !holds("prio", "9"))
    }

    @Test("a search takes letters with marks for those without, if its client wants that")
    func marks() throws {
        func finds(_ arguments: String..., isSearch: Bool = true) throws -> Bool {
            try SongFilter(arguments[...], isSearch: isSearch, stripsMarks: true).holds(for: Self.song)
        }
        #expect(try finds("artist", "bjork"))
        #expect(try finds("(artist == 'BJO\u{308}RK')"))
        #expect(try finds("(artist eq_cs 'Bjork')"))
        #expect(try !finds("(artist eq_cs 'bjork')"))
        #expect(try finds("title", "quíet"))
        #expect(try !finds("artist", "Bjork", isSearch: false))
        #expect(try !holds(["artist", "bjork"], isSearch: true))
    }

    @Test(
        "conditions that ask for the same have one text",
        arguments: [
            ("(artist == 'x')", "(Artist == \"x\")"), ("( ARTIST  eq_ci \"x\" )", "(Artist == \"x\")"),
            ("(!(artist == 'x'))", "(Artist != \"x\")"), ("(!(!(artist != 'x')))", "(Artist != \"x\")"),
            ("(!(artist != 'x'))", "(Artist == \"x\")"),
            ("(title !contains_cs 'a\\'b')", "(Title !contains \"a\\'b\")"), ("(any =~ '^x')", "(any =~ \"^x\")"),
            ("(file !~ 'x')", "(file !~ \"x\")"), ("(base 'a')", "(base \"a\")"), ("(!(base 'a'))", "(!(base \"a\"))"),
            (
                "((artist == 'x') AND ((title == 'y') AND (prio >= 3)))",
                "((Artist == \"x\") AND (Title == \"y\") AND (prio >= 3))"
            ),
            ("((artist starts_with 'x'))", "(Artist starts_with \"x\")"),
            ("(modified-since '1000000000')", "(modified-since \"2001-09-09T01:46:40Z\")"),
            ("(added-since '1000000000')", "(added-since \"2001-09-09T01:46:40Z\")"),
            ("(AudioFormat =~ '44100:*:2')", "(AudioFormat =~ \"44100:*:2\")"),
            ("(AudioFormat == '44100:f:2')", "(AudioFormat == \"44100:f:2\")"),
        ])
    func expression(text: String, expression: String) throws {
        let filter = try SongFilter([text], isSearch: false)
        #expect(filter.expression == expression)
        // The text asks for the same again.
        #expect(try SongFilter([filter.expression], isSearch: false).expression == expression)
    }

    @Test("the directory that a condition asks for is known where it is said at its top")
    func base() throws {
        #expect(try SongFilter(["(base 'a')"], isSearch: false).base == "a")
        #expect(try SongFilter(["title", "x", "base", "a"], isSearch: false).base == "a")
        #expect(try SongFilter(["(!(base 'a'))"], isSearch: false).base == nil)
    }
}
