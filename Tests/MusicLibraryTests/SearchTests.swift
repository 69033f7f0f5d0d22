import Database
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Searching and browsing the library")
struct SearchTests {
    private let directory: TemporaryDirectory
    private let store: LibraryStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try LibraryStore(
            LibraryPlaces(directory: directory.file("data"))
        ) { Issue.record("\($0)") }
    }

    /// Adds a song to the directory of that id, which is made if it is new.
    @discardableResult
    private func add(_ title: String, in folder: Int = 1, _ change: (inout MusicTags) -> Void = { _ in }) throws -> Int64 {
        let path = Array("/music/\(folder)".utf8)
        let place = FileIdentity(size: 1, modified: 1, device: 1, inode: Int64(folder))
        let id = if let known = try store.directory(path) { known.id } else { try store.addDirectory(path, parent: nil, place) }
        var file = MusicFile()
        file.tags.title = title
        change(&file.tags)
        let number = try store.statistics().songs
        let song = ScannedSong(name: Array("\(number).flac".utf8), identity: place, stamp: number, file: file)
        return try store.write(song, in: id, path: path, over: nil, now: Double(number), isGone: { _ in false }).id
    }

    @Test("finds parts of words, whatever the case and the diacritics, in any order of the terms")
    func terms() throws {
        let dvorak = try add("Slovanské tance") { $0.artists = ["Antonín Dvořák"] }
        let smetana = try add("Vltava") { $0.artists = ["Bedřich Smetana"] }
        try add("Ærø") { $0.genres = ["Jazz"] }
        for text in ["dvorak", "DVOŘÁK", "vora", "tance anton", "dvorak sl", "d an"] {
            #expect(try store.search(text).items == [dvorak], "\(text)")
        }
        #expect(try store.search("an").items == [dvorak], "where a word begins")
        #expect(try store.search("a").items == [dvorak, smetana].filter { $0 == dvorak } + (try store.search("aero").items))
        #expect(try store.search("aero jazz").items.count == 1)
        #expect(try store.search("dvorak", in: .title).items.isEmpty)
        #expect(try store.search("tance", in: .title).items == [dvorak])
    }

    @Test(
        "takes anything that people type for text, also what means something to the index",
        arguments: [
            "\"", "a\"b", "title:x", "AND", "x OR y*", "(", "-", "--", "*", "\u{0}", "'; DROP TABLE songs", "  ", "^abc", "ab*",
            "é", "{title}: abc",
        ])
    func hostile(text: String) throws {
        try add("one")
        _ = try store.search(text)
        _ = try store.search(text, in: .title)
        #expect(try store.statistics().songs == 1)
    }

    @Test("gives long results in parts that together are the whole")
    func pages() throws {
        for index in 0..<25 { try add("Song number \(index)") { $0.album = "Album \(index)" } }
        var (found, place): ([Int64], Int64?) = ([], nil)
        repeat {
            let page = try store.search("number", after: place, limit: 10)
            found += page.items
            place = page.next
        } while place != nil
        #expect(found.count == 25 && Set(found).count == 25)
        var (albums, next): ([String], SortedPlace?) = ([], nil)
        repeat {
            let page = try store.albums(after: next, limit: 10)
            albums += page.items.map(\.title)
            next = page.next
        } while next != nil
        #expect(albums.count == 25 && albums == albums.sorted())
    }

    @Test("finds the same songs after the index was made anew as with an index that follows each")
    func rebuilt() throws {
        for index in 0..<50 { try add("Größe \(index)") { $0.artists = ["Ärzte"] } }
        let before = try store.search("grosse arzte", limit: 100).items
        #expect(before.count == 50)
        try store.rebuildIndex()
        #expect(try store.search("grosse arzte", limit: 100).items == before)
        try store.remove(song: before[0])
        #expect(try store.search("grosse arzte", limit: 100).items == Array(before.dropFirst()))
    }

    @Test("finds the same songs while the index is left behind, term by term, in every field and in parts")
    func linear() throws {
        let words = [
            "Größe", "Ærø", "a-b", "U2", "日本 語", "O'Brien", "x.y", "Dvořák", "12", "Ana", "an", "ß", "été", "AC/DC", "ΖΟΡΜΠΑΣ",
        ]
        for index in 0..<400 {
            try add("\(words[index % words.count]) \(words[index / 7 % words.count])\(index % 10)") { tags in
                (tags.artists, tags.album) = ([words[index % 5], words[index % 3]], "\(words[index % 11]) \(words[index % 13])")
                (tags.genres, tags.date, tags.composers) = ([words[index % 4]], "19\(index % 90 + 10)", [words[index % 9]])
            }
        }
        let parts = [
            "a", "a b", "an gro", "rosse", "1", "9 an", "dvor an u2", "/dc", ".", "-", "ae", "19", "1987", "flac", "ac d",
            "ζορμπάς", "πας",
        ]
        for text in words + parts {
            for field in SearchField.allCases.map(Optional.init) + [nil] {
                try store.setState("index_is_behind", 0)
                let indexed = try store.search(text, in: field, limit: 1_000).items
                if field == nil, !["-", "."].contains(text) { #expect(!indexed.isEmpty, "\(text)") }
                let place = indexed.count > 3 ? indexed[2] : nil
                let part = try store.search(text, in: field, after: place, limit: 10)
                try store.setState("index_is_behind", 1)
                let what = "\(text) in \(field?.rawValue ?? "any field")"
                #expect(try store.search(text, in: field, limit: 1_000).items == indexed, "\(what)")
                let linear = try store.search(text, in: field, after: place, limit: 10)
                #expect(linear.items == part.items && linear.next == part.next, "\(what)")
                let candidates = try store.candidates(containing: text, in: field)?.map(\.id)
                try store.setState("index_is_behind", 0)
                #expect(try store.candidates(containing: text, in: field).map { Set($0.map(\.id)) } == candidates.map(Set.init))
            }
        }
    }

    @Test("has one album of a compilation, and of discs of one release, but two of one name")
    func albums() throws {
        for (index, artist) in ["A", "B", "C"].enumerated() {
            try add("\(index)") { tags in (tags.album, tags.artist, tags.artists) = ("Hits", artist, [artist]) }
            try add("\(index)", in: 10 + index) { tags in
                (tags.album, tags.artist, tags.isCompilation) = ("Sampler", artist, true)
            }
            try add("\(index)", in: 20 + index) { tags in
                (tags.album, tags.albumArtist, tags.disc) = ("Box", "X", "\(index + 1)/3")
            }
        }
        try add("other", in: 30) { tags in (tags.album, tags.albumArtist) = ("Box", "Y") }
        let albums = try store.albums().items
        #expect(albums.map(\.title) == ["Box", "Box", "Hits", "Sampler"])
        #expect(albums.map(\.artist) == ["X", "Y", nil, nil])
        #expect(albums.map(\.songCount) == [3, 1, 3, 3])
        #expect(try store.songs(ofAlbum: albums[0].id).map { $0.tags[.disc] } == ["1/3", "2/3", "3/3"])
    }

    @Test("lists artists by their sort forms, each once, and years newest first")
    func names() throws {
        try add("1") { tags in (tags.artists, tags.artistSort, tags.date) = (["The Beatles"], "Beatles, The", "1967-06-01") }
        try add("2") { tags in (tags.artists, tags.date, tags.genres) = (["ABBA", "Zappa"], "1979", ["Pop", "Rock"]) }
        try add("3") { tags in (tags.artists, tags.date) = (["ABBA"], "no date") }
        #expect(try store.names(in: .artist).items.map(\.name) == ["ABBA", "The Beatles", "Zappa"])
        #expect(try store.names(in: .genre).items.map(\.name) == ["Pop", "Rock"])
        #expect(try store.years().map(\.year) == [1979, 1967])
    }

    @Test("knows what came last, what was played last and what never was")
    func lists() throws {
        let (one, two, three) = (try add("1"), try add("2"), try add("3"))
        try store.countPlay(of: two, at: 10)
        try store.countPlay(of: one, at: 20)
        try store.countSkip(of: three, at: 30)
        #expect(try store.recentlyAdded().map(\.id) == [three, two, one])
        #expect(try store.recentlyPlayed().map(\.id) == [one, two])
        #expect(try store.neverPlayed().map(\.id) == [three])
        #expect(
            try store.listening(to: three)
                == {
                    var new = Listening(); (new.skipCount, new.lastSkipped) = (1, 30); return new
                }())
    }

    @Test("refuses stickers without a name and of any size")
    func stickers() throws {
        let song = try add("1")
        try store.setSticker("mood", "calm", of: song)
        try store.setSticker("mood", nil, of: song)
        #expect(try store.stickers(of: song).isEmpty)
        let error = #expect(throws: DatabaseError.self) { try store.setSticker("", "x", of: song) }
        #expect(error?.code == .tooLarge)
        #expect(throws: DatabaseError.self) { try store.setSticker("x", String(repeating: "x", count: 70_000), of: song) }
    }

    @Test("takes any number for the place to go on from", arguments: [Int64.max, .min, -1, 0])
    func places(place: Int64) throws {
        try add("one two")
        for text in ["one", "o", "one t"] { _ = try store.search(text, after: place) }
        _ = try store.neverPlayed(after: place)
    }

    @Test("sorts by the beginning of a name, so that the place in a list stays short")
    func longNames() throws {
        let name = String(repeating: "ä", count: 500)
        try add("1") { tags in (tags.artists, tags.album) = ([name], name) }
        #expect(try store.names(in: .artist, limit: 1).next?.sort.utf8.count == 200)
        #expect(try store.albums(limit: 1).next?.sort.utf8.count == 200)
        #expect(try store.names(in: .artist).items.map(\.name) == [name])
    }
}
