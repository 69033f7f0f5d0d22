import FoundationEssentials
import MediaTypes
import Testing

@testable import Media

@Suite("Pictures inside media, made by the ffmpeg program")
struct AttachedPictureTests {
    /// Makes a picture of one colour and returns its path.
    private static func picture(_ colour: String, _ suffix: String = "png") throws -> String {
        let path = Workbench.path("\(colour)-\(UInt32.random(in: 0 ... .max)).\(suffix)")
        let source = ["-f", "lavfi", "-i", "color=c=\(colour):s=32x32", "-frames:v", "1"]
        try #require(Command.run("ffmpeg", ["-nostdin", "-y"] + source + [path]).status == 0)
        return path
    }

    /// Makes a file of half a second with these pictures, each with the type that its comment states.
    private static func media(_ name: String, _ pictures: [(path: String, type: String?)], _ options: [String] = []) throws
        -> String
    {
        let path = Workbench.path("pictures-\(UInt32.random(in: 0 ... .max))-\(name)")
        var arguments = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.5:r=48000"]
        for picture in pictures { arguments += ["-i", picture.path] }
        for index in 0...pictures.count { arguments += ["-map", "\(index)"] }
        if !pictures.isEmpty { arguments += ["-c:v", "copy", "-disposition:v", "attached_pic"] }
        for (index, picture) in pictures.enumerated() {
            if let type = picture.type { arguments += ["-metadata:s:v:\(index)", "comment=\(type)"] }
        }
        try #require(Command.run("ffmpeg", arguments + options + [path]).status == 0, "\(arguments)")
        return path
    }

    private func picture(in path: String) throws -> Picture? {
        let location = try MediaLocation(uri: path)
        return try MediaProbe.picture(try FileSource(location), name: location.name)
    }

    @Test(
        "come out as they were put in, and the description says that they are there", arguments: ["a.flac", "a.mp3", "a.m4a"],
        ["png", "jpg"])
    func whole(name: String, suffix: String) throws {
        let image = try Self.picture("red", suffix)
        let path = try Self.media(name, [(image, nil)])
        let picture = try #require(try picture(in: path))
        #expect(picture.bytes == Workbench.bytes(of: image) && picture.type == (suffix == "png" ? .png : .jpeg))
        let description = try MediaProbe.describe(MediaLocation(uri: path))
        #expect(description.hasPicture && description.video.isEmpty)
        #expect(try AudioReader(MediaLocation(uri: path)).info.description.hasPicture)
    }

    @Test("of several the front cover counts", arguments: ["b.flac", "b.mp3"])
    func front(name: String) throws {
        let (back, front, other) = (try Self.picture("blue"), try Self.picture("red"), try Self.picture("green"))
        let path = try Self.media(name, [(back, "Cover (back)"), (other, "Other"), (front, "Cover (front)")])
        #expect(try picture(in: path)?.bytes == Workbench.bytes(of: front))
        let second = try Self.media(name, [(back, "Cover (back)"), (other, "Other")])
        #expect(try picture(in: second)?.bytes == Workbench.bytes(of: other))
    }

    @Test("in the comments of Ogg are found", arguments: ["libvorbis", "libopus"])
    func ogg(codec: String) throws {
        let image = Workbench.bytes(of: try Self.picture("red"))
        func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let type = Array("image/png".utf8)
        // RFC 9639, section 8.8: type, media type, description, width, height, depth, colours, data.
        let block =
            number(3) + number(type.count) + type + number(0) + number(32) + number(32) + number(24) + number(0)
            + number(image.count) + image
        let text = Data(block).base64EncodedString()
        let path = try Self.media("c.ogg", [], ["-c:a", codec, "-metadata", "METADATA_BLOCK_PICTURE=\(text)"])
        #expect(try picture(in: path)?.bytes == image)
        #expect(try MediaProbe.describe(MediaLocation(uri: path)).hasPicture)
    }

    @Test("are absent where there are none, or where what is attached is no picture of a known type")
    func none() throws {
        let plain = try Self.media("d.flac", [])
        #expect(try picture(in: plain) == nil && !MediaProbe.describe(MediaLocation(uri: plain)).hasPicture)
        let bitmap = try Self.media("d.mp3", [(try Self.picture("red", "bmp"), nil)])
        #expect(try picture(in: bitmap) == nil && !MediaProbe.describe(MediaLocation(uri: bitmap)).hasPicture)
    }

    @Test("do not come from what is no media, and cutting a file anywhere harms nothing")
    func damaged() throws {
        let text = Workbench.write(Array("no music".utf8), as: "no-music.flac")
        #expect(throws: MediaError.self) { try picture(in: text) }
        let bytes = Workbench.bytes(of: try Self.media("e.flac", [(try Self.picture("red"), nil)]))
        for length in stride(from: 1, to: min(bytes.count, 2_000), by: 37) {
            let source = MemorySource(Array(bytes.prefix(length)))
            _ = try? MediaProbe.picture(source, name: "cut")
        }
    }
}
