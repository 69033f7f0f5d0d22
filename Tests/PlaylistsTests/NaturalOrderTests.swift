import Testing

@testable import Playlists

@Suite("The order of names")
struct NaturalOrderTests {
    private func sorted(_ names: [String]) -> [String] {
        names.map { NaturalName(Array($0.utf8)) }.sorted().map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(
        "is the one that people expect",
        arguments: [
            ["track 2", "Track 10"], ["1.flac", "2.flac", "10.flac"], ["CD1", "CD2", "CD10"], ["a", "B", "c"],
            ["01 x", "1 y", "02 x"], ["disc 1 track 9", "disc 1 track 10", "disc 2 track 1"], ["a", "a1", "a1b", "aa"],
            ["", "a"], ["\u{E4}nde", "\u{D6}l"],
            ["99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
        ])
    func order(names: [String]) {
        #expect(sorted(names.reversed()) == names)
    }

    @Test("tells names apart that differ only in zeros or in case, and takes bytes that are no text")
    func isTotal() {
        #expect(sorted(["A", "a"]) == ["A", "a"] && sorted(["a", "A"]) == ["A", "a"])
        #expect(sorted(["01", "1"]) == sorted(["1", "01"]))
        let odd = [NaturalName([0xFF, 0x41]), NaturalName([0x41]), NaturalName([0xFF])].sorted()
        #expect(odd.map(\.bytes) == [[0x41], [0xFF], [0xFF, 0x41]])
    }

    @Test("is one order of all names, whichever are compared")
    func isOrder() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("aB01 9-".utf8)
        for _ in 0..<300 {
            let names = (0..<3).map { _ in
                NaturalName((0..<Int.random(in: 0..<5, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 })
            }
            let (a, b, c) = (names[0], names[1], names[2])
            #expect(!(a < b && b < a) && (a.bytes == b.bytes || a < b || b < a))
            #expect(!(a < b && b < c) || a < c)
        }
    }
}
