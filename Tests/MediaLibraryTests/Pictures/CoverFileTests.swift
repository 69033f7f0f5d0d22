import Glibc
import Media
import MediaTypes
import TestSupport
import Testing

@testable import MediaLibrary

@Suite("Covers beside the music")
struct CoverFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func cover() throws -> String? {
        let music = try MediaLocation(path: directory.file("song.flac").utf8)
        let name = try CoverFile(beside: music, cancellation: CancellationToken())?.location.name
        return name.map { String($0.dropFirst(directory.path.count + 1)) }
    }

    @Test(
        "the best of several names counts, whatever its case",
        arguments: [
            (["Folder.jpg", "COVER.PNG", "back.jpg"], "COVER.PNG"), (["cover.png", "cover.jpg"], "cover.jpg"),
            (["AlbumArtSmall.jpg", "AlbumArt.jpg"], "AlbumArt.jpg"), (["front.webp", "folder.jpg"], "front.webp"),
            ([".folder.png"], ".folder.png"), (["Cover.jpg", "cover.jpg"], "Cover.jpg"),
            (["cover", "cover.jpg.txt", "mycover.jpg", "cover.tiff", ".jpg", "cover.jpgx"], nil),
        ] as [([String], String?)])
    func names(names: [String], expected: String?) throws {
        for name in names { try directory.write("GIF89a...", to: name) }
        #expect(try cover() == expected)
    }

    @Test("what has the name of a cover and is no picture is passed over for the next")
    func impostors() throws {
        try directory.write("<html>", to: "cover.jpg")
        try directory.write("", to: "cover.jpeg")
        try directory.makeDirectory("cover.png")
        mkfifo(directory.file("cover.webp"), 0o600)
        #expect(symlink("/nothing/there", directory.file("cover.gif")) == 0)
        #expect(try cover() == nil)
        try directory.write("GIF89a...", to: "folder.jpg")
        #expect(try cover() == "folder.jpg")
    }

    @Test("a picture that is too large counts for nothing")
    func large() throws {
        let path = try directory.write("GIF89a...", to: "cover.gif")
        #expect(truncate(path, Picture.sizeLimit + 1) == 0)
        #expect(try cover() == nil)
    }

    @Test("a directory that cannot be read has none, and a search that was given up ends")
    func nothing() throws {
        let gone = try MediaLocation(path: "/nothing/there.flac".utf8)
        #expect(try CoverFile(beside: gone, cancellation: CancellationToken()) == nil)
        let root = try MediaLocation(path: "/song.flac".utf8)
        _ = try CoverFile(beside: root, cancellation: CancellationToken())
        let token = CancellationToken()
        token.cancel()
        try directory.write("GIF89a...", to: "cover.gif")
        let music = try MediaLocation(path: directory.file("song.flac").utf8)
        #expect(try CoverFile(beside: music, cancellation: token) == nil)
    }
}
