import Testing

@testable import Media

@Suite("Pictures")
struct PictureTests {
    @Test("are known by their first bytes")
    func types() {
        #expect(PictureType([0xFF, 0xD8, 0xFF, 0xE0, 0]) == .jpeg)
        #expect(PictureType([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .png)
        #expect(PictureType(Array("GIF87a".utf8)) == .gif && PictureType(Array("GIF89a;".utf8)) == .gif)
        #expect(PictureType(Array("RIFF????WEBPVP8 ".utf8)) == .webp)
    }

    @Test(
        "are nothing else, whatever it is called",
        arguments: ["", "RIFF????WAVE", "RIFF????WEB", "GIF88a", "<svg/>", "<html>", "BM"])
    func others(text: String) {
        #expect(PictureType(Array(text.utf8)) == nil && Picture(Array(text.utf8)) == nil)
        #expect(PictureType([0xFF, 0xD8]) == nil)
    }

    @Test("have the checksum that other programs work out")
    func checksum() throws {
        let picture = try #require(Picture(Array("GIF89a".utf8)))
        let other = Command.run("sh", ["-c", "printf GIF89a | sha256sum"]).output
        #expect(picture.checksum.map { String(decoding: other, as: UTF8.self).hasPrefix($0 + " ") } == true)
    }

    @Test("above the limit are none")
    func limit() {
        let head = Array("GIF89a".utf8)
        #expect(Picture(head + [UInt8](repeating: 0, count: Picture.sizeLimit - head.count)) != nil)
        #expect(Picture(head + [UInt8](repeating: 0, count: Picture.sizeLimit)) == nil)
    }
}
