import Testing

@testable import TOML

@Suite("reading TOML")
struct TOMLReaderTests {
    @Test("every way of writing keys, texts, numbers, lists and tables is read, each with its place")
    func everySpelling() throws {
        let root = try TOMLReader.table(
            in: ##"""
                # [a] b = 1
                top = "x\t\u00e9\"= 1" # c = 2
                'quoted' = '''
                [no]
                no = \1''''
                multi = """a \
                    b \""" still
                end""""
                list = [ 1, # comment ]
                  "[x]", { in = 3 },
                ]
                sec.sub . "key" = 0xfF
                  [ a . "b" ]
                	c = { d = -1_000, e.f = 1.5e-1 }
                [[array]]
                g=[[],[true]]
                """##)
        let expected: [([String], Int, Int, String)] = [
            (["top"], 2, 1, "\"x\té\"= 1\""), (["quoted"], 3, 1, "\"[no]\nno = \\1'\""),
            (["multi"], 6, 1, "\"a b \"\"\" still\nend\"\""), (["list"], 9, 1, "[1, \"[x]\", {in}]"),
            (["sec"], 12, 1, "{sub}"), (["sec", "sub", "key"], 12, 11, "255"), (["a", "b"], 13, 9, "{c}"),
            (["a", "b", "c", "d"], 14, 8, "-1000"), (["a", "b", "c", "e", "f"], 14, 22, "0.15"), (["array"], 15, 3, "{g}"),
            (["array", "g"], 16, 1, "[[], [true]]"),
        ]
        for (path, line, column, value) in expected {
            let entry = try #require(root.entry(path), "\(path)")
            #expect(entry.position == SourcePosition(line: line, column: column), "\(path)")
            #expect(entry.value.inWords == value, "\(path)")
        }
    }

    @Test(
        "what nests more than 32 levels deep is refused, in every way to nest",
        arguments: [
            ("a=", "[", "]"), ("a=", "{a=", "}"), ("", "a.", ""), ("[", "a.", "]"), ("a=", "[{a=", "}]"), ("a=", "{a.b=", "}"),
        ])
    func nesting(head: String, open: String, close: String) throws {
        func text(_ levels: Int) -> String {
            let inner = open == "a." ? (head.isEmpty ? "a=1" : "a") : (open.hasSuffix("=") ? "1" : "")
            return head + String(repeating: open, count: levels) + inner
                + String(repeating: close, count: head == "[" ? 1 : levels)
        }
        _ = try TOMLReader.table(in: text(8))
        // Many more: nothing may end the process, also when what was read is let go of.
        for levels in [40, 100_000] {
            let mistake = #expect(throws: TOMLMistake.self) { try TOMLReader.table(in: text(levels)) }
            #expect(mistake?.message == "this nests more than 32 levels deep")
        }
    }

    @Test(
        "a table is made in one place: the rules about headers, dotted keys and braces",
        arguments: [
            ("[a]\n[a]", false), ("[a.b]\n[a]", true), ("[a]\n[a.b]", true), ("[a]\nb.c=1\n[a.b]", false),
            ("[a]\nb.c=1\n[a.b.d]", true),
            ("a={}\n[a.b]", false), ("a={}\na.b=1", false), ("a.b=1\na.c=2", true), ("a=1\na.b=2", false), ("[[a]]\n[[a]]", true),
            ("a=[]\n[[a]]", false), ("[[a]]\n[a]", false), ("[[a]]\nb=1\n[[a]]\nb=1", true), ("[[a]]\n[a.b]\n[[a]]\n[a.b]", true),
            ("[a.b]\nc=1\n[a]\nb.d=1", false), ("a={b.c=1,b.d=2}", true), ("a={b={},b.d=2}", false), ("a={b=1,b=1}", false),
            ("'a'=1\na=2", false),
        ])
    func definitions(text: String, isRight: Bool) {
        #expect(((try? TOMLReader.table(in: text)) != nil) == isRight)
    }
}

extension TOMLTable {
    /// What stands below a path of names.
    func entry(_ path: [String]) -> Entry? {
        guard let name = path.first, let entry = self[name] else { return nil }
        if path.count == 1 { return entry }
        switch entry.value {
        case .table(let table), .tables(let table): return table.entry(Array(path.dropFirst()))
        default: return nil
        }
    }
}

extension TOMLValue {
    fileprivate var inWords: String {
        switch self {
        case .text(let text): "\"\(text)\""
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let list): "[\(list.map(\.inWords).joined(separator: ", "))]"
        case .table(let table), .tables(let table): "{\(table.entries.map(\.name).joined(separator: ", "))}"
        }
    }
}
