import Containers
import Testing

@testable import Media

@Suite("What a stream is by its first bytes")
struct StreamKindTests {
    private func bytes(_ name: String, rate: Int = 44_100, _ options: String...) throws -> [UInt8] {
        try Workbench.bytes(of: Synthesis(name, rate: rate, seconds: 1, Array(options)).make())
    }

    private func kind(_ bytes: [UInt8], from start: Int = 0) -> StreamKind? {
        StreamKind(Array(bytes.dropFirst(start).prefix(StreamKind.sampleSize)))
    }

    @Test("packets are recognised from any byte on, with their rate")
    func packets() throws {
        let mp3 = try bytes("kind.mp3", "-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0")
        let low = try bytes("kind-low.mp3", rate: 22_050, "-c:a", "libmp3lame", "-b:a", "64k", "-write_xing", "0")
        let mp2 = try bytes("kind.mp2", rate: 48_000, "-c:a", "mp2", "-b:a", "192k")
        let aac = try bytes("kind.aac", rate: 48_000, "-c:a", "aac", "-b:a", "96k", "-f", "adts")
        for start in [0, 1, 100, 777, 2_000] {
            #expect(kind(mp3, from: start) == .mpegAudio(layer: 3, rate: 44_100))
            #expect(kind(low, from: start) == .mpegAudio(layer: 3, rate: 22_050))
            #expect(kind(mp2, from: start) == .mpegAudio(layer: 2, rate: 48_000))
            #expect(kind(aac, from: start) == .adts(rate: 48_000))
        }
        #expect(kind(Array(mp3.prefix(500))) == nil, "one packet is no proof")
    }

    @Test("containers are recognised by their head, Ogg with its codec")
    func containers() throws {
        #expect(kind(try bytes("kind.ogg", "-c:a", "libvorbis")) == .ogg(codec: "vorbis", rate: 44_100))
        #expect(kind(try bytes("kind.opus", rate: 48_000, "-c:a", "libopus")) == .ogg(codec: "opus", rate: 0))
        #expect(kind(try bytes("kind.oga", "-c:a", "flac")) == .ogg(codec: "flac", rate: 44_100))
        #expect(kind(try bytes("kind.flac")) == .headed("flac"))
        #expect(kind(try bytes("kind.mka", "-c:a", "flac")) == .headed("matroska"))
        #expect(kind(try bytes("kind.m4a", "-c:a", "aac")) == .headed("mp4"))
        #expect(kind(try bytes("kind.wav")) == .headed("wav"))
        #expect(kind(try bytes("kind.ts", "-c:a", "aac", "-f", "mpegts")) == .transportStream)
    }

    @Test(
        "text in place of sound is a list or a page",
        arguments: [
            ("#EXTM3U\nhttp://a", .list), ("\u{FEFF}#EXTM3U", .list), ("[Playlist]\nFile1=x", .list),
            (" \r\n<!DOCTYPE html>", .page),
            ("<html>", .page), ("<?xml version=\"1.0\"?><playlist xmlns=\"http://xspf.org/ns/0/\">", .list),
            ("<?xml version=\"1.0\"?><html>", .page), ("<asx version=\"3.0\">", .list), ("nothing", nil), ("", nil),
        ] as [(String, StreamKind?)])
    func text(text: String, kind: StreamKind?) {
        #expect(StreamKind(Array(text.utf8)) == kind)
    }

    @Test("a part of the first page of Ogg says nothing yet")
    func partOfPage() throws {
        for (name, kind) in [
            ("part.ogg", StreamKind.ogg(codec: "vorbis", rate: 44_100)), ("part.oga", .ogg(codec: "flac", rate: 44_100)),
        ] {
            let bytes = try bytes(name, "-c:a", name.hasSuffix("a") ? "flac" : "libvorbis")
            let size = 27 + Int(bytes[26]) + Int(bytes[27])
            for count in [4, 20, 28, 30, 36, size - 1] { #expect(StreamKind(Array(bytes.prefix(count))) == nil, "\(count)") }
            #expect(StreamKind(Array(bytes.prefix(size))) == kind)
        }
        let endless: [UInt8] = Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [UInt8](repeating: 255, count: 256)
        #expect(StreamKind(endless + [UInt8](repeating: 1, count: StreamKind.sampleSize)) == .ogg(codec: "", rate: 0))
    }

    @Test("damaged beginnings and cut ones are no danger")
    func damaged() {
        let heads: [[UInt8]] = [
            Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [1, 30, 1] + Array("vorbis".utf8),
            [0xFF, 0xFB, 0x90, 0x64], [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC], Array("\u{FEFF} <?xml".utf8), [0x47],
        ]
        for _ in 0..<2_000 {
            var bytes = heads.randomElement() ?? []
            bytes += (0..<Int.random(in: 0..<300)).map { _ in UInt8.random(in: 0...255) }
            bytes[Int.random(in: 0..<bytes.count)] = .random(in: 0...255)
            _ = StreamKind(Array(bytes.prefix(.random(in: 0...bytes.count))))
        }
    }

    @Test("a stream goes on as the same only where its demuxer meets no second head")
    func continuation() {
        #expect(StreamKind.adts(rate: 44_100).continues(as: .adts(rate: 44_100)))
        #expect(!StreamKind.adts(rate: 44_100).continues(as: .adts(rate: 48_000)))
        #expect(!StreamKind.adts(rate: 44_100).continues(as: .mpegAudio(layer: 3, rate: 44_100)))
        #expect(StreamKind.ogg(codec: "opus", rate: 0).continues(as: .ogg(codec: "opus", rate: 0)))
        #expect(!StreamKind.headed("flac").continues(as: .headed("flac")))
    }
}
