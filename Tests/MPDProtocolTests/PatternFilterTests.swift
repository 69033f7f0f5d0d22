import MPDProtocol
import Testing
import TextPatterns

@Suite("filters with regular expressions and formats of sound")
struct PatternFilterTests {
    private static var song: Song {
        var song = Song(file: "a/x 01.flac")
        song.tags = [
            Song.Tag(.artist, "Björk"), Song.Tag(.title, "It's Oh So Quiet"), Song.Tag(.genre, "Pop"), Song.Tag(.genre, "Jazz"),
        ]
        song.format = "44100:16:2"
        return song
    }

    private func holds(_ filter: String, isSearch: Bool = false) throws -> Bool {
        try SongFilter([filter][...], isSearch: isSearch).holds(for: Self.song)
    }

    @Test(
        "a regular expression matches a part of one of the values",
        arguments: [
            ("(title =~ 'So')", true), ("(title =~ '^It')", true), ("(title =~ '^So')", false), ("(title =~ 'so')", false),
            ("(title=~'So')", true), ("(title !~ 'So')", false), ("(title !~ 'x')", true), ("(genre =~ '^(Rock|Jazz)$')", true),
            ("(genre !~ 'Jazz')", false), ("(file =~ '^a/.*[.]flac$')", true), ("(file =~ '\\\\d+')", true),
            ("(file !~ '^b/')", true), ("(any =~ '^Jazz$')", true), ("(any =~ '^x')", false), ("(any !~ '^x')", true),
            ("(artist =~ 'Bj..rk')", true), ("(artist =~ 'Bj.rk')", false), ("(artist =~ '(*UTF)Bj.rk')", true),
            ("((title =~ 'So') AND (genre =~ 'Pop'))", true), ("(!(title =~ 'So'))", false), ("(!(title !~ 'So'))", true),
        ])
    func patterns(filter: String, result: Bool) throws { #expect(try holds(filter) == result) }

    @Test(
        "a song without the tag has that which stands in for it, and is found by the empty expression otherwise",
        arguments: [
            ("(albumartist =~ '^Bj')", true), ("(albumartist !~ '^Bj')", false), ("(albumartistsort =~ 'rk$')", true),
            ("(album =~ '.*')", false), ("(album !~ '.*')", true), ("(album =~ '')", true), ("(album !~ '')", false),
            ("(comment =~ '')", true), ("(comment =~ 'x')", false), ("(composersort =~ 'x')", false),
        ])
    func missingTags(filter: String, result: Bool) throws { #expect(try holds(filter) == result) }

    @Test("a search folds the case of letters of ASCII in expressions, and the expression may say otherwise")
    func search() throws {
        for (filter, result) in [
            ("(title =~ '^IT')", true), ("(title !~ '^it')", false), ("(artist =~ '^BJÖRK$')", false),
            ("(artist =~ '(*UTF)^BJÖRK$')", true), ("(title =~ '(?-i)^IT')", false),
        ] {
            #expect(try holds(filter, isSearch: true) == result, "\(filter)")
        }
    }

    @Test(
        "mistakes in expressions are refused with MPD's sentences, before anything that follows is read",
        arguments: [
            ("(title =~ '(')", "Error in regex at offset 1: missing closing parenthesis"),
            ("(title !~ '*x')", "Error in regex at offset 0: quantifier does not follow a repeatable item"),
            ("(title =~ '(' x", "Error in regex at offset 1: missing closing parenthesis"),
            ("(title =~ '\\\\')", "Error in regex at offset 1: \\ at end of pattern"),
            ("(title =~ x)", "Quoted string expected"), ("(title =~ 'x)", "Closing quote not found"),
            ("(title =~ 'x'", "')' expected"), ("(base =~ 'x')", "Quoted string expected"),
        ])
    func mistakes(filter: String, sentence: String) {
        #expect(throws: MPDFailure(.argument, sentence)) { try holds(filter) }
    }

    @Test("a value has a longest length, and a condition only so many expressions")
    func bounds() throws {
        let longest = String(repeating: "a", count: 4_095)
        #expect(try !holds("(title =~ '\(longest)')"))
        #expect(try !holds("(title == '\(longest)')"))
        for comparison in ["=~", "==", "contains"] {
            for value in [longest + "a", String(repeating: "a", count: 10_000)] {
                let filter = "(title \(comparison) '\(value)')"
                #expect(throws: MPDFailure(.argument, "Quoted value is too long")) { try holds(filter) }
            }
        }
        let one = "(title =~ 'So')"
        let most = Array(repeating: one, count: 16)
        #expect(try SongFilter(most[...], isSearch: false).holds(for: Self.song))
        for arguments in [most + [one], ["((title =~ 'So') AND \(most.joined(separator: " AND ")))"]] {
            #expect(throws: MPDFailure(.argument, "Too many regular expressions")) {
                try SongFilter(arguments[...], isSearch: false)
            }
        }
    }

    @Test("what takes too long spends the effort of the question, whether the expression is negated or not")
    func hostile() throws {
        var song = Song(file: "x")
        song.tags = [Song.Tag(.title, String(repeating: "a", count: 40) + "!")]
        for filter in ["(title =~ '(a+)+$')", "(title !~ '(a+)+$')", "((title =~ 'a') AND (any =~ '(a|a)*$'))"] {
            let matcher = SongMatcher(try SongFilter([filter][...], isSearch: false))
            let effort = ComparisonEffort(ComparisonEffort.Limits(steps: 20_000, nanoseconds: 1, bytes: .max)) { 0 }
            _ = matcher.holds(for: song, effort)
            #expect(effort.isSpent, "\(filter)")
        }
    }

    @Test(
        "formats are compared as they are shown",
        arguments: [
            ("(AudioFormat == '44100:16:2')", true), ("(audioformat == '44100:16:2')", true),
            ("(AudioFormat == '44100:f:2')", false),
            ("(AudioFormat =~ '44100:16:2')", true), ("(AudioFormat =~ '44100:*:2')", true), ("(AudioFormat =~ '*:*:*')", true),
            ("(AudioFormat =~ '48000:*:*')", false), ("(AudioFormat =~ '*:24:*')", false), ("(AudioFormat =~ '*:24_3:*')", false),
            ("(AudioFormat =~ '*:*:1')", false), ("(AudioFormat == 'dsd64:2')", false),
            ("(AudioFormat == '352800:dsd:2')", false),
            ("(!(AudioFormat =~ '44100:*:*'))", false), ("(AudioFormat == '044100:16:02')", true),
        ])
    func formats(filter: String, result: Bool) throws { #expect(try holds(filter) == result) }

    @Test("a song of an unknown format has none, and the short form of a rate is that of one bit")
    func otherFormats() throws {
        let any = try SongFilter(["(AudioFormat =~ '*:*:*')"], isSearch: false)
        #expect(!any.holds(for: Song(file: "x")))
        let format = try SoundFormat("dsd64:2", isMask: false)
        #expect(format.rate == 352_800 && format.sample == .dsd && format.channels == 2)
        let float = try SoundFormat("96000:f:6", isMask: false)
        #expect(float == SoundFormat(rate: 96_000, channels: 6))
    }

    @Test("the older pair names a tag that no song has")
    func formatPair() throws {
        #expect(try !SongFilter(["AudioFormat", "44100:16:2"], isSearch: false).holds(for: Self.song))
        #expect(throws: MPDFailure(.argument, "Incorrect number of filter arguments")) {
            try SongFilter(["AudioFormat"], isSearch: false)
        }
    }

    @Test(
        "mistakes in formats are refused with MPD's sentences",
        arguments: [
            ("!= '44100:16:2'", "'==' or '=~' expected"), ("!~ '44100:16:2'", "'==' or '=~' expected"),
            ("contains '44100'", "'==' or '=~' expected"), ("== 44100", "Quoted string expected"),
            ("== ''", "Failed to parse the sample rate"), ("== 'x:16:2'", "Failed to parse the sample rate"),
            ("== '*:16:2'", "Failed to parse the sample rate"), ("== '0:16:2'", "Invalid sample rate: 0"),
            ("== '-1:16:2'", "Failed to parse the sample rate"),
            ("== '1073741824:16:2'", "Invalid sample rate: 1073741824"),
            ("== '99999999999999999999:16:2'", "Failed to parse the sample rate"),
            ("== '44100'", "Sample format missing"), ("== '44100/16/2'", "Failed to parse the sample rate"),
            ("== '44100:x:2'", "Invalid sample format: \"x\""), ("== '44100:*:2'", "Invalid sample format: \"*\""),
            ("== '44100:12:2'", "Invalid sample format: \"12\""), ("== '44100:16'", "Channel count missing"),
            ("== '44100:16:'", "Failed to parse the channel count"), ("== '44100:16:*'", "Failed to parse the channel count"),
            ("== '44100:16:0'", "Invalid channel count: 0"), ("=~ '*:*:9'", "Invalid channel count: 9"),
            ("== '44100:16:2x'", "Failed to parse the channel count"), ("=~ '*:*:*:*'", "Failed to parse the channel count"),
            ("== 'dsd31:2'", "Bad DSD rate"), ("== 'dsd:2'", "Failed to parse the DSD rate"),
            ("== 'dsd64'", "Channel count missing"), ("== 'dsd64:x'", "Failed to parse the channel count"),
            ("== '44100:16:2' x", "')' expected"),
        ])
    func formatMistakes(rest: String, sentence: String) {
        #expect(throws: MPDFailure(.argument, sentence)) { try holds("(AudioFormat \(rest))") }
    }
}
