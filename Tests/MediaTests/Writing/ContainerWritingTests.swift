import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Containers and their tags")
struct ContainerWritingTests {
    @Test("every header of ADTS describes its packet", arguments: [(44_100, 2), (48_000, 1), (8_000, 6)])
    func adts(rate: Int, channels: Int) throws {
        let indices = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
        let sink = MemorySink()
        _ = try WrittenSound("aac", rate: rate, channels: channels, frames: 20_000).write(to: sink)
        let bytes = sink.bytes
        var (place, count) = (0, 0)
        while place < bytes.count {
            let header = bytes[place..<min(place + 7, bytes.count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            func bits(_ first: Int, _ size: Int) -> Int { Int(header >> UInt64(56 - first - size)) & (1 << size - 1) }
            // The sync word, MPEG-4, layer 0, no checksum.
            #expect(bits(0, 12) == 0xFFF && bits(12, 1) == 0 && bits(13, 2) == 0 && bits(15, 1) == 1)
            // The profile of low complexity, the number of the rate, and the channels.
            #expect(bits(16, 2) == 1 && indices[bits(18, 4)] == rate && bits(23, 3) == channels)
            // The buffer of a variable rate, and one raw block.
            #expect(bits(43, 11) == 0x7FF && bits(54, 2) == 0)
            let length = bits(30, 13)
            #expect(length > 7 && place + length <= bytes.count)
            guard length > 7 else { return }
            place += length
            count += 1
        }
        #expect(count == (20_000 + 2 * 1_024 - 1) / 1_024)
    }

    @Test("tags are read again", arguments: WrittenSound.all)
    func tags(_ written: WrittenSound) throws {
        let tags = [
            "title": "Über den Wolken", "artist": "Ä & B", "album": "音楽", "date": "2024-05-06", "comment": "one; two = 3",
            "language": "deu",
        ]
        let sink = MemorySink()
        _ = try written.with(frames: 5_000).write(to: sink, tags: tags)
        let reader = try AudioReader(MemorySource(sink.bytes), name: "test")
        // AIFF has four chunks for texts, and no more.
        let kept = written.format.container.name == "AIFF" ? Set(AIFFHead.tagNames.map { $0.0 }) : Set(tags.keys)
        for (name, text) in tags where kept.contains(name) {
            #expect(reader.info.description.tags[name] == text, "\(name)")
        }
    }

    @Test("tags beyond the limits are cut or left out", arguments: WrittenSound.all)
    func longTags(_ written: WrittenSound) throws {
        var tags = [
            "title": String(repeating: "ü", count: 40_000), "artist": "a\0b", "": "no name", "x=y": "bad name", "album": "",
        ]
        for number in 0..<400 { tags["custom\(number)"] = String(repeating: "x", count: 1_000) }
        let sink = MemorySink()
        _ = try written.with(frames: 5_000).write(to: sink, tags: tags)
        #expect(sink.bytes.count < 500_000)
        let reader = try AudioReader(MemorySource(sink.bytes), name: "test")
        let title = try #require(reader.info.description.tags["title"])
        #expect(title.utf8.count <= TagLimits.text && title.allSatisfy { $0 == "ü" } && title.count > 100)
        #expect(reader.info.description.tags["artist"] == "a")
        #expect(reader.info.description.tags["album"] == nil)
    }

    @Test("the reference decoders take the files", arguments: ["flac", "ogg", "opus"])
    func references(name: String) throws {
        for channels in 1...8 {
            let path = Workbench.path("written-\(channels).\(name)")
            let sink = MemorySink()
            _ = try WrittenSound(name, rate: 48_000, channels: channels, frames: 77_777).write(to: sink, tags: ["title": "x"])
            Workbench.write(sink.bytes, as: "written-\(channels).\(name)")
            switch name {
            case "flac": #expect(Command.run("flac", ["-t", "-s", "-w", path]).status == 0)
            case "ogg":
                let samples = Command.run("oggdec", ["-Q", "-R", "-o", "-", path]).output
                #expect(samples.count == 77_777 * 2 * channels)
            default:
                let samples = Command.run("opusdec", ["--quiet", "--force-stereo", path, "-"]).output
                #expect(samples.count == 77_777 * 4)
            }
        }
    }

    @Test("an encoder that refuses the combination says so")
    func refused() throws {
        let format = try AudioFileFormat(named: "vorbis", .init(bitRate: 2_000_000))
        let sink = MemorySink()
        let error = #expect(throws: MediaError.self) {
            _ = try AudioWriter(sink, format: format, input: StreamFormat(sampleRate: .cd, channelLayout: .mono), name: "a.ogg")
        }
        #expect(error?.code == .unsupported)
        #expect(
            error?.message
                == "a.ogg cannot be written: the encoder of Vorbis refuses 1 channels at 44100 Hz with 2000000 bit/s")
        #expect(sink.bytes.isEmpty)
    }

    @Test(
        "the lowest and the highest bit rate and quality are written, or refused with the reason",
        arguments: [AudioFileFormat.Codec.opus, .vorbis, .mp3, .aac], [8_000, 48_000])
    func extremes(codec: AudioFileFormat.Codec, rate: Int) throws {
        var options: [AudioFileFormat.Options] = []
        if let range = codec.bitRates {
            options += [range.lowerBound, range.upperBound].map { .init(codec: codec, bitRate: $0) }
        }
        if let range = codec.qualities {
            options += [range.lowerBound, range.upperBound].map { .init(codec: codec, quality: $0) }
        }
        for option in options {
            for channels in [1, 2] {
                let written = WrittenSound("mka", option, rate: rate, channels: channels, frames: 9_000)
                let sink = MemorySink()
                do {
                    _ = try written.write(to: sink)
                    #expect(try Sound(decoding: sink.bytes).count == written.lead(in: sink.bytes) + written.storedFrames)
                } catch let error as MediaError {
                    #expect(error.code == .unsupported && sink.bytes.isEmpty)
                    #expect(error.message.contains(codec.name))
                }
            }
        }
    }

    @Test("a bit rate and a quality are heeded", arguments: ["mp3", "m4a", "opus", "vorbis"])
    func efforts(name: String) throws {
        func size(_ options: AudioFileFormat.Options) throws -> Int {
            let written = WrittenSound(name, options, rate: 48_000, frames: 96_000)
            let sink = MemorySink()
            var writer = try AudioWriter(sink, format: written.format, input: written.input, name: "test")
            let noise = AudioFixture.unique(frameCount: 96_000, sampleRate: 48_000).planes.map { $0.map { $0 / 4 } }
            try WrittenSound.write(Sound(planes: noise), to: &writer)
            try writer.finish()
            return sink.bytes.count
        }
        let (low, high) = (try size(.init(bitRate: 64_000)), try size(.init(bitRate: 192_000)))
        #expect((10_000...24_000).contains(low) && (40_000...60_000).contains(high))
        if name == "mp3" { #expect(try size(.init(quality: 9)) < size(.init(quality: 0))) }
        if name == "vorbis" { #expect(try size(.init(quality: -1)) < size(.init(quality: 9))) }
    }
}
