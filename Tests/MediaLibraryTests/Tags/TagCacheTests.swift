import FoundationEssentials
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import MediaLibrary

@Suite("The cache of tags")
struct TagCacheTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var cacheDirectory: String { directory.file("cache/fermata") }
    private var path: String { "\(cacheDirectory)/tags" }

    private func stamp(_ name: String) throws -> FileStamp {
        let path = try directory.write("x", to: name)
        return try #require(FileStamp(try MediaLocation(path: path.utf8)))
    }

    private func facts(_ title: String) -> MediaFacts { MediaFacts(tags: ["title": title, "album": "A"], duration: 1.5) }

    /// Opens the cache; one that cannot be opened is an issue.
    private func open(sizeLimit: Int = TagCache.sizeLimit) throws -> TagCache {
        let cache = TagCache(directory: cacheDirectory, sizeLimit: sizeLimit) { Issue.record("\($0)") }
        guard let cache else { throw TestSupportError(.inputOutput, "the cache cannot be opened") }
        return cache
    }

    /// Fills a cache with three files and closes it.
    private func fill() throws -> [FileStamp] {
        let stamps = try ["a", "b", "c"].map(stamp)
        var cache = try open()
        for (number, stamp) in stamps.enumerated() { cache.add(facts("\(number)"), of: stamp) }
        cache.flush()
        return stamps
    }

    @Test(
        "what is in its place and not ours is neither followed nor waited for", .timeLimit(.minutes(10)),
        arguments: [false, true])
    func strangers(isLink: Bool) throws {
        try directory.makeDirectory("cache/fermata")
        let target = try directory.write("mine", to: "target")
        #expect((isLink ? symlink(target, path) : mkfifo(path, 0o600)) == 0)
        let stamps = try fill()
        #expect(try open().facts(of: stamps[1]) == facts("1"))
        #expect(try readFile(target) == Array("mine".utf8))
    }

    @Test("what was noted is there at once, after a flush, and for the next one that opens it")
    func roundTrip() throws {
        let stamps = try fill()
        do {
            var cache = try open()
            #expect(cache.facts(of: stamps[1]) == facts("1"))
            let new = try stamp("new")
            #expect(cache.facts(of: new) == nil)
            cache.add(MediaFacts(), of: new)
            #expect(cache.facts(of: new) == MediaFacts())
            cache.flush()
            #expect(cache.facts(of: new) == MediaFacts() && cache.facts(of: stamps[2]) == facts("2"))
        }
        #expect(try open().facts(of: stamps[0]) == facts("0"))
        var information = stat()
        #expect(stat(path, &information) == 0 && information.st_mode & 0o777 == 0o600)
    }

    @Test("a file that was changed, replaced or is called otherwise is another one")
    func stamps() throws {
        let first = try stamp("a")
        #expect(try stamp("b") != first)
        try directory.write("xy", to: "a")
        let changed = try #require(FileStamp(try MediaLocation(path: directory.file("a").utf8)))
        #expect(changed != first)
        #expect(FileStamp(try MediaLocation(path: directory.file("none").utf8)) == nil)
    }

    @Test("cut at any byte, what is whole before the cut is known, and new things can be added")
    func truncated() throws {
        let stamps = try fill()
        let whole = try Data(contentsOf: URL(filePath: path))
        for length in 0..<whole.count {
            try whole.prefix(length).write(to: URL(filePath: path))
            do {
                var cache = try open()
                for (number, stamp) in stamps.enumerated() {
                    let known = cache.facts(of: stamp)
                    #expect(known == nil || known == facts("\(number)"), "cut to \(length) bytes")
                    cache.add(facts("\(number)"), of: stamp)
                }
                cache.flush()
            }
            let again = try open()
            #expect(again.facts(of: stamps[0]) == facts("0") && again.facts(of: stamps[2]) == facts("2"), "\(length)")
        }
    }

    @Test("with any bit changed, nothing is known that was not written")
    func bitFlips() throws {
        let stamps = try fill()
        let whole = try Data(contentsOf: URL(filePath: path))
        for place in 0..<whole.count * 8 {
            var bytes = whole
            bytes[place / 8] ^= 1 << UInt8(place % 8)
            try bytes.write(to: URL(filePath: path))
            let cache = try open()
            for (number, stamp) in stamps.enumerated() {
                let known = cache.facts(of: stamp)
                #expect(known == nil || known == facts("\(number)"), "bit \(place)")
            }
        }
    }

    @Test("past its limit it begins anew")
    func limit() throws {
        let stamps = try fill()
        let cache = try open(sizeLimit: 40)
        #expect(cache.facts(of: stamps[0]) == nil)
        #expect(fileLength(path).map { $0 < 40 } == true)
    }

    @Test("a second one at a time gets none, without a word")
    func second() throws {
        let first = try open()
        let second = TagCache(directory: cacheDirectory) { Issue.record("\($0)") }
        let isThere = second != nil
        #expect(!isThere)
        #expect(first.facts(of: try stamp("a")) == nil)
    }

    @Test("it can be opened again at once, also while a program is being started that has its descriptor")
    func inherited() throws {
        let inherited: CInt
        do {
            let first = try open()
            inherited = try #require(duplicateDescriptor(of: path))
            _ = first.facts(of: try stamp("a"))
        }
        defer { close(inherited) }
        _ = try open()
    }

    @Test("where it cannot be made there is a sentence")
    func unwritable() throws {
        let file = try directory.write("", to: "file")
        var sentences: [String] = []
        let isThere = TagCache(directory: "\(file)/cache") { sentences.append($0) } != nil
        #expect(!isThere && sentences.count == 1 && sentences.first?.contains(file) == true)
    }
}

@Suite("Reading tags")
struct TagReaderTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func song(_ name: String) async throws -> String {
        let path = directory.file(name)
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 44_100 * 3),
            options: ["-metadata", "title=T", "-metadata", "artist=B", "-metadata", "album=C"], to: path)
        return path
    }

    /// The facts of media without a picture.
    private func facts(_ tags: [String: String] = [:], duration: Double? = nil) -> MediaFacts {
        var facts = MediaFacts(tags: tags, duration: duration)
        facts.hasPicture = false
        return facts
    }

    @Test("a file tells title, artist, album and duration")
    func file() async throws {
        var reader = TagReader(cache: nil)
        let facts = reader.read(try await song("a.flac"))
        #expect(facts == self.facts(["title": "T", "artist": "B", "album": "C"], duration: 3))
    }

    @Test("a file tells the tags of its album too, and the cache keeps them")
    func album() async throws {
        let tags = [
            "title": "T", "album": "C", "albumartist": "Various", "track": "3/12", "disc": "1/2", "date": "1999-05-01",
            "genre": "Jazz",
        ]
        let path = directory.file("a.flac")
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 44_100),
            options: tags.flatMap { ["-metadata", "\($0.key)=\($0.value)"] },
            to: path)
        for _ in 0...1 {
            var reader = TagReader(cache: TagCache(directory: directory.file("cache")) { Issue.record("\($0)") })
            let facts = reader.read(path)
            #expect(facts == self.facts(tags, duration: 1) && facts.trackNumber == 3)
            let album = try #require(facts.albumTags?.tags)
            #expect(album.artist == "Various" && album.date == "1999-05-01" && album.genre == "Jazz")
            #expect(album.trackTotal == 12 && album.discNumber == 1 && album.discTotal == 2)
            // A part of the file is another track.
            let part = reader.read("file://\(path)#t=0.5")
            #expect(part.trackNumber == nil && part.albumTags?.tags.trackTotal == nil && part.albumTags?.tags.genre == "Jazz")
            reader.flush()
        }
    }

    @Test("files of one album share its tags")
    func shared() async throws {
        let options = ["-metadata", "album_artist=An artist whose name is long", "-metadata", "genre=Jazz"]
        var reader = TagReader(cache: nil)
        var facts: [MediaFacts] = []
        for name in ["a.flac", "b.flac"] {
            let path = directory.file(name)
            try await AudioFiles.encode(AudioFixture.sine(frequency: 440, frameCount: 44_100), options: options, to: path)
            facts.append(reader.read(path))
        }
        #expect(facts[0].albumTags != nil && facts[0].albumTags === facts[1].albumTags)
    }

    @Test("a picture in the file or beside it is known, and nothing that only has the name of one")
    func picture() async throws {
        let path = try await song("a.flac")
        try directory.write("no picture", to: "cover.jpg")
        var reader = TagReader(cache: nil)
        #expect(reader.read(path).hasPicture == false && !reader.hasCover(path))
        try directory.write("GIF89a and so on", to: "FOLDER.GIF")
        reader = TagReader(cache: nil)
        #expect(reader.read(path).hasPicture == true && reader.hasCover("file://\(path)#t=1,2"))
        #expect(!reader.hasCover("http://x/y") && !reader.hasCover("/nothing/there.flac"))
    }

    @Test("a part of a file has its own duration, and not the title of the whole")
    func part() async throws {
        var reader = TagReader(cache: nil)
        let path = try await song("a.flac")
        #expect(reader.read("file://\(path)#t=75/75,150/75") == facts(["artist": "B", "album": "C"], duration: 1))
        #expect(reader.read("file://\(path)#t=75/75").duration == 2)
        #expect(reader.read("file://\(path)#t=2,9").duration == 1)
        #expect(reader.read("file://\(path)#t=7,9").duration == 0)
    }

    @Test("what was read before is not read again, until the file is changed")
    func cached() async throws {
        let cacheDirectory = directory.file("cache")
        let path = try await song("a.flac")
        do {
            var reader = TagReader(cache: TagCache(directory: cacheDirectory) { _ in })
            _ = reader.read(path)
            reader.flush()
        }
        // The same to look at from outside, with nothing in it.
        var information = stat()
        #expect(stat(path, &information) == 0)
        let file = open(path, O_WRONLY)
        let zeros = [UInt8](repeating: 0, count: Int(information.st_size))
        #expect(pwrite(file, zeros, zeros.count, 0) == zeros.count)
        let times = [information.st_mtim, information.st_mtim]
        #expect(futimens(file, times) == 0)
        close(file)
        var reader = TagReader(cache: TagCache(directory: cacheDirectory) { _ in })
        #expect(reader.read(path).title == "T")
        try directory.write("other", to: "a.flac")
        #expect(reader.read(path) == facts())
    }

    @Test("what only a guess tells is counted where that is wanted, once, and kept")
    func counted() async throws {
        let path = directory.file("a.mp3")
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 44_100 * 3), options: ["-write_xing", "0"], to: path)
        let exact = (3.0 * 44_100 / 1_152).rounded(.up) * 1_152 / 44_100
        for turn in 0...1 {
            var reader = TagReader(cache: TagCache(directory: directory.file("cache")) { _ in })
            let guess = reader.read(path)
            #expect(guess.durationIsEstimate == (turn == 0) && guess.isToBeCounted == (turn == 0))
            let counted = reader.read(path, counts: true)
            let longer = try #require(counted.duration) - exact
            // The encoder's last packets.
            #expect(longer > -0.001 && longer < 0.06 && !counted.durationIsEstimate && !counted.isToBeCounted)
            // A part has its own end, where that lies within.
            #expect(reader.read("file://\(path)#t=1", counts: true).duration == counted.duration.map { $0 - 1 })
            #expect(reader.read("file://\(path)#t=1,2", counts: true).duration == 1)
            reader.flush()
        }
    }

    @Test("a part that ends behind a guess is as long as its list says, and that is a guess too")
    func partOfGuess() async throws {
        let path = directory.file("a.mp3")
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 44_100 * 3), options: ["-write_xing", "0"], to: path)
        var reader = TagReader(cache: nil)
        let part = reader.read("file://\(path)#t=1,9")
        #expect(part.duration == 8 && part.durationIsEstimate)
        #expect(reader.read("file://\(path)#t=1,2").durationIsEstimate == false)
    }

    @Test("what is no media, not there, or no file says nothing")
    func nothing() throws {
        var reader = TagReader(cache: TagCache(directory: directory.file("cache")) { _ in })
        mkfifo(directory.file("pipe"), 0o600)
        for uri in [
            try directory.write("#EXTM3U\n/etc/passwd\n", to: "list.flac"), directory.file("none"), directory.file("pipe"), "/",
            "relative", "http://x/y", "data:x", "",
        ] {
            #expect(reader.read(uri) == facts(), "\(uri)")
        }
    }

    @Test("texts that go on for ever are cut")
    func long() {
        var facts = MediaFacts(tags: ["title": String(repeating: "\u{20AC}", count: 100_000)], duration: .infinity)
        #expect((facts.title?.utf8.count ?? 0) <= 515 && facts.title?.hasSuffix("\u{20AC}…") == true && facts.duration == nil)
        #expect(TagRecord(TagRecord(key: 7, facts: facts).bytes[...]) == TagRecord(key: 7, facts: facts))
        facts.duration = .infinity
        #expect(TagRecord(TagRecord(key: 7, facts: facts).bytes[...])?.facts.duration == nil)
    }
}
