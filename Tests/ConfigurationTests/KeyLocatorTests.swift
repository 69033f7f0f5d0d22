import Testing

@testable import Configuration

@Suite("finding keys in a text")
struct KeyLocatorTests {
    @Test("keys are found in every way TOML can write them")
    func everySpelling() {
        let text = ##"""
            # [a] b = 1
            top = "x = 1" # c = 2
            'quoted' = '''
            [no]
            no = 1'''
            multi = """
            no = 2 \""" still
            end""""
            list = [ 1, # comment ]
              "[x]", { in = 3 },
            ]
            sec.sub . "key" = 1979-05-27 07:32:00
              [ a . "b" ]
            	c = { d = 1, e.f = "}" }
            [[array]]
            g=[[]]
            """##
        let locator = KeyLocator(text: text)
        let expected: [([String], Int, Int)] = [
            (["top"], 2, 1), (["quoted"], 3, 1), (["multi"], 6, 1), (["list"], 9, 1), (["list", "in"], 10, 12),
            (["sec", "sub", "key"], 12, 1), (["a", "b"], 13, 5), (["a", "b", "c"], 14, 2), (["a", "b", "c", "d"], 14, 8),
            (["a", "b", "c", "e", "f"], 14, 15), (["array"], 15, 3), (["array", "g"], 16, 1),
        ]
        for (path, line, column) in expected {
            #expect(locator.position(of: path) == SourcePosition(line: line, column: column), "\(path)")
        }
        #expect(locator.position(of: ["no"]) == nil)
    }

    @Test(
        "any text, valid or not, is read to its end",
        arguments: [
            "[", "[a", "a", "a=", "a=[", "a={", "=", "]", "a=\"", "a='''", "\\", "a = {b", "[a.b.]]\n=", "\u{FEFF}a=1", "\r",
            "{}", "a..b=1",
        ])
    func terminates(text: String) {
        _ = KeyLocator(text: text)
    }

    @Test("the nearest name is one slip away", arguments: [("dpeth", "depth"), ("client", "clients"), ("Depth", "depth")])
    func nearest(typed: String, meant: String) {
        #expect(typed.nearest(among: ["clients", "depth", "message_bytes"]) == meant)
    }

    @Test("a name far from all others has no nearest one")
    func farAway() { #expect("colour".nearest(among: ["depth", "clients"]) == nil) }

    @Test("the distance counts insertions, deletions, replacements and swaps")
    func distance() {
        #expect("kitten".editDistance(to: "sitting") == 3)
        #expect("ab".editDistance(to: "ba") == 1)
        #expect("".editDistance(to: "abc") == 3)
        #expect("abc".editDistance(to: "") == 3)
    }
}
