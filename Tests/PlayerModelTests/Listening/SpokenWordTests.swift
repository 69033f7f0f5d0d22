import MediaTypes
import Testing

@Suite("Media that is spoken")
struct SpokenWordTests {
    @Test(
        "is known by its genre, whatever the case, the accents and the language, and also beside others",
        arguments: [
            ("Podcast", true), ("PODCASTS", true), ("Audiobook", true), ("Audio Book", true), ("audio-book", true),
            ("Speech", true), ("Spoken & Audio", true), ("Books & Spoken", true), ("Audio Theatre", true),
            ("Hörbuch", true), ("Ho\u{308}rbuch", true), ("HÖRSPIEL", true), ("Horspiel", true), ("Hoerbuch", true),
            ("Livre  audio", true), ("Аудиокнига", true),
            ("Podcast;Comedy", true), ("Fantasy, Audiobook", true), ("Hörbuch/Krimi", true), (" Podcast ", true),
            ("Spoken Word", false), ("Comedy", false), ("Radio", false), ("Jazz", false), ("Speech Metal", false),
            ("No Podcast", false), ("Podcast Music", false), ("Audio", false), ("", false), (";/,", false), (" ", false),
        ])
    func genres(genre: String, isSpoken: Bool) {
        #expect(SpokenWord.isGenre(genre) == isSpoken)
        #expect(SpokenWord.isSpoken("/a.mp3", tags: ["genre": genre]) == isSpoken)
    }

    @Test(
        "is known by the marks that iTunes and others write",
        arguments: [
            (["media_type": "2"], true), (["media_type": "21"], true), (["media_type": "23"], true),
            (["media_type": "1"], false), (["media_type": "6"], false), (["media_type": "212"], false),
            (["media_type": ""], false),
            (["podcast": "1"], true), (["podcast": "0"], false), (["tgid": "https://feed.example/7"], true),
            (["title": "Podcast", "album": "Audiobook"], false), ([:], false),
        ] as [([String: String], Bool)])
    func marks(tags: [String: String], isSpoken: Bool) {
        #expect(SpokenWord.isSpoken("/a.m4a", tags: tags) == isSpoken)
    }

    @Test(
        "is known by the suffix of a book",
        arguments: [
            ("/a.m4b", true), ("/A.M4B", true), ("https://h.example/a.m4b?key=1#t", true), ("https://h.example/a?f=.m4b", false),
            ("/a?b.m4b", true), ("/a.m4b.mp3", false), ("/m4b", false), ("/a.m4a", false), ("", false),
        ])
    func suffixes(uri: String, isSpoken: Bool) {
        #expect(SpokenWord.isSpoken(uri, tags: [:]) == isSpoken)
    }

    @Test("nobody looks through a genre that has no end")
    func bounded() {
        #expect(!SpokenWord.isGenre(String(repeating: "x", count: 100_000) + ";Podcast"))
        #expect(SpokenWord.isGenre("Podcast;" + String(repeating: "x", count: 100_000)))
    }
}
