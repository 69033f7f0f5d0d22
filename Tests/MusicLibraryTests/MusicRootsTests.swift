import Testing

@testable import MusicLibrary

@Suite("Directories of music as one tree")
struct MusicRootsTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("one directory is the tree itself")
    func single() {
        let roots = MusicRoots([bytes("/m")])
        #expect(roots.place(of: bytes("/m/a/b.flac")) == bytes("a/b.flac"))
        #expect(roots.place(of: bytes("/m")) == [])
        #expect(roots.place(of: bytes("/music/x")) == nil)
        #expect(roots.path(of: bytes("a/b.flac")) == bytes("/m/a/b.flac"))
        #expect(roots.path(of: bytes("/a//b/")) == bytes("/m/a/b"))
        #expect(roots.path(of: []) == bytes("/m"))
        #expect(roots.top.isEmpty)
    }

    @Test("several directories stand at the top under their names, of which no two are the same")
    func several() {
        let roots = MusicRoots(["/a/Music", "/b/Music", "/a/Music/Jazz", "/c"].map(bytes))
        #expect(roots.top.map(\.name) == [bytes("Music"), bytes("Music (2)"), bytes("c")])
        #expect(roots.place(of: bytes("/b/Music/x")) == bytes("Music (2)/x"))
        #expect(roots.place(of: bytes("/a/Music/Jazz/x")) == bytes("Music/Jazz/x"))
        #expect(roots.path(of: bytes("Music (2)/x")) == bytes("/b/Music/x"))
        #expect(roots.path(of: bytes("x")) == nil)
        #expect(roots.path(of: []) == nil)
    }

    @Test("no place leads out of the directories", arguments: ["..", "a/../../etc/passwd", "../m", ".", "a/./b", "a\u{0}b"])
    func outside(place: String) {
        #expect(MusicRoots([bytes("/m")]).path(of: bytes(place)) == nil)
        #expect(MusicRoots([bytes("/m"), bytes("/n")]).path(of: bytes("m/" + place)) == nil)
    }
}
