import AudioTypes
import Testing

@Suite("A choice of an audio track")
struct TrackChoiceTests {
    @Test("knows a language by any of its codes, and what is none")
    func languages() throws {
        for codes in [
            ["de", "deu", "ger", "DE", "de-AT", "deu_CH", "ger-Latn-DE"], ["zh", "zho", "chi", "zh-Hant"], ["he", "iw", "heb"],
            ["nds"],
        ] {
            #expect(Set(codes.map { LanguageCode($0) }).count == 1, "\(codes)")
            #expect(LanguageCode(codes[0])?.code == codes[0])
        }
        #expect(LanguageCode("nds") != LanguageCode("de") && LanguageCode("nb") != LanguageCode("no"))
        for text in ["", "d", "und", "mul", "zxx", "german", "12", "dé", "-de"] { #expect(LanguageCode(text) == nil, "\(text)") }
    }

    @Test("fits in two bytes, and comes out as it went in")
    func packed() throws {
        for choice in [
            TrackChoice.index(0), .index(7), .index(32_767), .language(try #require(LanguageCode("de"))),
            .language(try #require(LanguageCode("nds"))), .language(try #require(LanguageCode("zz"))),
        ] {
            #expect(choice.packed != 0 && TrackChoice(packed: choice.packed) == choice)
        }
        for packed in UInt16.min...UInt16.max { if let choice = TrackChoice(packed: packed) { _ = choice.packed } }
        #expect(TrackChoice(packed: 0) == nil)
    }

    private let tracks = [
        SoundTrack(index: 1, language: LanguageCode("fre"), purposes: [.default]),
        SoundTrack(index: 2, language: LanguageCode("ger"), title: "Kommentar", purposes: [.commentary]),
        SoundTrack(index: 3, language: LanguageCode("ger")),
        SoundTrack(index: 4, language: LanguageCode("eng"), purposes: [.dub]),
        SoundTrack(index: 5, language: LanguageCode("eng"), purposes: [.default]), SoundTrack(index: 6),
    ]

    private func index(_ choice: TrackChoice?, _ languages: [String] = []) throws -> Int? {
        try TrackWish(choice, languages: languages.compactMap { LanguageCode($0) }).track(among: tracks)?.index
    }

    @Test("takes the number, else the language, else the first preferred language that is there")
    func order() throws {
        #expect(try index(.index(6), ["de"]) == 6)
        #expect(try index(.language(try #require(LanguageCode("de"))), ["fr"]) == 3, "no comment, if there is another one")
        #expect(try index(.language(try #require(LanguageCode("en")))) == 5, "the default one of several")
        #expect(try index(.language(try #require(LanguageCode("it"))), ["es", "fr"]) == 1)
        #expect(try index(nil, ["es", "en", "de"]) == 5)
        #expect(try index(nil, ["es"]) == nil)
        #expect(try index(nil) == nil)
        #expect(throws: TrackIsMissing.self) { try index(.index(0), ["de"]) }
    }

    @Test(
        "takes a track that only some people want to hear if somebody has chosen its language, and not because the language is preferred",
        arguments: [TrackPurpose.commentary, .visuallyImpaired, .hearingImpaired, .karaoke, .cleanEffects, .nonDiegetic])
    func special(purpose: TrackPurpose) throws {
        let (german, english) = (try #require(LanguageCode("de")), try #require(LanguageCode("en")))
        let tracks = [
            SoundTrack(index: 1, language: english, purposes: [.default]),
            SoundTrack(index: 2, language: german, purposes: [purpose, .default]),
        ]
        func index(_ wish: TrackWish) throws -> Int? { try wish.track(among: tracks)?.index }
        #expect(try index(TrackWish(.language(german), languages: [english])) == 2)
        #expect(try index(TrackWish(languages: [german])) == nil)
        #expect(try index(TrackWish(languages: [german, english])) == 1)
    }
}
