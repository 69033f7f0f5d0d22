import AudioTypes
import Database
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Songs that follow rules")
struct SmartSearchTests {
    private let directory: TemporaryDirectory
    let store: LibraryStore
    /// The time from which rules count back.
    static let now = 1_800_000_000.0
    private static let day = 86_400.0

    init() throws {
        directory = try TemporaryDirectory()
        store = try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
    }

    /// What a test says of a song.
    struct Song {
        var title: String? = "t"
        var artists: [String] = []
        var albumArtist: String?
        var album: String?
        var genres: [String] = []
        var comment: String?
        var date: String?
        var track: Int?
        var milliseconds: Int64?
        var bitRate: Int32?
        var isCompilation = false
        var folder = 1
        var added = SmartSearchTests.now
        var plays: [Double] = []
        var skips: [Double] = []
        var stickers: [String: String] = [:]
        var name = ""
    }

    /// Adds a song; returns its id.
    func add(_ song: Song) throws -> Int64 {
        let path = Array("/music/\(song.folder)".utf8)
        let place = FileIdentity(size: 7, modified: 1_000_000_000, device: 1, inode: Int64(song.folder))
        let id = if let known = try store.directory(path) { known.id } else { try store.addDirectory(path, parent: nil, place) }
        var file = MusicFile()
        file.tags[.title] = song.title
        file.tags[all: .artist] = song.artists
        if let artist = song.albumArtist { file.tags[all: .albumArtist] = [artist] }
        file.tags[.album] = song.album
        file.tags[all: .genre] = song.genres
        file.tags[.comment] = song.comment
        file.tags[.date] = song.date
        if let track = song.track { file.tags[.track] = "\(track)" }
        file.tags.isCompilation = song.isCompilation
        file.sound = SoundProperties(milliseconds: song.milliseconds, bitRate: song.bitRate, sampleRate: 44_100, channels: 2)
        let number = try store.statistics().songs
        let name = song.name.isEmpty ? "\(number).flac" : song.name
        let scanned = ScannedSong(name: Array(name.utf8), identity: place, stamp: number, file: file)
        let new = try store.write(scanned, in: id, path: path, over: nil, now: song.added, isGone: { _ in false }).id
        for time in song.plays { try store.countPlay(of: new, at: time) }
        for time in song.skips { try store.countSkip(of: new, at: time) }
        for (name, value) in song.stickers { try store.setSticker(name, value, of: .song(new)) }
        return new
    }

    private func find(
        _ text: String, members: [String: Set<[UInt8]>] = [:], seed: UInt64 = 1
    ) throws -> [Int64] {
        let list = try SmartPlaylist(parsing: Array(text.utf8))
        var search = SmartSearch(
            list, members: members, roots: MusicRoots([Array("/music".utf8)]), now: Self.now, seed: seed)
        while true { if let songs = try search.advance(in: store) { return songs.map(\.id) } }
    }

    private func find(rule: String) throws -> Set<Int64> { Set(try find(#"{"all":[\#(rule)]}"#)) }

    // MARK: Each field, each operator

    @Test("are found by each operator of texts, whatever the case and the diacritics, in any value of a tag")
    func texts() throws {
        let one = try add(
            Song(
                title: "Slovanské tance", artists: ["Antonín Dvořák", "Orchestra"], album: "Tance", genres: ["Classical", "Folk"])
        )
        let two = try add(
            Song(title: "Vltava", artists: ["Smetana"], albumArtist: "Various", comment: "live", date: "1985-05-02"))
        let bare = try add(Song(title: nil, name: "x.MP3"))
        let all: Set = [one, two, bare]
        for (rule, expected) in [
            (#"{"is":{"artist":"antonin dvorak"}}"#, [one]), (#"{"is":{"artist":"ORCHESTRA"}}"#, [one]),
            (#"{"is":{"artist":"dvorak"}}"#, []), (#"{"isNot":{"artist":"orchestra"}}"#, [two, bare]),
            (#"{"contains":{"title":"TANCE"}}"#, [one]), (#"{"notContains":{"title":"tance"}}"#, [two, bare]),
            (#"{"contains":{"title":""}}"#, [one, two]), (#"{"startsWith":{"title":"slov"}}"#, [one]),
            (#"{"endsWith":{"title":"AVA"}}"#, [two]), (#"{"is":{"genre":"folk"}}"#, [one]),
            (#"{"is":{"albumartist":"various"}}"#, [two]), (#"{"is":{"albumArtist":"orchestra"}}"#, [one]),
            (#"{"contains":{"comment":"LIVE"}}"#, [two]), (#"{"after":{"date":"1985"}}"#, [two]),
            (#"{"before":{"date":"1985-05-02"}}"#, []), (#"{"inTheRange":{"date":["1985","1985-05"]}}"#, [two]),
            (#"{"inTheRange":{"date":["1981","1985"]}}"#, [two]), (#"{"inTheRange":{"date":["1986","1990"]}}"#, []),
            (#"{"is":{"filetype":"mp3"}}"#, [bare]), (#"{"startsWith":{"filepath":"1/x"}}"#, [bare]),
            (#"{"is":{"album":"tance"}}"#, [one]), (#"{"gt":{"title":"t"}}"#, [two]), (#"{"lt":{"title":"t"}}"#, [one]),
        ] as [(String, [Int64])] {
            #expect(try find(rule: rule) == Set(expected), "\(rule)")
            #expect(try find(rule: rule).isSubset(of: all))
        }
    }

    @Test("are found by each operator of numbers, times and flags; what is not known passes only what is negated")
    func numbers() throws {
        let (now, day) = (Self.now, Self.day)
        let one = try add(
            Song(
                artists: ["a"], album: "A", date: "1985", track: 3, milliseconds: 180_500, bitRate: 320, isCompilation: true,
                added: now - 10 * day, plays: [now - 40 * day, now - 5 * day], skips: [now - 2 * day],
                stickers: ["rating": "8", "like": "2"]))
        let two = try add(
            Song(date: "1999", milliseconds: 60_000, added: now, plays: [now - 400 * day], stickers: ["loved": "1"]))
        let bare = try add(Song(added: now - 1_000 * day, stickers: ["rating": "none", "like": "1", "loved": "0"]))
        for (rule, expected) in [
            (#"{"is":{"year":1985}}"#, [one]), (#"{"isNot":{"year":1985}}"#, [two, bare]), (#"{"gt":{"year":"1985"}}"#, [two]),
            (#"{"lt":{"year":1999}}"#, [one]), (#"{"inTheRange":{"year":[1985,1999]}}"#, [one, two]),
            (#"{"is":{"tracknumber":3}}"#, [one]), (#"{"gt":{"duration":180}}"#, [one]), (#"{"is":{"bitrate":320}}"#, [one]),
            (#"{"is":{"samplerate":44100}}"#, [one, two, bare]), (#"{"is":{"channels":2}}"#, [one, two, bare]),
            (#"{"is":{"size":7}}"#, [one, two, bare]), (#"{"is":{"playcount":0}}"#, [bare]),
            (#"{"gt":{"playCount":1}}"#, [one]), (#"{"is":{"skipcount":1}}"#, [one]), (#"{"gt":{"rating":3}}"#, [one]),
            (#"{"is":{"rating":4}}"#, [one]), (#"{"is":{"rating":0}}"#, [two, bare]), (#"{"is":{"loved":true}}"#, [one, two]),
            (#"{"isNot":{"loved":true}}"#, [bare]), (#"{"is":{"loved":false}}"#, [bare]),
            (#"{"is":{"compilation":true}}"#, [one]),
            (#"{"is":{"hascoverart":false}}"#, [one, two, bare]), (#"{"inTheLast":{"lastplayed":30}}"#, [one]),
            (#"{"notInTheLast":{"lastPlayed":30}}"#, [two, bare]), (#"{"inTheLast":{"lastplayed":401}}"#, [one, two]),
            (#"{"inTheLast":{"lastskipped":3}}"#, [one]), (#"{"inTheLast":{"dateadded":10.5}}"#, [one, two]),
            (#"{"inTheLast":{"dateadded":9.5}}"#, [two]), (#"{"after":{"lastplayed":"2026-12-01"}}"#, [one]),
            (#"{"before":{"lastplayed":"2026-12-01"}}"#, [two]), (#"{"is":{"dateadded":"2027-01-15"}}"#, [two]),
            (#"{"isNot":{"dateadded":"2027-01-15"}}"#, [one, bare]),
            (#"{"inTheRange":{"dateadded":["2027-01-01","2027-01-15"]}}"#, [one, two]),
            (#"{"before":{"datemodified":"1970-02-01"}}"#, [one, two, bare]),
        ] as [(String, [Int64])] {
            #expect(try find(rule: rule) == Set(expected), "\(rule)")
        }
    }

    @Test("are found by the playlists in which they are")
    func members() throws {
        let one = try add(Song(name: "1.flac"))
        let two = try add(Song(name: "2.flac"))
        let members: [String: Set<[UInt8]>] = ["Tired": [Array("/music/1/1.flac".utf8), Array("/elsewhere".utf8)]]
        #expect(try find(#"{"all":[{"inPlaylist":{"name":"Tired"}}]}"#, members: members) == [one])
        #expect(try find(#"{"all":[{"notInPlaylist":{"id":"Tired"}}]}"#, members: members) == [two])
    }

    // MARK: Order and limit

    @Test("come in the order of the fields, what has no value last, and songs of an album in that of its tracks")
    func order() throws {
        let ids = [
            try add(Song(title: "b", date: "1990", track: 2)), try add(Song(title: "a", date: "1990", track: 1)),
            try add(Song(title: "ä", date: "1980")), try add(Song(title: nil)),
        ]
        func places(_ sort: String) throws -> [Int?] {
            try find("{\"all\":[{\"gt\":{\"playcount\":-1}}]\(sort)}").map { ids.firstIndex(of: $0) }
        }
        #expect(try places("") == [2, 1, 0, 3], "by title")
        #expect(try places(",\"order\":\"desc\"") == [0, 2, 1, 3])
        #expect(try places(",\"sort\":\"year\"") == [2, 1, 0, 3])
        #expect(try places(",\"sort\":\"-year,title\"") == [1, 0, 2, 3])
        #expect(try places(",\"sort\":\"year,-title\",\"order\":\"desc\"") == [1, 0, 2, 3])
        #expect(try places(",\"sort\":\"filepath\"") == [0, 1, 2, 3])
    }

    @Test("are as many as the limit says: a number, a part, or minutes; at random they are others each time")
    func limits() throws {
        for number in 0..<40 { _ = try add(Song(title: "\(number + 10)", milliseconds: 30_000)) }
        let all = try find(#"{"all":[{"gt":{"playcount":-1}}]}"#)
        func count(_ limit: String) throws -> Int { try find("{\"all\":[{\"gt\":{\"playcount\":-1}}],\(limit)}").count }
        #expect(try all.count == 40 && count("\"limit\":7") == 7 && count("\"limit\":9e15") == 40)
        #expect(
            try count("\"limitPercent\":10") == 4 && count("\"limitPercent\":0.1") == 1 && count("\"limitPercent\":100") == 40)
        #expect(
            try count("\"limitMinutes\":5") == 10 && count("\"limitMinutes\":5.4") == 10 && count("\"limitMinutes\":0.4") == 0)
        #expect(try find(#"{"all":[{"gt":{"playcount":-1}}],"limit":7}"#) == Array(all.prefix(7)))
        let random = #"{"all":[{"gt":{"playcount":-1}}],"sort":"random","limit":20}"#
        let (first, second) = (try find(random, seed: 1), try find(random, seed: 2))
        #expect(try first != second && first == find(random, seed: 1) && Set(first).count == 20)
    }

    // MARK: Any rules

    @Test("are those that a linear filter finds, for any rules", arguments: 1...12)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var songs: [Int64: Song] = [:]
        try store.transaction { () throws(DatabaseError) in
            for number in 0..<120 {
                let song = Self.song(number, &random)
                do { songs[try add(song)] = song } catch { Issue.record("\(error)") }
            }
        }
        for _ in 0..<60 {
            let (rule, holds) = Self.rule(depth: 3, &random)
            let expected = Set(songs.filter { holds($0.value) }.keys)
            let found = try find(#"{"any":[\#(rule)],"sort":"random"}"#, seed: random.next())
            #expect(Set(found) == expected && found.count == expected.count, "\(rule)")
        }
    }

    private static func song(_ number: Int, _ random: inout SeededGenerator) -> Song {
        func times() -> [Double] {
            (0..<Int.random(in: 0...2, using: &random)).map { _ in now - day * Double.random(in: 0...50, using: &random) }
        }
        var song = Song(title: ["Ólé", "olé olé", "x", nil].randomElement(using: &random) ?? nil)
        song.artists = [["A", "B"], ["b"], []].randomElement(using: &random) ?? []
        song.genres = [["Jazz", "Folk"], ["folk"], []].randomElement(using: &random) ?? []
        song.date = ["1980", "1985-03", "1990", nil].randomElement(using: &random) ?? nil
        song.milliseconds = [1_000, 2_000, nil].randomElement(using: &random) ?? nil
        song.folder = Int.random(in: 1...3, using: &random)
        song.added = now - day * Double.random(in: 0...50, using: &random)
        (song.plays, song.skips) = (times(), times())
        if let rating = ["0", "5", "10", nil].randomElement(using: &random) ?? nil { song.stickers["rating"] = rating }
        song.name = "\(number).flac"
        return song
    }

    /// A rule, and whether it holds for a song, in other words.
    private static func rule(
        depth: Int, _ random: inout SeededGenerator
    ) -> (json: String, holds: (Song) -> Bool) {
        let kind = Int.random(in: 0...(depth > 0 ? 9 : 7), using: &random)
        switch kind {
        case 0:
            let (word, isNot) = (["olé", "OLE", "x", "e o"].randomElement(using: &random) ?? "", Bool.random(using: &random))
            return (
                #"{"\#(isNot ? "notContains" : "contains")":{"title":"\#(word)"}}"#,
                { song in
                    let plain = { (text: String) in text.lowercased().replacing("é", with: "e").replacing("ó", with: "o") }
                    return (song.title.map { plain($0).contains(plain(word)) } ?? false) != isNot
                }
            )
        case 1:
            let (artist, isNot) = (["a", "b", "c"].randomElement(using: &random) ?? "", Bool.random(using: &random))
            return (
                #"{"\#(isNot ? "isNot" : "is")":{"artist":"\#(artist)"}}"#,
                { $0.artists.contains { $0.lowercased() == artist } != isNot }
            )
        case 2:
            let year = [1_979, 1_980, 1_985].randomElement(using: &random) ?? 0
            return (#"{"gt":{"year":\#(year)}}"#, { ($0.date.flatMap { Int($0.prefix(4)) } ?? 0) > year })
        case 3:
            let (count, isNot) = (Int.random(in: 0...2, using: &random), Bool.random(using: &random))
            return (#"{"\#(isNot ? "isNot" : "is")":{"playcount":\#(count)}}"#, { ($0.plays.count == count) != isNot })
        case 4:
            let (days, isNot) = (Int.random(in: 0...50, using: &random), Bool.random(using: &random))
            return (
                #"{"\#(isNot ? "notInTheLast" : "inTheLast")":{"lastplayed":\#(days)}}"#,
                { song in (song.plays.last.map { $0 > now - Double(days) * day } ?? false) != isNot }
            )
        case 5:
            let rating = Double(Int.random(in: 0...5, using: &random))
            return (#"{"lt":{"rating":\#(rating)}}"#, { (Double($0.stickers["rating"] ?? "0") ?? 0) / 2 < rating })
        case 6:
            let seconds = Int.random(in: 0...2, using: &random)
            return (#"{"isNot":{"duration":\#(seconds)}}"#, { $0.milliseconds != Int64(seconds) * 1_000 })
        case 7:
            let folder = Int.random(in: 1...4, using: &random)
            return (#"{"startsWith":{"filepath":"\#(folder)/"}}"#, { $0.folder == folder })
        default:
            let rules = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.rule(depth: depth - 1, &random) }
            let (text, isAll) = (rules.map(\.json).joined(separator: ","), kind == 8)
            return (
                #"{"\#(isAll ? "all" : "any")":[\#(text)]}"#,
                { song in isAll ? rules.allSatisfy { $0.holds(song) } : rules.contains { $0.holds(song) } }
            )
        }
    }

    // MARK: Parts

    @Test("are found in parts, so that no other question waits for all of them")
    func parts() throws {
        let count = 250
        try store.transaction { () throws(DatabaseError) in
            for number in 0..<count {
                do { _ = try add(Song(title: "\(number)", track: number % 100)) } catch { Issue.record("\(error)") }
            }
        }
        let list = try SmartPlaylist(parsing: Array(#"{"all":[{"is":{"tracknumber":7}}]}"#.utf8))
        var search = SmartSearch(list, members: [:], roots: MusicRoots([]), now: Self.now, seed: 1, looksPerPart: 100)
        var steps = 1
        var found = try search.advance(in: store)
        while found == nil {
            steps += 1
            found = try search.advance(in: store)
        }
        // Three parts that look, and one that reads.
        #expect(found?.map(\.trackNumber) == [7, 7, 7] && steps == 4)
    }

    @Test("are found with few answers of tests of texts kept at a time, however many albums there are")
    func keptAnswers() throws {
        var expected: Set<Int64> = []
        for number in 0..<60 {
            let id = try add(Song(albumArtist: "by \(number)", album: "A\(number)", folder: number + 1))
            if "\(number)".contains("7") { expected.insert(id) }
        }
        let rules = #"{"any":[{"contains":{"album":"7"}},{"is":{"albumartist":"nobody"}}]}"#
        let list = try SmartPlaylist(parsing: Array(rules.utf8))
        var search = SmartSearch(
            list, members: [:], roots: MusicRoots([]), now: Self.now, seed: 1, looksPerPart: 4, answersKept: 10)
        var (found, kept) = (try search.advance(in: store), [search.kept.answers])
        while found == nil {
            found = try search.advance(in: store)
            kept.append(search.kept.answers)
        }
        #expect(Set(try #require(found).map(\.id)) == expected && expected.count == 6)
        // Five of each of the two tests, and some at all.
        #expect(kept.max().map { (5...10).contains($0) } == true, "\(kept)")
    }

    @Test("are sorted with few texts kept at a time, however many albums there are")
    func keptTexts() throws {
        var expected: [Int64] = []
        for number in 10..<70 { expected.append(try add(Song(albumArtist: "by \(number)", album: "A\(number)", folder: number))) }
        let list = try SmartPlaylist(parsing: Array(#"{"all":[{"contains":{"album":"a"}}],"sort":"album,albumartist"}"#.utf8))
        var search = SmartSearch(
            list, members: [:], roots: MusicRoots([]), now: Self.now, seed: 1, looksPerPart: 4, answersKept: 10)
        var (found, kept) = (try search.advance(in: store), [search.kept.texts])
        while found == nil {
            found = try search.advance(in: store)
            kept.append(search.kept.texts)
        }
        #expect(found?.map(\.id) == expected)
        #expect(kept.max().map { (5...10).contains($0) } == true, "\(kept)")
    }
}
