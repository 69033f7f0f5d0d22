import Database
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Listing directories before their turn")
struct DirectoryListerTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> [UInt8] { Array(directory.file(name).utf8) }

    private func pending(_ names: [String]) -> [LibraryScanner.PendingDirectory] {
        names.reversed().map { LibraryScanner.PendingDirectory(path: path($0), parent: 1, isKnown: true) }
    }

    /// The answer for a directory that is ordered: it may be taken before a thread has begun with it, which ends the order.
    private func answer(
        _ listers: DirectoryListers, _ name: String, before others: [String] = []
    ) async throws -> DirectoryListers.Answer {
        try await waitFor("the listing of \(name)", poll: .milliseconds(1)) {
            listers.take(path(name), before: pending(others + [name]), root: path("music"))
        }
    }

    @Test("the next ones are listed, with what is below them, and each is taken once")
    func below() async throws {
        for name in ["music/a/deep/er", "music/b"] { try directory.makeDirectory(name) }
        for name in ["music/a/1.flac", "music/a/deep/2.flac", "music/b/3.flac"] { try directory.write("x", to: name) }
        let listers = DirectoryListers(threadLimit: 2)
        #expect(listers.take(path("music"), before: pending(["music/a", "music/b"]), root: path("music")) == nil)
        let first = try await answer(listers, "music/a", before: ["music/b"])
        #expect(first.listing?.files.map(\.name) == [Array("1.flac".utf8)])
        #expect(first.listing?.directories == [Array("deep".utf8)])
        #expect(first.listing?.files.first?.identity == DirectoryListing.Status(path("music/a/1.flac"))?.identity)
        #expect(first.status?.identity == DirectoryListing.Status(path("music/a"))?.identity)
        // Nobody has ordered these by name.
        let deep = try await answer(listers, "music/a/deep", before: ["music/b"])
        #expect(deep.listing?.files.map(\.name) == [Array("2.flac".utf8)])
        #expect(try await answer(listers, "music/b").listing?.files.count == 1)
        #expect(listers.take(path("music/b"), before: [], root: path("music")) == nil)
    }

    @Test("a status without its listing is no answer: the disk may be gone")
    func whole() throws {
        try directory.makeDirectory("music/a")
        let status = try #require(DirectoryListing.Status(path("music/a")))
        #expect(!DirectoryListers.Answer(status: status, listing: nil, time: 1).isWhole)
        #expect(!DirectoryListers.Answer(status: nil, listing: nil, time: 1).isWhole)
        try directory.write("x", to: "music/sheet.cue")
        let sheet = try #require(DirectoryListing.Status(path("music/sheet.cue")))
        #expect(DirectoryListers.Answer(status: sheet, listing: nil, time: 1).isWhole)
    }

    @Test("what the scan leaves out is forgotten, and listed again if somebody asks for it")
    func forget() async throws {
        for name in ["music/a/1", "music/a/2", "music/b"] { try directory.makeDirectory(name) }
        let listers = DirectoryListers(threadLimit: 2)
        let next = ["music/a", "music/b"]
        _ = try await answer(listers, "music/a", before: next)
        listers.forget()
        #expect(listers.take(path("music/a/1"), before: [], root: path("music")) == nil)
        #expect(try await answer(listers, "music/b", before: next).listing != nil)
    }

    @Test("what is no directory has a status and no listing, and what is not there is no answer")
    func others() async throws {
        try directory.makeDirectory("music/last")
        try directory.write("x", to: "music/sheet.cue")
        #expect(symlink("elsewhere", directory.file("music/link")) == 0)
        let listers = DirectoryListers(threadLimit: 1)
        let names = ["music/sheet.cue", "music/link", "music/gone", "music/last"]
        #expect(listers.take(path("music"), before: pending(names), root: path("music")) == nil)
        let sheet = try await answer(listers, "music/sheet.cue", before: names)
        #expect(sheet.status?.isFile == true && sheet.listing == nil)
        let link = try await answer(listers, "music/link", before: names)
        #expect(link.status?.isLink == true && link.listing == nil)
        // It came before the last one.
        _ = try await answer(listers, "music/last", before: names)
        #expect(listers.take(path("music/gone"), before: [], root: path("music")) == nil)
    }

    @Test("directories that are new to the library are not ordered")
    func unknown() async throws {
        for name in ["music/new", "music/known"] { try directory.makeDirectory(name) }
        let listers = DirectoryListers(threadLimit: 1)
        let next = pending(["music/known"]) + [LibraryScanner.PendingDirectory(path: path("music/new"), parent: 1)]
        _ = try await waitFor("the one that is known", poll: .milliseconds(1)) {
            listers.take(path("music/known"), before: next, root: path("music"))
        }
        // It would have been the first one.
        #expect(listers.take(path("music/new"), before: [], root: path("music")) == nil)
    }
}

extension ScanTests {
    @Test("finds each change in many directories that are listed before their turn, and writes no other")
    func manyDirectories() async throws {
        for artist in 0..<40 {
            for album in 0..<5 { try add("\(artist)/\(album)/1.flac", title: "\(artist)-\(album)") }
        }
        try await settle()
        let store = try store()
        #expect(try scanner(store).scan(.files).songsAdded == 200)
        #expect(try store.database.value("SELECT count(*) FROM directories WHERE modified <> 0", as: Int64.self) == 241)
        try store.database.connection.execute(
            "CREATE TEMP TRIGGER written AFTER UPDATE ON main.directories BEGIN SELECT raise(ABORT, 'written'); END")
        let second = try scanner(store).scan(.files)
        try store.database.connection.execute("DROP TRIGGER written")
        #expect(!second.hasChanges && second.directories == 241 && second.filesRead == 0, "\(second)")

        // In place, which no directory tells; gone; new in a directory that is known; a new directory below a known one; a name that is
        // a directory now.
        try add("7/3/1.flac", title: "changed")
        try await Tool.run("rm", ["\(music)/11/0/1.flac"])
        try await Tool.run("rm", ["-r", "\(music)/12"])
        try add("13/2/2.flac", title: "new file")
        try add("14/9/deep/1.flac", title: "new directory")
        try await Tool.run("mv", ["\(music)/15/1", "\(music)/15/moved"])
        try await settle()
        let third = try scanner(store).scan(.files)
        #expect(third.songsChanged == 1 && third.songsRemoved == 6 && third.songsAdded == 2 && third.songsMoved == 1, "\(third)")
        let titles = try titles(store)
        for title in ["changed", "new file", "new directory", "15-1"] { #expect(titles.contains(title), "\(title)") }
        for title in ["7-3", "11-0", "12-0", "12-4"] { #expect(!titles.contains(title), "\(title)") }
        let fourth = try scanner(store).scan(.files)
        #expect(!fourth.hasChanges && fourth.filesRead == 0, "\(fourth)")
        #expect(try scanner(store).scan(.directories).unchangedDirectories == fourth.directories)
    }
}
