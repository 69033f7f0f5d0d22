import Database
import Testing

@testable import MusicLibrary

// Songs that go on with others.
extension SmartSearchTests {
    /// Which songs the rules find that are like `seeds`, list by list.
    private func similar(_ seeds: [SimilarSongs.Seed]) throws -> [Set<Int64>] {
        try SimilarSongs(like: seeds).lists.map { list in
            var search = SmartSearch(
                list, members: [:], roots: MusicRoots([Array("/music".utf8)]), now: Self.now, seed: 1)
            while true { if let songs = try search.advance(in: store) { return Set(songs.map(\.id)) } }
        }
    }

    @Test("that are like others have the genre and the time of one of them, or its artist; later lists are wider")
    func alike() throws {
        let near = try add(Song(artists: ["B"], genres: ["Rock", "Pop"], date: "1979-03-01"))
        let other = try add(Song(artists: ["C"], genres: ["ROCK"], date: "2001"))
        let same = try add(Song(artists: ["ann"], genres: ["Jazz"], date: "2010"))
        let time = try add(Song(artists: ["D"], genres: ["Folk"], date: "1985"))
        let bare = try add(Song(title: nil))
        let book = try add(Song(artists: ["Ann"], genres: ["Audiobook"], date: "1979"))
        let lists = try similar([SimilarSongs.Seed(artists: ["Ánn"], genres: ["rock"], year: 1981)])
        #expect(lists.count == 5)
        #expect(lists[0] == [near, same])
        #expect(lists[1] == [near, other, same])
        #expect(lists[2] == [near, time])
        #expect(lists[3] == [near, other, same, time, bare])
        #expect(lists[4] == lists[3] && !lists[4].contains(book))
        // Nothing is known of what was heard.
        #expect(try similar([SimilarSongs.Seed(artists: [], genres: [], year: nil)]).count == 2)
        #expect(try similar([])[0] == lists[3])
    }

    @Test("that go on were not heard or skipped lately, nor rated low; the last list is anything but silence")
    func rested() throws {
        let hour = 3_600.0
        let heard = try add(Song(plays: [Self.now - 11 * hour]))
        let rested = try add(Song(plays: [Self.now - 13 * hour]))
        let skipped = try add(Song(skips: [Self.now - 6 * 24 * hour]))
        let forgiven = try add(Song(skips: [Self.now - 8 * 24 * hour]))
        let bad = try add(Song(stickers: ["rating": "2"]))
        let fair = try add(Song(stickers: ["rating": "4"]))
        let lists = try similar([])
        #expect(lists[0] == [rested, forgiven, fair])
        #expect(lists[1] == [heard, rested, skipped, forgiven, bad, fair])
    }

    @Test("that go on were found with bounded rules, whatever the tags say")
    func bounded() throws {
        let many = (0..<1_000).map { "artist \($0)" } + [String(repeating: "x", count: 5_000), "", "artist 1"]
        let lists = SimilarSongs(like: [SimilarSongs.Seed(artists: many, genres: many, year: 0)]).lists
        for list in lists { #expect(list.limit == .count(SimilarSongs.foundLimit)) }
        guard case .all(let rules) = lists[1].rules, case .any(let kinds)? = rules.last else {
            Issue.record("no rule of kinds: \(lists[1])")
            return
        }
        #expect(kinds.count == 32)
    }

    @Test("begin a year only with four digits")
    func years() {
        #expect(SimilarSongs.Seed.year("1985-05-02") == 1985)
        for text in ["", "85", "0000", "198x", "١٩٨٥", " 1985"] { #expect(SimilarSongs.Seed.year(text) == nil, "\(text)") }
    }

    private struct Candidate: SimilarSongs.Candidate, Equatable {
        var address: String
        var artistName: String?
        var albumName: String?
    }

    @Test("are chosen in their order, two of an artist and of an album while there are others, and none that is there")
    func chosen() {
        func song(_ name: String, _ artist: String? = nil, _ album: String? = nil) -> Candidate {
            Candidate(address: name, artistName: artist, albumName: album)
        }
        let songs = [
            song("a", "x", "1"), song("b", "x", "2"), song("c", "x", "3"), song("d", "y", "1"), song("e", "z", "1"), song("f"),
            song("a", "x", "1"), song("g", "y"),
        ]
        func names(_ count: Int, unless taken: Set<String> = []) -> String {
            SimilarSongs.choose(count, of: songs, unless: taken.contains).map(\.address).joined()
        }
        #expect(names(5) == "abdfg")
        #expect(names(10) == "abdfgce")
        #expect(names(2) == "ab")
        #expect(names(10, unless: ["a", "b"]) == "cdefg")
        #expect(names(0) == "" && names(3, unless: ["a", "b", "c", "d", "e", "f", "g"]) == "")
    }
}
