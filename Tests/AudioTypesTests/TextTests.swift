import AudioTypes
import Testing

@Suite("Texts from outside, and texts for others")
struct TextTests {
    @Test(
        "neither controls nor marks that hide something are left, and what people write stays",
        arguments: [
            ("Radio", "Radio"), ("a\u{1b}]0;title\u{7}b", "a ]0;title b"), ("a\u{9b}31mb", "a 31mb"), ("a\r\nb\tc", "a  b c"),
            ("song\u{202e}3pm.exe", "song3pm.exe"), ("\u{2066}a\u{2069}\u{202a}b\u{202c}", "ab"), ("a\u{2028}b\u{85}c", "a b c"),
            ("a\u{fff9}b\u{fffb}\u{206a}", "ab"), ("\u{feff}a", " a"), ("שלום\u{200f}!\u{200e}", "שלום\u{200f}!\u{200e}"),
            ("Mo’ – “Ça”, 漢字 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 £ é", "Mo’ – “Ça”, 漢字 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 £ é"),
        ])
    func clean(text: String, expected: String) {
        #expect(Array(CleanText.of(text).unicodeScalars) == Array(expected.unicodeScalars))
        #expect(CleanText.isClean(text) == (Array(text.utf8) == Array(expected.utf8)))
        #expect(CleanText.of(CleanText.of(text)).utf8.elementsEqual(CleanText.of(text).utf8))
    }

    @Test("a text of several lines keeps them, whatever ends them")
    func lines() {
        #expect(CleanText.of("a\r\nb\rc\nd\u{2028}e\u{1b}f\u{202e}", keepsLines: true) == "a\nb\nc\nd\ne f")
        #expect(CleanText.of("a\n\nb\r\n\r\nc", keepsLines: true) == "a\n\nb\n\nc")
    }

    @Test(
        "a sentence for somebody else has no absolute path",
        arguments: [
            ("no such file: /home/u/a.flac", "no such file: a.flac"), ("/home/u/My Music/x y.flac is gone", "x y.flac is gone"),
            ("file:///home/u/a%20b.flac is gone", "a%20b.flac is gone"),
            ("the playlist \"/a/b\" has none", "the playlist \"b\" has none"),
            ("/m/Al bum/1 2/x.flac cannot be read (5)", "Al bum/1 2/x.flac cannot be read (5)"),
            ("/m cannot be read", "m cannot be read"),
            ("/n/b/x of /m/a/y", "y"), ("the list “/x/y” is", "the list “y” is"), ("only 1/2 and/or 3", "only 1/2 and/or 3"),
            ("http://h/a/b cannot be read: no", "http://h/a/b cannot be read: no"),
            ("/x/y z names http://h/a/b here", "y z names http://h/a/b here"), ("/", ""), ("", ""), ("a /", "a "),
            ("/n2/c/d is none", "second/c/d is none"), ("/m2/c/d is none", "d is none"),
        ])
    func pathless(sentence: String, expected: String) {
        let told = PathlessText.of(sentence, below: [("/m", ""), ("/n2", "second")])
        #expect(told == expected)
    }
}
