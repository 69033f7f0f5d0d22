import Database
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Stickers")
struct StickerTests {
    private let directory: TemporaryDirectory
    private let store: LibraryStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
    }

    /// Adds a song, which is known by its title.
    private func add(_ title: String) throws -> Int64 {
        let path = Array("/music".utf8)
        let place = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
        let id = if let known = try store.directory(path) { known.id } else { try store.addDirectory(path, parent: nil, place) }
        var file = MusicFile()
        file.tags[.title] = title
        let number = try store.statistics().songs
        let song = ScannedSong(name: Array("\(title).flac".utf8), identity: place, stamp: number, file: file)
        return try store.write(song, in: id, path: path, over: nil, now: 1, isGone: { _ in false }).id
    }

    /// The owners that stickers may have besides songs.
    private static let others: [StickerOwner] = [
        .playlist("p"), .filter("p"), .tag("Artist", value: "p"), .tag("Album", value: "p"), .playlist("P"),
    ]

    @Test("are kept apart for songs, playlists, conditions and values of tags, and are removed one by one and together")
    func owners() throws {
        let owners = [.song(try add("a"))] + Self.others
        for (number, owner) in owners.enumerated() {
            try store.setSticker("number", "\(number)", of: owner)
            try store.setSticker("mood", "calm", of: owner)
            try store.setSticker("mood", "wild", of: owner)
        }
        for (number, owner) in owners.enumerated() {
            #expect(try store.stickers(of: owner) == ["number": "\(number)", "mood": "wild"])
            try store.setSticker("mood", nil, of: owner)
            #expect(try store.stickers(of: owner) == ["number": "\(number)"])
        }
        for owner in owners.dropFirst(2) { try store.removeStickers(of: owner) }
        #expect(try owners.map { try store.stickers(of: $0).count } == [1, 1, 0, 0, 0, 0])
    }

    @Test("of no name, and of any size, are refused")
    func sizes() throws {
        let long = String(repeating: "x", count: 70_000)
        for owner in [.song(try add("a"))] + Self.others {
            for (name, value) in [("", "x"), ("x", long), (String(repeating: "x", count: 257), "x")] {
                let errors = [
                    #expect(throws: DatabaseError.self) { try store.setSticker(name, value, of: owner) },
                    #expect(throws: DatabaseError.self) { try store.countSticker(name, by: value, of: owner) },
                ]
                #expect(errors.allSatisfy { $0?.code == .tooLarge })
            }
            #expect(try store.stickers(of: owner).isEmpty)
        }
        #expect(throws: DatabaseError.self) { try store.setSticker("x", "x", of: .filter(long)) }
    }

    @Test("of one owner are 1,000 at most, which can still be changed")
    func count() throws {
        for owner in [.song(try add("a")), StickerOwner.playlist("p")] {
            for number in 0..<1_000 { try store.setSticker("\(number)", "x", of: owner) }
            let error = #expect(throws: DatabaseError.self) { try store.setSticker("more", "x", of: owner) }
            #expect(error?.code == .tooLarge && error?.message.contains("1000") == true)
            #expect(throws: DatabaseError.self) { try store.countSticker("more", by: "1", of: owner) }
            try store.setSticker("7", "y", of: owner)
            try store.countSticker("8", by: "1", of: owner)
            #expect(try store.stickers(of: owner).count == 1_000)
        }
    }

    @Test("count up and down, begin with the number that is counted, and take what is no number for nothing")
    func counting() throws {
        for owner in [.song(try add("a")), StickerOwner.tag("Artist", value: "x")] {
            func value(_ name: String = "plays") throws -> String? { try store.stickers(of: owner)[name] }
            try store.countSticker("plays", by: "4", isLess: true, of: owner)
            #expect(try value() == "4")
            try store.countSticker("plays", by: "3", of: owner)
            #expect(try value() == "7")
            try store.countSticker("plays", by: "9", isLess: true, of: owner)
            #expect(try value() == "-2")
            try store.countSticker("plays", by: "1.5", of: owner)
            #expect(try value() == "-0.5")
            try store.countSticker("plays", by: "x", of: owner)
            #expect(try value() == "-0.5")
            try store.setSticker("word", "calm", of: owner)
            try store.countSticker("word", by: "2", of: owner)
            #expect(try value("word") == "2")
            try store.setSticker("large", "9223372036854775807", of: owner)
            try store.countSticker("large", by: "1", of: owner)
            #expect(try value("large") == "9.22337203685478e+18")
        }
    }

    @Test(
        "are found by comparing texts, numbers and parts of texts",
        arguments: [
            (.any, "abcd"), (.equals("10"), "b"), (.isLess("5"), "bd"), (.isGreater("10"), "acd"), (.equalsNumber("10"), "bd"),
            (.isLessNumber("10"), "ac"), (.isGreaterNumber("5"), "bd"), (.isGreaterNumber("x"), ""), (.isLessNumber("x"), "abcd"),
            (.contains("LM"), "c"), (.contains(""), "abcd"), (.contains("%"), ""), (.startsWith("1"), "bd"),
            (.startsWith("cA"), "c"),
            (.startsWith("a"), ""),
        ] as [(StickerCondition, String)])
    func conditions(condition: StickerCondition, names: String) throws {
        for (name, value) in [("a", "5"), ("b", "10"), ("c", "calm"), ("d", "10 of 12")] {
            try store.setSticker("rating", value, of: .song(try add(name)))
            try store.setSticker("rating", value, of: .playlist(name))
        }
        var songs = ""
        try store.forEachSong(noted: "rating", condition) { song, _ in
            songs += song.title ?? ""
            return true
        }
        #expect(songs == names)
        #expect(try owners(of: .playlist, noted: "rating", condition).joined() == names)
        #expect(try owners(of: .filter, noted: "rating", condition).isEmpty)
        #expect(try owners(of: .playlist, noted: "mood", condition).isEmpty)
    }

    /// The first owners, at most so many.
    private func owners(
        of kind: StickerKind, noted name: String, _ condition: StickerCondition, most: Int = .max
    ) throws -> [String] {
        var owners: [String] = []
        try store.forEachOwner(of: kind, noted: name, condition) { owner, _ in
            owners.append(owner)
            return owners.count < most
        }
        return owners
    }

    @Test("are found in parts, in the order of the bytes of their owners, until enough are there")
    func parts() throws {
        let names = (100..<350).map { "\($0)" }
        for name in names.reversed() { try store.setSticker("rating", "1", of: .playlist(name)) }
        #expect(try owners(of: .playlist, noted: "rating", .any) == names)
        #expect(try owners(of: .playlist, noted: "rating", .any, most: 120) == Array(names.prefix(120)))
    }

    @Test("are not searched for a text if that would keep others waiting")
    func effort() throws {
        let value = String(repeating: "a", count: 60_000)
        for owner in [.song(try add("a"))] + (0..<5).map({ StickerOwner.playlist("\($0)") }) {
            try store.setSticker("note", value, of: owner)
        }
        func find(_ text: String) throws {
            _ = try owners(of: .playlist, noted: "note", .contains(text))
            try store.forEachSong(noted: "note", .contains(text)) { _, _ in true }
        }
        let error = #expect(throws: DatabaseError.self) { try find(String(repeating: "a", count: 16_000) + "b") }
        #expect(error?.code == .tooLarge)
        for text in ["b", String(repeating: "b", count: 60_000)] { try find(text) }
    }

    @Test("have their names listed, each once for each kind")
    func names() throws {
        for song in [try add("a"), try add("b")] { try store.setSticker("rating", "1", of: .song(song)) }
        for owner in Self.others { try store.setSticker("mood", "calm", of: owner) }
        try store.setSticker("Rating", "1", of: .playlist("p"))
        let names = try store.stickerNames().map { "\($0.name) \($0.kind)" }
        #expect(
            names == [
                "Rating playlist", "mood filter", "mood playlist", "mood tag(\"Album\")", "mood tag(\"Artist\")", "rating song",
            ])
    }

    @Test("of a playlist go with it where it gets another name, and take the place of those that were left there")
    func renamed() throws {
        try store.setSticker("mood", "calm", of: .playlist("p"))
        try store.setSticker("left", "x", of: .playlist("q"))
        #expect(try store.follow([.renamed("p", to: "q")]))
        #expect(try store.stickers(of: .playlist("q")) == ["mood": "calm"])
        #expect(try store.stickers(of: .playlist("p")).isEmpty)
        #expect(try store.follow([.renamed("none", to: "q")]))
        #expect(try store.stickers(of: .playlist("q")).isEmpty)
        #expect(try !store.follow([.renamed("none", to: "q")]))
    }

    @Test("have names of bytes: a letter with a mark in one character is another name than in two")
    func bytes() throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        for owner in [.song(try add("a"))] + Self.others {
            try store.setSticker(one, "1", of: owner)
            for number in 1..<1_000 { try store.setSticker("\(number)", "x", of: owner) }
            #expect(throws: DatabaseError.self) { try store.setSticker(two, "2", of: owner) }
            try store.removeStickers(of: owner, named: "7")
            try store.setSticker(two, "2", of: owner)
            #expect(try store.sticker(one, of: owner) == "1")
            #expect(try store.sticker(two, of: owner) == "2")
            #expect(try store.listStickers(of: owner).suffix(2).map(\.value) == ["2", "1"])
            #expect(try store.sticker("none", of: owner) == nil)
        }
    }
}

extension LibraryStore {
    /// The stickers of an owner by their names, for tests whose names differ by more than their bytes.
    func stickers(of owner: StickerOwner) throws -> [String: String] {
        Dictionary(uniqueKeysWithValues: try listStickers(of: owner).map { ($0.name, $0.value) })
    }
}
