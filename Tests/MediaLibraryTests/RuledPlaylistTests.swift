import Playlists
import TestSupport
import Testing

@testable import MediaLibrary

@Suite("Stored playlists with rules")
struct RuledPlaylistTests {
    /// Finds a song whose name is the text of the rules, and refuses rules that say so.
    private struct OneSong: RuledSongs {
        func songs(
            by rules: [UInt8], of name: String, in directory: PlaylistDirectory
        ) throws(StoredPlaylistError) -> [PlaylistEntry] {
            [PlaylistEntry(uri: "/" + String(decoding: rules, as: UTF8.self), title: name)]
        }

        func check(_ rules: [UInt8], of name: String) throws(StoredPlaylistError) {
            if rules == Array("bad".utf8) { throw StoredPlaylistError(.badRules, "bad") }
        }
    }

    private let root: TemporaryDirectory
    private let stored: PlaylistDirectory

    init() throws {
        let root = try TemporaryDirectory()
        self.root = root
        stored = PlaylistDirectory(path: root.file("lists"), songs: OneSong()) { _ in [] }
    }

    private func code(_ body: () throws(StoredPlaylistError) -> Void) -> StoredPlaylistError.Code? {
        do { try body() } catch { return error.code }
        return nil
    }

    @Test("are files beside the others, whose entries are found each time, under another name as well")
    func found() throws {
        let made = try stored.setRules("a", of: "Évening", revision: nil)
        #expect(made.isNew && made.hasChanged)
        _ = try stored.save("Plain", [], .create)
        #expect(try stored.list().map(\.name) == ["Plain", "Évening"] && stored.list().map(\.hasRules) == [false, true])
        let first = try stored.contents(of: "Évening")
        #expect(first.entries.map(\.entry.uri) == ["/a"] && first.hasRules && first.entries[0].problem == nil)
        #expect(try stored.rules(of: "Évening").text == "a" && stored.rules(of: "Évening").revision == made.revision)
        let changed = try stored.setRules("b", of: "Évening", revision: made.revision)
        #expect(!changed.isNew && changed.hasChanged && changed.revision != made.revision)
        #expect(try !stored.setRules("b", of: "Évening", revision: nil).hasChanged)
        let second = try stored.contents(of: "Évening")
        #expect(second.entries.map(\.entry.uri) == ["/b"] && second.revision != first.revision)
        try stored.rename("Évening", to: "Night")
        #expect(try stored.contents(of: "Night").entries.map(\.entry.title) == ["Night"])
        #expect(try readFile(root.file("lists/Night.nsp")) == Array("b".utf8))
        try stored.delete("Night")
        #expect(try stored.list().map(\.name) == ["Plain"] && !stored.contents(of: "Plain").hasRules)
    }

    @Test("keep their entries: every change of these is refused, and the file stays")
    func refused() throws {
        _ = try stored.setRules("a", of: "R", revision: nil)
        let entries = [PlaylistEntry(uri: "/x")]
        for edit: PlaylistEdit in [
            .insert(entries, at: nil), .insert(entries, at: 0), .remove(start: 0, end: 1), .move(start: 0, count: 1, to: 0),
        ] {
            #expect(
                code { () throws(StoredPlaylistError) in _ = try stored.edit("R", edit, makesMissing: true) } == .hasRules,
                "\(edit)")
        }
        for saving in PlaylistSaving.allCases {
            let refusal = code { () throws(StoredPlaylistError) in _ = try stored.save("R", entries, saving) }
            #expect(refusal == (saving == .create ? .exists : .hasRules), "\(saving)")
        }
        #expect(try readFile(root.file("lists/R.nsp")) == Array("a".utf8))
    }

    @Test("take no rules that cannot be followed, none over a list of entries, and none that are meant for others")
    func rules() throws {
        _ = try stored.save("Plain", [], .create)
        let made = try stored.setRules("a", of: "R", revision: nil)
        for (name, rules, revision, expected) in [
            ("New", "bad", nil, .badRules), ("R", "bad", nil, .badRules), ("Plain", "a", nil, .exists), ("R", "b", "x", .changed),
            ("New", "a", "x", .notFound), ("../x", "a", nil, .badName), (".x", "a", nil, .badName),
        ] as [(String, String, String?, StoredPlaylistError.Code)] {
            let refusal = code { () throws(StoredPlaylistError) in _ = try stored.setRules(rules, of: name, revision: revision) }
            #expect(refusal == expected, "\(name) \(rules)")
        }
        #expect(code { () throws(StoredPlaylistError) in _ = try stored.rules(of: "Plain") } == .badRules)
        #expect(code { () throws(StoredPlaylistError) in _ = try stored.rules(of: "New") } == .notFound)
        #expect(try stored.rules(of: "R").revision == made.revision)
        // Two files of one name: the list of entries has it, the other one is known by its whole name.
        _ = try root.write("c", to: "lists/Plain.nsp")
        #expect(try stored.list().map(\.name) == ["Plain", "Plain.nsp", "R"])
        #expect(try stored.contents(of: "Plain.nsp").entries.map(\.entry.uri) == ["/c"])
        _ = try root.write(String(decoding: [UInt8](repeating: 0x20, count: 9 << 20), as: UTF8.self), to: "lists/Big.nsp")
        #expect(code { () throws(StoredPlaylistError) in _ = try stored.contents(of: "Big") } == .limitExceeded)
    }
}
