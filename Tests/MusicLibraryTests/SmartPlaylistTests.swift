import JSON
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Rules of smart playlists")
struct SmartPlaylistTests {
    private func read(_ text: String) throws -> SmartPlaylist { try SmartPlaylist(parsing: Array(text.utf8)) }

    private func message(_ text: String) -> String? {
        do throws(SmartPlaylistError) { _ = try SmartPlaylist(parsing: Array(text.utf8)) } catch { return error.message }
        return nil
    }

    private func message(ofRule rule: String) -> String? { message(#"{"all":[\#(rule)]}"#) }

    @Test("are read as Navidrome writes them")
    func example() throws {
        let text = """
            {"name": "80s", "comment": "Loved", "all": [
              {"any": [{"is": {"loved": true}}, {"gt": {"rating": 3}}]}, {"inTheRange": {"year": [1981, 1990]}},
              {"notContains": {"albumArtist": "Various"}}, {"INTHELAST": {"lastPlayed": 30}}, {"notInPlaylist": {"id": "Tired"}}],
             "sort": "-year, +title", "order": "desc", "limit": 25}
            """
        let list = try read(text)
        #expect(list.comment == "Loved" && list.limit == .count(25) && list.playlists == ["Tired"])
        #expect(
            list.rules
                == .all([
                    .any([
                        .number(.loved, .equals(1), isNegated: false), .number(.rating, .isAbove(3), isNegated: false),
                    ]),
                    .number(.year, .isWithin(1_981, 1_990), isNegated: false),
                    .text(.albumArtist, .contains(Array("various".utf8)), isNegated: true),
                    .number(.lastPlayed, .isInTheLast(30 * 86_400), isNegated: false), .playlist("Tired", isNegated: true),
                ]))
        #expect(list.sort.map(\.field) == [.number(.year), .text(.title)] && list.sort.map(\.isDescending) == [false, true])
        #expect(list.dependence == [.stickers, .plays, .playlists])
        #expect(try read(#"{"any":[{"is":{"title":"x"}}],"sort":"random"}"#).dependence == [])
        #expect(try read(#"{"any":[{"is":{"title":"x"}}],"sort":"playcount"}"#).dependence == .plays)
    }

    @Test("have a limit of songs, of a part of them, or of minutes, and by themselves the order of the titles")
    func limits() throws {
        func limit(_ text: String) throws -> SmartPlaylist.Limit? { try read("{\"all\":[{\"is\":{\"year\":1}}]\(text)}").limit }
        #expect(try limit("") == nil && limit(",\"limit\":0") == nil && limit(",\"limit\":null") == nil)
        #expect(try limit(",\"limit\":9e15") == .count(9_000_000_000_000_000))
        #expect(try limit(",\"limitPercent\":12.5") == .percent(12.5) && limit(",\"limitMinutes\":90") == .seconds(5_400))
        for text in ["\"limit\":-1", "\"limit\":1.5", "\"limit\":\"x\"", "\"limit\":1e300", "\"limitPercent\":101"] {
            let fault = message("{\"all\":[{\"is\":{\"year\":1}}],\(text)}")
            #expect(fault?.contains("\"limit") == true, "\(text): \(fault ?? "taken")")
        }
        #expect(message("{\"all\":[{\"is\":{\"year\":1}}],\"limit\":1,\"limitPercent\":1}") == "has more than one limit")
        #expect(
            try read(#"{"all":[{"is":{"year":1}}],"order":"DESC"}"#).sort == [.init(field: .text(.title), isDescending: true)])
    }

    @Test("that nobody can follow are refused with the place, and with what is known instead")
    func faults() {
        for (rule, part) in [
            (#"{"equals":{"title":"x"}}"#, "the rule all 1 has the operator \"equals\"; known are is, isNot"),
            (#"{"is":{"bpm":120}}"#, "the rule all 1 has the field \"bpm\"; known are album, "),
            (#"{"is":{"random":1}}"#, "the field \"random\""), (#"{"is":{}}"#, "(is) does not name one field"),
            (#"{"is":{"title":"a","album":"b"}}"#, "(is) does not name one field"), (#"{"is":3}"#, "does not name one field"),
            (#"{"any":[{"is":{"year":1}},{"gt":{"year":"x"}}]}"#, "all 1 any 2 (gt year) has no number"),
            (#"{"gt":{"year":"inf"}}"#, "has no number"), (#"{"gt":{"year":"nan"}}"#, "has no number"),
            (#"{"contains":{"year":1}}"#, "of a number than"), (#"{"gt":{"loved":true}}"#, "with true or false"),
            (#"{"is":{"loved":2}}"#, "with true or false"), (#"{"inTheRange":{"year":[1]}}"#, "no range of two values"),
            (#"{"inTheRange":{"year":1}}"#, "no range of two values"), (#"{"after":{"lastPlayed":"yesterday"}}"#, "no day like"),
            (#"{"after":{"lastPlayed":"2026-02-30"}}"#, "no day like"),
            (#"{"before":{"lastPlayed":"2026-13-01"}}"#, "no day like"),
            (#"{"inTheLast":{"lastPlayed":-1}}"#, "no number of days"), (#"{"inTheLast":{"title":3}}"#, "not asked of a text"),
            (#"{"contains":{"lastPlayed":"x"}}"#, "of a time than"), (#"{"is":{"title":null}}"#, "has no text"),
            (#"{"is":{"title":["a"]}}"#, "has no text"), (#"{"inPlaylist":{"id":3}}"#, "the name of a playlist"),
            (#"{"inPlaylist":{"title":"x"}}"#, "the name of a playlist"), (#"{"all":[]}"#, "all 1 all has no rule"),
            (#"{"all":{}}"#, "all 1 all is no list of rules"), ("{}", "all 1 is no rule"), ("7", "all 1 is no rule"),
            ("{\"is\":{\"title\":\"\(String(repeating: "x", count: 1_025))\"}}", "more than 1024 bytes"),
            ("{\"\\n\(String(repeating: "y", count: 900))\":{\"title\":\"x\"}}", "has the operator \" yyy"),
        ] {
            let fault = message(ofRule: rule)
            #expect(fault?.contains(part) == true, "\(rule.prefix(80)): \(fault ?? "taken")")
            #expect(fault?.utf8.count ?? 0 < 1_000)
        }
        for (text, part) in [
            ("", "no JSON"), ("[]", "no object"), ("{}", "\"all\" or \"any\" is missing"),
            (#"{"all":[{"is":{"year":1}}],"limt":3}"#, "has the member \"limt\"; known are name"),
            (#"{"all":[{"is":{"year":1}}],"any":[{"is":{"year":1}}]}"#, "both"),
            (#"{"all":[{"is":{"year":1}}],"order":"up"}"#, "\"order\""), (#"{"all":[{"is":{"year":1}}],"order":3}"#, "\"order\""),
            (#"{"all":[{"is":{"year":1}}],"sort":"yeer"}"#, "sorted by \"yeer\"; known are random, album"),
            (#"{"all":[{"is":{"year":1}}],"sort":""}"#, "sorted by none"),
            (#"{"all":[{"is":{"year":1}}],"sort":[]}"#, "\"sort\""),
            ("{\"all\":[{\"is\":{\"year\":1}}],\"sort\":\"\(String(repeating: "year,", count: 9))\"}", "more than 8 fields"),
        ] {
            let fault = message(text)
            #expect(fault?.contains(part) == true, "\(text.prefix(80)): \(fault ?? "taken")")
        }
    }

    @Test("are bounded in their number, their depth and their bytes")
    func bounds() {
        func deep(_ depth: Int) -> String {
            String(repeating: #"{"all":["#, count: depth) + #"{"is":{"year":1}}"# + String(repeating: "]}", count: depth)
        }
        #expect(message(deep(16)) == nil)
        #expect(message(deep(17))?.contains("deeper than 16 groups") == true)
        #expect(message(deep(1_000))?.contains("no JSON: nested deeper") == true)
        func many(_ count: Int) -> String {
            "{\"all\":[" + Array(repeating: #"{"is":{"year":1}}"#, count: count).joined(separator: ",") + "]}"
        }
        #expect(message(many(256)) == nil)
        #expect(message(many(257))?.contains("behind 256 rules") == true)
        #expect(message(many(1) + String(repeating: " ", count: 65_536))?.contains("more than 64 KiB") == true)
        #expect(SmartPlaylistTests.isRefused([0xFF, 0xFE]) && SmartPlaylistTests.isRefused([0]))
    }

    private static func isRefused(_ bytes: [UInt8]) -> Bool { (try? SmartPlaylist(parsing: bytes)) == nil }

    @Test("know the days of the machine's time zone, also those on which the clock is put forward")
    func days() throws {
        let day = try #require(LocalDay("2026-03-29"))
        #expect(day.end - day.start > 22 * 3_600 && day.end - day.start < 26 * 3_600)
        #expect(try #require(LocalDay("2026-12-31")).end == LocalDay("2027-01-01")?.start)
        #expect(try #require(LocalDay("2028-02-29")).end == LocalDay("2028-03-01")?.start)
        for text in ["2026-2-3", "2027-02-29", "1969-12-31", "+026-01-01", "2026-01-00", "2026/01/01", "", "2026-01-01x"] {
            #expect(LocalDay(text) == nil, "\(text)")
        }
    }
}
