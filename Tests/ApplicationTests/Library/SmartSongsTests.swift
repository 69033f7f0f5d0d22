import Database
import MediaLibrary
import Playlists
import SystemSupport
import TestSupport
import Testing

@testable import Application
@testable import MusicLibrary

@Suite("Songs of smart playlists in the library")
struct SmartSongsTests {
    private let root: TemporaryDirectory
    private let songs: SmartSongs
    private let stored: PlaylistDirectory

    init() throws {
        let root = try TemporaryDirectory()
        self.root = root
        let library = Library(LibraryPlaces(directory: root.file("data")), roots: []) { _ in }
        songs = SmartSongs(library)
        songs.configure(MusicRoots([Array(root.file("music").utf8)]))
        stored = PlaylistDirectory(path: root.file("lists"), songs: songs) { _ in [] }
    }

    private func write(_ name: String, naming others: [String]) throws {
        let rules = others.map { "{\"inPlaylist\":{\"name\":\"\($0)\"}}" } + [#"{"gt":{"playcount":0}}"#]
        _ = try root.write("{\"any\":[\(rules.joined(separator: ","))]}", to: "lists/\(name).nsp")
    }

    private func fault(of name: String) -> StoredPlaylistError? {
        do throws(StoredPlaylistError) { _ = try stored.contents(of: name) } catch { return error }
        return nil
    }

    @Test("depend on other playlists, though not on themselves, nor on too many or on too deep ones")
    func members() throws {
        try write("a", naming: ["b"])
        try write("b", naming: ["c", "plain"])
        try write("c", naming: [])
        _ = try root.write("/x.flac\n", to: "lists/plain.m3u")
        #expect(fault(of: "a") == nil)
        try write("c", naming: ["a"])
        for name in ["a", "b", "c"] {
            #expect(fault(of: name)?.code == .badRules && fault(of: name)?.message.contains("depend on themselves") == true)
        }
        try write("self", naming: ["self"])
        #expect(fault(of: "self")?.message.contains("depend on themselves") == true)
        try write("lost", naming: ["nothing"])
        #expect(fault(of: "lost")?.message.contains("there is no playlist nothing") == true)
        for level in 1...9 { try write("level \(level)", naming: level == 9 ? [] : ["level \(level + 1)"]) }
        #expect(fault(of: "level 2") == nil)
        #expect(fault(of: "level 1")?.message.contains("8 playlists") == true)
        for number in 1...17 { try write("leaf \(number)", naming: []) }
        try write("wide", naming: (1...17).map { "leaf \($0)" })
        #expect(fault(of: "wide")?.message.contains("16 other playlists") == true)
        try write("wide", naming: (1...16).map { "leaf \($0)" } + ["leaf 1"])
        #expect(fault(of: "wide") == nil)
    }

    @Test("without a directory of music are an error and not an empty list")
    func noDirectory() throws {
        songs.configure(MusicRoots([]))
        try write("a", naming: [])
        #expect(fault(of: "a")?.code == .unreadable && fault(of: "a")?.message.contains("library.directories") == true)
    }

    @Test("are not waited for without end where the library is busy, and the error says so")
    func patience() throws {
        let library = Library(LibraryPlaces(directory: root.file("other data")), roots: []) { _ in }
        let songs = SmartSongs(library, patience: 20_000_000)
        songs.configure(MusicRoots([Array(root.file("music").utf8)]))
        let stored = PlaylistDirectory(path: root.file("lists"), songs: songs) { _ in [] }
        try write("inner", naming: [])
        try write("outer", naming: ["inner"])
        let isBusy = Monitor(true)
        library.ask { _ throws(DatabaseError) in
            _ = isBusy.wait { $0 ? nil : true }
        } answer: { _ in
        }
        for name in ["inner", "outer"] {
            let error = #expect(throws: StoredPlaylistError.self) { try stored.contents(of: name) }
            #expect(error?.code == .limitExceeded && error?.message.contains("playlist inner takes longer") == true)
        }
        isBusy.withLock { $0 = false }
        // One that is asked afterwards has its whole time.
        let patient = PlaylistDirectory(path: root.file("lists"), songs: self.songs) { _ in [] }
        #expect(try patient.contents(of: "outer").entries.isEmpty)
    }

    @Test("are outdated once after each look, by what their rules ask for")
    func outdated() throws {
        try write("plays", naming: [])
        try write("both", naming: ["plays"])
        _ = try root.write(#"{"all":[{"is":{"title":"x"}}]}"#, to: "lists/title.nsp")
        #expect(songs.takeOutdated(by: nil) == [])
        for name in ["plays", "both", "title"] { #expect(fault(of: name) == nil) }
        #expect(songs.takeOutdated(by: .stickers) == [])
        #expect(songs.takeOutdated(by: .playlists) == ["both"])
        #expect(songs.takeOutdated(by: .plays) == ["plays"], "one that was not read again is not told again")
        #expect(fault(of: "both") == nil)
        #expect(songs.takeOutdated(by: .plays) == ["both"], "what the others depend on counts")
        #expect(songs.takeOutdated(by: nil) == ["title"])
        #expect(fault(of: "title") == nil)
        songs.forget("title")
        #expect(songs.takeOutdated(by: nil) == [])
    }
}
