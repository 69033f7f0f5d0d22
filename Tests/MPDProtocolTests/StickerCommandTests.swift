import Testing

@testable import MPDProtocol

@Suite("what clients ask of stickers")
struct StickerCommandTests {
    private func command(_ line: String) throws -> StickerCommand {
        try StickerCommand(CommandText(parsing: Array(line.utf8)))
    }

    @Test("each word has its arguments, and a domain is a song, a playlist, a condition or a tag in any case")
    func actions() throws {
        let rows: [(String, StickerCommand.Domain, StickerCommand.Action)] = [
            ("sticker get song a b", .song, .get("b")), ("sticker list playlist a", .playlist, .list),
            ("sticker set filter a b c", .filter, .set("b", "c")), ("sticker set ARTIST a b \"\"", .tag(.artist), .set("b", "")),
            ("sticker inc song a b 2", .song, .count("b", by: "2", isLess: false)),
            ("sticker dec song a b 2", .song, .count("b", by: "2", isLess: true)),
            ("sticker delete song a", .song, .delete(nil)), ("sticker delete song a b", .song, .delete("b")),
        ]
        for (line, domain, action) in rows {
            let command = try command(line)
            #expect(command.domain == domain && command.owner == "a" && command.action == action, "\(line)")
        }
    }

    @Test(
        "mistakes are refused with MPD's sentences",
        arguments: [
            ("get foo a b", "unknown sticker domain \"foo\""), ("foo song a", "bad request"), ("get song a", "bad request"),
            ("list song a b", "bad request"), ("set song a b", "bad request"), ("set song a \"\" c", "empty sticker name"),
            ("inc song a \"\" c", "empty sticker name"), ("dec song a \"\" c", "empty sticker name"),
            ("find song a", "bad request"),
            ("find song a b ~ c", "bad operator \"~\""), ("find song a b =", "bad request"),
            ("find song a b sort foo", "Unknown sort tag \"foo\""), ("find song a b window x", "Integer or range expected: x"),
        ])
    func mistakes(line: String, sentence: String) {
        #expect(throws: MPDFailure(.argument, sentence)) { try command("sticker " + line) }
    }

    @Test("a search states a comparison, an order and a window, in this order")
    func search() throws {
        func search(_ rest: String) throws -> StickerCommand.Search? {
            if case .find(let search) = try command("sticker find song a b " + rest).action { search } else { nil }
        }
        let plain = try #require(try search(""))
        #expect(plain.name == "b" && plain.comparison == nil && plain.order == .owner && plain.window == .all)
        for word in ["=", "<", ">", "eq", "lt", "gt", "contains", "starts_with"] {
            let search = try #require(try search(word + " c"))
            #expect(search.comparison?.rawValue == word && search.value == "c")
        }
        let whole = try #require(try search("eq 5 sort -value_int window 1:2"))
        #expect(whole.comparison == .equalsNumber && whole.order == .number && whole.isDescending)
        #expect(whole.window == PositionRange(start: 1, end: 2))
    }

    @Test(
        "what was found is sorted by owner, value or the number with which the value begins",
        arguments: [
            ("", "abcd"), ("sort uri", "abcd"), ("sort -uri", "dcba"), ("sort value", "cbad"), ("sort -value", "dabc"),
            ("sort value_int", "cdab"), ("sort -value_int", "abdc"), ("sort value_int window 1:3", "da"), ("window 9:", ""),
        ])
    func order(end: String, owners: String) throws {
        let found = [("d", "x"), ("b", "10"), ("a", "10 of 12"), ("c", "-3")].map { (Array($0.utf8), $1, $0) }
        guard case .find(let search) = try command("sticker find song \"\" rating " + end).action else {
            Issue.record("no search")
            return
        }
        #expect(search.select(found).joined() == owners)
    }

    @Test("a value beyond all numbers counts as the largest or the smallest")
    func largeNumbers() throws {
        let digits = String(repeating: "9", count: 30)
        let found = [("a", digits), ("b", "-" + digits), ("c", "1")].map { (Array($0.utf8), $1, $0) }
        guard case .find(let search) = try command("sticker find song \"\" rating sort value_int").action else {
            Issue.record("no search")
            return
        }
        #expect(search.select(found) == ["b", "c", "a"])
    }

    @Test("what is quoted shows what cannot be seen")
    func debugged() {
        #expect(ReplyText.debugged("a\"b\\c\n\t\u{1}é") == "\"a\\\"b\\\\c\\n\\t\\x01é\"")
    }
}
