import AudioTypes
import Containers
import MediaTypes
import Synchronization
import Testing

@testable import Media

@Suite("Told and heard lengths")
struct LengthTests {
    /// No multiple of a packet or of a millisecond.
    private static let frames = 70_011

    private static let files = Atomic<Int>(0)

    /// Sound that gets softer, so that a guess by the first packets is wrong, encoded by the ffmpeg program.
    private func encode(_ name: String, _ options: [String] = []) throws -> String {
        // Cases run side by side: each makes a file of its own.
        let path = Workbench.path("length-\(Self.files.add(1, ordering: .relaxed).newValue)-\(name)")
        let sound = "aevalsrc=(0.3*random(0)-0.15)*lt(t\\,0.5)|0.01*sin(3000*t):s=44100:d=2,atrim=end_sample=\(Self.frames)"
        let arguments = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", sound, "-metadata", "title=x"] + options
        try #require(Command.run("ffmpeg", arguments + [path]).status == 0)
        return path
    }

    /// What is told of a file, and what is heard of it; both in frames.
    private func look(at path: String) throws -> (told: Double?, isExact: Bool, heard: Int, ended: MediaTime?) {
        var reader = try AudioReader(MediaLocation(uri: path))
        let description = try MediaProbe.describe(MediaLocation(uri: path))
        #expect(reader.info.description.duration == description.duration)
        let rate = Double(reader.info.format.sampleRate.hertz)
        let told = description.duration.map { Self.thousandths($0.seconds * rate) }
        #expect(reader.heardLength == nil)
        let heard = try Self.heard(&reader)
        return (told, description.durationIsExact, heard, reader.heardLength)
    }

    /// The frames up to the end, also where that comes early.
    private static func heard(_ reader: inout AudioReader) throws -> Int {
        var heard = 0
        do {
            while true {
                let part = try Sound(reading: &reader, atMost: 4_096).count
                if part == 0 { return heard }
                heard += part
            }
        } catch let error as MediaError where error.code == .incomplete {
            return heard
        }
    }

    private func frames(_ time: MediaTime?, _ path: String) throws -> Double? {
        let rate = try AudioReader(MediaLocation(uri: path)).info.format.sampleRate.hertz
        return time.map { Self.thousandths($0.seconds * Double(rate)) }
    }

    /// A number of frames that was seconds in between, without what the division left.
    private static func thousandths(_ frames: Double) -> Double { (frames * 1_000).rounded() / 1_000 }

    @Test(
        "a container that knows to the frame tells what is heard",
        arguments: [
            ("lame.mp3", ["-c:a", "libmp3lame"]), ("vbr.mp3", ["-c:a", "libmp3lame", "-q:a", "4"]),
            ("mpeg2.mp3", ["-c:a", "libmp3lame", "-ar", "22050", "-ac", "1"]), ("o.opus", ["-c:a", "libopus"]),
            ("o60.opus", ["-c:a", "libopus", "-frame_duration", "60"]), ("v.ogg", ["-c:a", "libvorbis"]),
            ("f.oga", ["-c:a", "flac"]), ("f.flac", []), ("a.m4a", ["-c:a", "aac"]), ("a.mov", ["-c:a", "aac"]),
            ("l.m4a", ["-c:a", "alac"]), ("o.mp4", ["-c:a", "libopus"]), ("m.mp4", ["-c:a", "libmp3lame"]), ("x.wav", []),
            ("x.aiff", []), ("x.au", []), ("x.wv", ["-c:a", "wavpack"]), ("x.tta", ["-c:a", "tta"]),
        ])
    func exact(name: String, options: [String]) throws {
        let path = try encode(name, options)
        let (told, isExact, heard, ended) = try look(at: path)
        #expect(isExact)
        #expect(told == Double(heard), "told \(told ?? -1), heard \(heard)")
        #expect(try frames(ended, path) == Double(heard))
    }

    @Test(
        "another one gives an estimate, and going through it tells what is heard",
        arguments: [
            ("bare.mp3", ["-c:a", "libmp3lame", "-write_xing", "0"]),
            ("bare-vbr.mp3", ["-c:a", "libmp3lame", "-q:a", "2", "-write_xing", "0"]), ("two.mp2", ["-c:a", "mp2"]),
            ("adts.aac", ["-c:a", "aac"]), ("adts22.aac", ["-c:a", "aac", "-ar", "22050"]), ("o.webm", ["-c:a", "libopus"]),
            ("v.mka", ["-c:a", "libvorbis"]), ("w.wma", ["-c:a", "wmav2"]), ("w1.wma", ["-c:a", "wmav1"]),
            ("short.wma", ["-c:a", "wmav2", "-t", "0.3"]), ("t.ts", ["-c:a", "aac"]), ("m.mpg", ["-c:a", "mp2"]),
            ("x.ac3", ["-c:a", "ac3"]), ("x.voc", []), ("l.caf", ["-c:a", "alac"]), ("x.flv", ["-c:a", "aac"]),
        ])
    func estimated(name: String, options: [String]) throws {
        let path = try encode(name, options)
        let (told, isExact, heard, ended) = try look(at: path)
        #expect(!isExact && told != nil)
        #expect(try frames(ended, path) == Double(heard))
        #expect(
            try frames(MediaProbe.measure(MediaLocation(uri: path)), path) == Double(heard))
    }

    @Test("tags in front of, behind and between MPEG audio are no sound")
    func tags() throws {
        let bare = try Workbench.bytes(of: encode("tags.mp3", ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"]))
        let cover = [UInt8](repeating: 0x55, count: 300_000)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: cover.count >> (21 - 7 * $0) & 0x7F) }
        let file = Array("ID3".utf8) + [3, 0, 0] + size + cover + bare + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
        let path = Workbench.write(file, as: "length-cover.mp3")
        let heard = try Sound(of: path).count
        #expect(try frames(MediaProbe.measure(MediaLocation(uri: path)), path) == Double(heard))
        // The same with what an encoder says about itself: known at once, whatever stands around it.
        let lame = try Workbench.bytes(of: encode("tags-lame.mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0"]))
        let tagged = Workbench.write(
            Array("ID3".utf8) + [3, 0, 0] + size + cover + lame + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125),
            as: "length-cover-lame.mp3")
        let (told, isExact, all, _) = try look(at: tagged)
        #expect(isExact && all == Self.frames && told == Double(Self.frames))
    }

    @Test(
        "what an encoder says about another file than this is not believed: one that was cut, or joined",
        arguments: [false, true])
    func lameOfAnother(isJoined: Bool) throws {
        let lame = try Workbench.bytes(of: encode("whole.mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0"]))
        let path = Workbench.write(isJoined ? lame + lame : lame.dropLast(lame.count / 3), as: "length-not-\(isJoined).mp3")
        let (_, isExact, heard, ended) = try look(at: path)
        #expect(!isExact)
        #expect(try frames(ended, path) == Double(heard))
        #expect(try frames(MediaProbe.measure(MediaLocation(uri: path)), path) == Double(heard))
    }

    @Test("FLAC is as long as its last packet says, whatever its header does", arguments: [0, 20_000, 9_000_000], [false, true])
    func flac(stated: Int, isTagged: Bool) throws {
        var bytes = try Workbench.bytes(of: encode("stated.flac"))
        // 36 bits in the middle of STREAMINFO, which begins behind eight bytes.
        let place = 8 + 13
        for index in 0..<5 {
            let byte = UInt8(truncatingIfNeeded: stated >> (32 - 8 * index))
            bytes[place + index] = index == 0 ? bytes[place] & 0xF0 | byte & 0x0F : byte
        }
        if isTagged { bytes += Array("TAG".utf8) + [UInt8](repeating: 0, count: 125) }
        let path = Workbench.write(bytes, as: "length-\(stated)-\(isTagged).flac")
        let (told, isExact, heard, _) = try look(at: path)
        #expect(isExact && heard == Self.frames && told == Double(Self.frames))
    }

    @Test("headers of packets that are none, one after the other, keep nobody busy", .timeLimit(.minutes(10)))
    func headersWithoutPackets() throws {
        // 4,096 samples, 44.1 kHz, stereo of 16 bits, number 0.
        let start: [UInt8] = [0xFF, 0xF8, 0xC9, 0x18, 0]
        let header = start + [FLACChecksum.ofHeader(start)]
        try #require(FLACPacketHeader(header[...]) != nil)
        let tail = Array(repeatElement(header, count: 100_000).joined())
        // The longest packet has 0xFFFFFF bytes.
        let streamHeader: [UInt8] = [16, 0, 16, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 24)
        #expect(try FLACEnd(of: MemorySource(tail), streamHeader: streamHeader) == nil)
    }

    @Test("FLAC that was cut within a packet gives an estimate")
    func cutFLAC() throws {
        let bytes = try Workbench.bytes(of: encode("cut.flac"))
        let path = Workbench.write(bytes.dropLast(bytes.count / 3 + 100), as: "length-cut.flac")
        #expect(try !MediaProbe.describe(MediaLocation(uri: path)).durationIsExact)
        var reader = try AudioReader(MediaLocation(uri: path))
        let heard = try Self.heard(&reader)
        #expect(throws: MediaError.self) { try Sound(reading: &reader, atMost: 1) }
        #expect(heard > 0 && heard < Self.frames)
        #expect(try frames(reader.heardLength, path) == Double(heard))
    }

    @Test("DSF is as long as its samples, and not as its blocks")
    func dsf() throws {
        let path = Workbench.write(DSFFile.bytes(samples: 2_822_400 / 4 + 8 * 333), as: "length.dsf")
        let (told, isExact, heard, _) = try look(at: path)
        #expect(isExact && heard == 2_822_400 / 32 + 333 && told == Double(heard))
        let cut = Workbench.write(DSFFile.bytes(samples: 2_822_400 / 4).dropLast(9_000), as: "length-cut.dsf")
        #expect(try !look(at: cut).isExact)
    }

    @Test("a part of a disc that was counted in another rate ends at the same frame")
    func converted() throws {
        let path = try encode("converted.flac")
        let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)
        var reader = try AudioReader(MediaLocation(uri: path), convertingTo: format)
        _ = try Sound(reading: &reader)
        #expect(reader.heardLength == MediaTime(value: Int64(Self.frames), timescale: 44_100))
        try reader.seek(to: .zero)
        #expect(reader.heardLength == nil)
        try reader.seek(to: FrameCount(1 << 30))
        #expect(try Sound(reading: &reader).count == 0)
        #expect(reader.heardLength == MediaTime(value: Int64(Self.frames), timescale: 44_100))
    }

    @Test("the end of what is far away is not looked at", arguments: ["far.flac", "far.mp3"])
    func farAway(name: String) throws {
        let path = Workbench.path("length-\(name)")
        let arguments = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "anoisesrc=d=30:r=44100", "-b:a", "320k", path]
        try #require(Command.run("ffmpeg", arguments).status == 0)
        let bytes = Workbench.bytes(of: path)
        let source = FarSource(bytes)
        let reader = try AudioReader(source, name: name)
        #expect(reader.info.description.duration != nil)
        #expect(source.farthest < Int64(bytes.count / 2), "\(source.farthest) of \(bytes.count)")
    }

    @Test("counting ends when nobody wants it any more")
    func cancelled() throws {
        let path = try encode("cancelled.mp3", ["-c:a", "libmp3lame", "-write_xing", "0"])
        let cancellation = CancellationToken()
        cancellation.cancel()
        #expect(throws: MediaError.self) { try MediaProbe.measure(MediaLocation(uri: path), cancellation: cancellation) }
    }

    @Test("a film is not read as a whole for the sake of its length")
    func film() throws {
        let path = Workbench.path("length-film.mkv")
        let arguments = [
            "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=d=0.5", "-f", "lavfi", "-i", "sine=d=0.5",
        ]
        try #require(Command.run("ffmpeg", arguments + ["-c:v", "mpeg4", "-c:a", "ac3", path]).status == 0)
        #expect(try MediaProbe.measure(MediaLocation(uri: path)) == nil)
    }
}

/// Bytes that are read in order, and at other places for a price.
private final class FarSource: ByteSource {
    private let bytes: [UInt8]
    private let read = Mutex<Int64>(0)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int64? { Int64(bytes.count) }
    var isSeekable: Bool { true }
    var isFar: Bool { true }
    /// Behind the last byte that was ever read.
    var farthest: Int64 { read.withLock(\.self) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let part = bytes.dropFirst(Int(offset)).prefix(min(4_096, buffer.count))
        buffer.copyBytes(from: part)
        read.withLock { $0 = max($0, offset + Int64(part.count)) }
        return part.count
    }
}
