import Testing

@testable import Configuration

@Suite("the name that was meant")
struct NearestNameTests {
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
