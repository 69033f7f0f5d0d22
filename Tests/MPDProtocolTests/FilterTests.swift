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
            (["(foo == 'x')"], "Unknown filter type: foo"), (["(artist = 'x')"], "'==' or '!=' expected"),
            (["(artist == 'x'"], "')' expected"), (["(artist == x)"], "Quoted string expected"),
            (["(artist == 'x)"], "Closing quote not found"), (["()"], "Word expected"),
            (["(artist == 'x') AND (album == 'y')"], "Unparsed garbage after expression"),
            (["((artist == 'x') OR (album == 'y'))"], "'AND' expected"),
            (["(foo1 == 'x')"], "Unknown filter type: foo"), (["(artist ~ 'x')"], "'==' or '!=' expected"),
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
}
