import MediaTypes
import Testing

@Suite("Speeds that are kept")
struct SpeedOwnerTests {
    private func names(_ uri: String, album: String? = nil) -> [String] {
        SpeedOwner.all(of: uri, album: album).map { "\($0.scope.rawValue) \($0.name)" }
    }

    @Test("belong to an item, its album, its folders and the beginnings of its address, most specific first")
    func owners() {
        #expect(
            names("/books/Dune/1.mp3", album: "Dune")
                == ["item /books/Dune/1.mp3", "book Dune", "book /books/Dune", "book /books"])
        #expect(names("file:///b%20c/1.mp3", album: "") == ["item file:///b%20c/1.mp3", "book /b c"])
        let part = "file:///b/disc.flac#t=0/75,6750/75"
        #expect(names(part) == ["item \(part)", "book /b"], "a track of a CUE sheet")
        #expect(
            names("HTTPS://me:secret@Radio.example/News/1.mp3?a=1#x")
                == [
                    "item HTTPS://Radio.example/News/1.mp3?a=1#x", "feed https://radio.example/News/1.mp3?a=1#x",
                    "feed https://radio.example/News/1.mp3?a=1", "feed https://radio.example/News/1.mp3",
                    "feed https://radio.example/News", "feed https://radio.example",
                ])
        #expect(names("http://h/") == ["item http://h/", "feed http://h"] && names("stream:1").isEmpty)
        #expect(names("/1.mp3") == ["item /1.mp3"] && names("http:") == ["item http:"])
        let deep = "/" + String(repeating: "a/", count: 500) + "1.mp3"
        #expect(names(deep).count == 65 && names("http://h" + deep).count == 66, "a bounded number of levels")
        let long = "/" + String(repeating: "a", count: 9_000)
        #expect(names(long + "/1.mp3").isEmpty, "no name is longer than that of a note's owner")
    }

    @Test("are chosen for the album or else the folder, and for what the address has before its last part")
    func usual() {
        func usual(_ scope: SpeedScope, _ uri: String, _ album: String? = nil) -> String? {
            SpeedOwner.usual(scope, of: uri, album: album)?.name
        }
        #expect(usual(.item, "/a/b.mp3") == "/a/b.mp3")
        #expect(usual(.book, "/a/b.mp3", "A") == "A" && usual(.book, "/a/b.mp3") == "/a" && usual(.book, "/b.mp3") == nil)
        #expect(usual(.feed, "https://h/x/y/1.mp3?q=/z") == "https://h/x/y" && usual(.feed, "https://h/1.mp3") == "https://h")
        #expect(
            usual(.feed, "https://h") == "https://h" && usual(.feed, "/a/b.mp3") == nil && usual(.book, "https://h/x/1") == nil)
    }

    @Test("are for what a client names, with slashes at its end or without, and for nothing that is no such name")
    func named() {
        #expect(SpeedOwner.named("/books/Dune//", for: .book) == SpeedOwner.all(of: "/books/Dune/1", album: nil)[1])
        let news = SpeedOwner.named("https://me:pw@Radio.example/News/", for: .feed)
        #expect(news?.name == "https://radio.example/News")
        #expect(news.map { SpeedOwner.all(of: "https://radio.example/News/1.mp3", album: nil).contains($0) } == true)
        #expect(news.map { SpeedOwner.all(of: "https://radio.example/Newspaper/1.mp3", album: nil).contains($0) } == false)
        for wrong in ["", "books", "/", "https://h/x", "/a\0b", "/" + String(repeating: "a", count: 9_000)] {
            #expect(SpeedOwner.named(wrong, for: .book) == nil)
        }
        for wrong in ["", "/books", "ftp://h/x", "http:", "https://"] { #expect(SpeedOwner.named(wrong, for: .feed) == nil) }
        #expect(SpeedOwner.named("/a", for: .item) == nil && SpeedOwner.named("/a", for: .all) == nil)
    }

    @Test("count before each other: the item, the book, its inner folder, its outer one, the feed, and then the general speed")
    func order() {
        var speeds = KeptSpeeds(of: "/books/Dune/1.mp3", album: "Dune")
        #expect(speeds.counting(over: 1.2) == SpeedInForce(speed: 1.2, owner: nil))
        for (index, owner) in speeds.owners.enumerated().reversed() {
            speeds[owner] = 2 + Double(index) / 10
            #expect(speeds.counting(over: 1.2) == SpeedInForce(speed: 2 + Double(index) / 10, owner: owner))
        }
        for owner in speeds.owners { speeds[owner] = nil }
        #expect(speeds.counting(over: 1.2).scope == .all)
        if let other = SpeedOwner.named("/other", for: .book) { speeds[other] = 3 }
        #expect(speeds.counting(over: 1.2).speed == 1.2, "what they are no part of changes nothing")
    }

    @Test("are told apart where people see no difference between two names")
    func bytes() {
        let (composed, decomposed) = ("/\u{E9}/1", "/e\u{301}/1")
        #expect(SpeedOwner.all(of: composed, album: nil) != SpeedOwner.all(of: decomposed, album: nil))
    }

    @Test("are numbers in notes, and nothing else is")
    func notes() {
        #expect(["1.4", "1", "0.25", "4.00", "1.37"].map(SpeedNote.speed) == [1.4, 1, 0.25, 4, 1.35])
        for wrong in ["", "fast", "1,4", "-1", "0", "4.1", "nan", "inf", "1e0", "0x1", " 1", "1.4 ", ".", "11111111111111111"] {
            #expect(SpeedNote.speed(wrong) == nil, "\(wrong)")
        }
        #expect([1, 1.4, 0.25, 1.15].map(SpeedNote.text) == ["1", "1.4", "0.25", "1.15"])
    }
}
