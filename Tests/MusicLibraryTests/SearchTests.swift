import Database
import MediaTypes
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
        file.tags[.title] = title
        change(&file.tags)
        let number = try store.statistics().songs
        let song = ScannedSong(name: Array("\(number).flac".utf8), identity: place, stamp: number, file: file)
        return try store.write(song, in: id, path: path, over: nil, now: Double(number), isGone: { _ in false }).id
    }

    @Test("finds parts of words, whatever the case and the diacritics, in any order of the terms")
    func terms() throws {
        let dvorak = try add("Slovanské tance") { $0[all: .artist] = ["Antonín Dvořák"] }
        let smetana = try add("Vltava") { $0[all: .artist] = ["Bedřich Smetana"] }
        try add("Ærø") { $0[all: .genre] = ["Jazz"] }
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
        for index in 0..<25 { try add("Song number \(index)") { $0[.album] = "Album \(index)" } }
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

    @Test("finds each title and each album of a song, and shows the first")
    func repeated() throws {
        let song = try add("Überfahrt") { tags in
            tags[.album] = "Meer"
            tags[all: .title].append("Crossing")
            tags[all: .album] += ["The Sea", "La Mer"]
            tags[all: .work].append("Opus 2")
        }
        for text in ["uberfahrt", "crossing", "meer", "the sea", "la mer"] {
            #expect(try store.search(text).items == [song], "\(text)")
        }
        #expect(try store.search("crossing", in: .title).items == [song] && store.search("mer", in: .album).items == [song])
        let tags = try #require(try store.song(song)).tags
        #expect(tags[.title] == "Überfahrt" && tags.all(.title) == ["Überfahrt", "Crossing"] && tags.all(.work) == ["Opus 2"])
    }

    @Test("finds the same songs after the index was made anew as with an index that follows each")
    func rebuilt() throws {
        for index in 0..<50 { try add("Größe \(index)") { $0[all: .artist] = ["Ärzte"] } }
        let before = try store.search("grosse arzte", limit: 100).items
        #expect(before.count == 50)
        try store.remakeIndex()
        #expect(try store.search("grosse arzte", limit: 100).items == before)
        try store.remove(song: before[0])
        #expect(try store.search("grosse arzte", limit: 100).items == Array(before.dropFirst()))
    }

    /// Takes songs out of the index, as if a scan had left them for later.
    private func leaveBehind(where condition: String) throws {
        var ids: [Int64] = []
        try store.database.forEachRow("SELECT id FROM songs WHERE \(condition)") { row throws(DatabaseError) in
            ids.append(try row.integer(0))
        }
        for id in ids { try store.removeFromIndex(id) }
        try store.setState("index_is_behind", 1)
    }

    @Test(
        "finds the same songs where a scan has left some or all for later, term by term, in every field and in parts",
        arguments: ["id % 3 = 0", "1"])
    func leftBehind(condition: String) throws {
        let words = [
            "Größe", "Ærø", "a-b", "U2", "日本 語", "O'Brien", "x.y", "Dvořák", "12", "Ana", "an", "ß", "été", "AC/DC", "ΖΟΡΜΠΑΣ",
        ]
        for index in 0..<400 {
            try add("\(words[index % words.count]) \(words[index / 7 % words.count])\(index % 10)") { tags in
                tags[all: .artist] = [words[index % 5], words[index % 3]]
                (tags[.album], tags[.date]) = ("\(words[index % 11]) \(words[index % 13])", "19\(index % 90 + 10)")
                (tags[all: .genre], tags[all: .composer]) = ([words[index % 4]], [words[index % 9]])
            }
        }
        let parts = [
            "a", "a b", "an gro", "rosse", "1", "9 an", "dvor an u2", "/dc", ".", "-", "ae", "19", "1987", "flac", "ac d",
            "ζορμπάς", "πας",
        ]
        var found: [(text: String, field: SearchField?, ids: [Int64], part: Page<Int64, Int64>, candidates: Set<Int64>?)] = []
        func candidates(_ text: String, _ field: SearchField?) throws -> Set<Int64>? {
            try store.candidates(containing: text, in: field).map { Set($0.map(\.id)) }
        }
        func part(of ids: [Int64], _ text: String, _ field: SearchField?) throws -> Page<Int64, Int64> {
            try store.search(text, in: field, after: ids.count > 3 ? ids[2] : nil, limit: 10)
        }
        for text in words + parts {
            for field in SearchField.allCases.map(Optional.init) + [nil] {
                let ids = try store.search(text, in: field, limit: 1_000).items
                if field == nil, !["-", "."].contains(text) { #expect(!ids.isEmpty, "\(text)") }
                found.append((text, field, ids, try part(of: ids, text, field), try candidates(text, field)))
            }
        }
        try leaveBehind(where: condition)
        #expect(try candidates("größe", nil) == nil, "nobody knows yet")
        for (text, field, ids, expected, known) in found {
            let what = "\(text) in \(field?.rawValue ?? "any field")"
            #expect(try store.search(text, in: field, limit: 1_000).items == ids, "\(what)")
            #expect(try !store.isIndexBehindNow())
            let part = try part(of: ids, text, field)
            #expect(part.items == expected.items && part.next == expected.next, "\(what)")
            #expect(try candidates(text, field) == known, "\(what)")
        }
    }

    @Test("finds the same songs in the order of albums, also where a scan has left them for later")
    func leftBehindInOrder() throws {
        for index in 0..<5 { try add("Song \(index)") { $0[.album] = "Album \(index % 2)" } }
        let found = try store.found("song").items.map(\.id)
        try leaveBehind(where: "id % 2 = 0")
        #expect(try found.count == 5 && store.found("song").items.map(\.id) == found)
    }

    @Test("takes what many songs were out of the index, however many a scan changes or removes")
    func manyChanges() throws {
        let ids = try (0..<1_500).map { try add("First \($0)") }
        try store.finishChanges(now: 1)
        for id in ids.dropLast() { try store.removeFromIndex(id) }
        #expect(try store.isIndexBehindNow(), "single songs are not taken out any more")
        try store.database.run("DELETE FROM songs WHERE id < ?", ids[1_499])
        try add("Second")
        try store.finishChanges(now: 2)
        #expect(try store.search("first").items == [ids[1_499]] && store.search("second").items.count == 1)
    }

    @Test("folds each character of two bytes as it does all others, whatever is beside it")
    func foldedCharacters() {
        func folded(_ text: [UInt8]) -> [UInt8] {
            var folded: [UInt8] = []
            unsafe text.withUnsafeBufferPointer { unsafe SearchText.fold($0, into: &folded) }
            return folded
        }
        let around = ["", "a", "É", "\u{301}", "ß", "Ż\u{323}", "\u{345}", "İ"]
        for number in UInt32(0x80)...0x37F {
            let scalar = Unicode.Scalar(number).map(String.init) ?? ""
            for (before, after) in zip(around, around.reversed()) {
                let text = before + scalar + after
                #expect(folded(Array(text.utf8)) == Array(SearchText.searchForm(text).utf8), "U+\(number) in \(text)")
            }
        }
        let wrong: [[UInt8]] = [
            [0x80], [0xC3], [0xC3, 0x41], [0xC0, 0x80], [0xC1, 0xBF], [0xC2, 0x80], [0xCD, 0xBF], [0xCE, 0x80],
            [0x41, 0xC3, 0xA9, 0xC3], [0xCD, 0xBF, 0xE2, 0x82], [0xE2, 0x82, 0xAC], [0xED, 0xA0, 0x80],
            [0xF0, 0x9F, 0x98, 0x80, 0xC3],
        ]
        for bytes in wrong {
            #expect(folded(bytes) == Array(SearchText.searchForm(String(decoding: bytes, as: UTF8.self)).utf8), "\(bytes)")
        }
    }

    @Test("completes the index the next time, if it is ended between two blocks")
    func endedSettling() throws {
        for index in 0..<2_500 { try add("Song \(index % 7) word\(index)") }
        func texts() throws -> Int64 { try store.database.value("SELECT count(*) FROM search_texts") ?? 0 }
        try leaveBehind(where: "1")
        for (blocks, count) in [(0, 0), (1, 1_000), (1, 2_000), (1, 2_500)] {
            var left = blocks
            try store.settle(while: {
                left -= 1
                return left >= 0
            })
            #expect(try texts() == count && store.isIndexBehindNow(), "\(count)")
        }
        try store.settle()
        #expect(try !store.isIndexBehindNow() && store.lacksAny(of: ["word9999"]) && !store.lacksAny(of: ["word2499"]))
        #expect(try store.search("word2499").items.count == 1 && store.search("word9999").items.isEmpty)
    }

    @Test("finds a word from the moment at which a song has it, and knows what no word contains")
    func vocabulary() throws {
        try add("Vltava") { $0[all: .artist] = ["Bedřich Smetana"] }
        for term in ["xyzzy", "vltavas", "smetanaa", "bedrich2"] {
            #expect(try store.lacksAny(of: ["vltava", term]), "\(term)")
            #expect(try store.search("vltava \(term)").items.isEmpty)
            #expect(try store.candidates(containing: term, in: nil)?.isEmpty == true)
        }
        // A blank or a sign is in no word: the index has to tell.
        for term in ["ltav", "metana", "edrich", "0.flac", "smetana-", "a b"] {
            #expect(try !store.lacksAny(of: [term]), "\(term)")
        }
        let later = try add("Xyzzy") { $0[.album] = "Bedřich2" }
        #expect(try store.search("yzzy").items == [later] && store.search("edrich2").items == [later])
        try store.remove(song: later)
        #expect(try store.search("xyzzy").items.isEmpty)
    }

    @Test("takes back the words of a transaction that has failed")
    func failedVocabulary() throws {
        let failed = DatabaseError(.failed, "on purpose")
        #expect(throws: DatabaseError.self) {
            try store.transaction { () throws(DatabaseError) in
                do { try add("Xyzzy") } catch { throw failed }
                throw failed
            }
        }
        #expect(try store.lacksAny(of: ["xyzzy"]))
        let song = try add("Xyzzy")
        #expect(try store.search("xyzzy").items == [song])
    }

    @Test("has one album of a compilation, and of discs of one release, but two of one name")
    func albums() throws {
        for (index, artist) in ["A", "B", "C"].enumerated() {
            try add("\(index)") { tags in (tags[.album], tags[.shownArtist], tags[all: .artist]) = ("Hits", artist, [artist]) }
            try add("\(index)", in: 10 + index) { tags in
                (tags[.album], tags[.shownArtist], tags.isCompilation) = ("Sampler", artist, true)
            }
            try add("\(index)", in: 20 + index) { tags in
                (tags[.album], tags[.shownAlbumArtist], tags[.disc]) = ("Box", "X", "\(index + 1)/3")
            }
        }
        try add("other", in: 30) { tags in (tags[.album], tags[.shownAlbumArtist]) = ("Box", "Y") }
        let albums = try store.albums().items
        #expect(albums.map(\.title) == ["Box", "Box", "Hits", "Sampler"])
        #expect(albums.map(\.artist) == ["X", "Y", nil, nil])
        #expect(albums.map(\.songCount) == [3, 1, 3, 3])
        #expect(try store.songs(ofAlbum: albums[0].id).items.map { $0.tags[.disc] } == ["1/3", "2/3", "3/3"])
    }

    @Test("lists artists by their sort forms, each once, and years newest first")
    func names() throws {
        try add("1") { tags in
            (tags[all: .artist], tags[.artistSort], tags[.date]) = (["The Beatles"], "Beatles, The", "1967-06-01")
        }
        try add("2") { tags in
            (tags[all: .artist], tags[.date], tags[all: .genre]) = (["ABBA", "Zappa"], "1979", ["Pop", "Rock"])
        }
        try add("3") { tags in (tags[all: .artist], tags[.date]) = (["ABBA"], "no date") }
        #expect(try store.names(in: .artist).items.map(\.name) == ["ABBA", "The Beatles", "Zappa"])
        #expect(try store.names(in: .genre).items.map(\.name) == ["Pop", "Rock"])
        #expect(try store.years().map { [$0.year, $0.songCount] } == [[1979, 1], [1967, 1]])
    }

    @Test("knows what came last, what was played last and what never was")
    func lists() throws {
        let (one, two, three) = (try add("1"), try add("2"), try add("3"))
        try store.countPlay(of: two, at: 10)
        try store.countPlay(of: one, at: 20)
        try store.countSkip(of: three, at: 30)
        #expect(try store.recentlyAdded().items.map(\.id) == [three, two, one])
        #expect(try store.recentlyPlayed().items.map(\.id) == [one, two])
        #expect(try store.neverPlayed().map(\.id) == [three])
        #expect(
            try store.listening(to: three)
                == {
                    var new = Listening(); (new.skipCount, new.lastSkipped) = (1, 30); return new
                }())
    }

    @Test("gives lists that are sorted by time or by chance in parts that together are the whole", arguments: [1, 2, 3, 100])
    func partsOfLists(limit: Int) throws {
        let songs = try (1...7).map { try add("\($0)") }
        // Some at the same moment.
        for (index, song) in songs.enumerated() where index > 0 { try store.countPlay(of: song, at: Double(index / 2) + 0.125) }
        var lists: [[Int64]] = [[], [], []]
        var places: (added: TimedPlace?, played: TimedPlace?, random: Int?)
        repeat {
            let page = try store.recentlyAdded(after: places.added, limit: limit)
            (lists[0], places.added) = (lists[0] + page.items.map(\.id), page.next)
        } while places.added != nil
        repeat {
            let page = try store.recentlyPlayed(after: places.played, limit: limit)
            (lists[1], places.played) = (lists[1] + page.items.map(\.id), page.next)
        } while places.played != nil
        repeat {
            let page = try store.random(seed: 5, after: places.random ?? 0, limit: limit)
            (lists[2], places.random) = (lists[2] + page.items.map(\.id), page.next)
        } while places.random != nil
        #expect(lists[0] == songs.reversed() && lists[1] == songs.dropFirst().reversed())
        #expect(try lists[2] == store.random(seed: 5).items.map(\.id) && lists[2].sorted() == songs)
        for place in [-1, Int.min, Int.max] { #expect(try store.random(seed: 5, after: place).items.count <= 7) }
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
        try add("1") { tags in (tags[all: .artist], tags[.album]) = ([name], name) }
        #expect(try store.names(in: .artist, limit: 1).next?.sort.utf8.count == 200)
        #expect(try store.albums(limit: 1).next?.sort.utf8.count == 200)
        #expect(try store.names(in: .artist).items.map(\.name) == [name])
    }
}
