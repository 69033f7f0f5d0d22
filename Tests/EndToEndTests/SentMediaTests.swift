import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Media that are sent to jobs", .serialized)
struct SentMediaTests {
    @Test("come from standard input, and each frame is in a file, a pipe and the daemon's directory")
    func client() async throws {
        let shop = try await Workshop.set()
        let music = AudioFixture.unique(frameCount: 96_000)
        try await AudioFiles.encode(music, to: shop.directory.file("song.flac"))
        try AudioFiles.writeWave(music, to: shop.directory.file("song.wav"))
        for line in [
            "cat song.wav | fermata convert - a.flac", "cat song.flac | fermata extract - b.flac",
            "cat song.flac | fermata convert --format flac - - > c.flac",
            "cat song.wav | fermata convert --format flac - && cp made/*.flac d.flac",
            "fermata convert - e.flac < song.wav",
        ] {
            let run = try await shop.shell(line)
            #expect(run.isSuccess, "\(line): \(run)\n\(shop.daemon.log)")
        }
        for name in ["a", "b", "c", "d", "e"] {
            let path = shop.directory.file("\(name).flac")
            #expect(try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 2).samples == music.samples, "\(name)")
        }
    }

    @Test("that are no sound, have no name or are read once only are refused with a sentence, and leave nothing behind")
    func refusals() async throws {
        let shop = try await Workshop.set()
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 9_600), to: shop.directory.file("song.wav"))
        for (line, sentence) in [
            ("head -c 100000 /dev/zero | fermata convert - a.flac", "what the client sends"),
            ("cat song.wav | fermata convert --format flac - .", "give that of the new file"),
            ("cat song.wav | fermata convert --loudness -16 - b.flac", "only be read once"),
            ("true | fermata convert - c.flac", "what the client sends"),
            ("fermata convert - d.flac <&-", "it is closed"),
        ] {
            let run = try await shop.shell(line)
            #expect(!run.isSuccess && run.output.contains(sentence), "\(line): \(run)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.directory.path).filter { $0.hasSuffix(".flac") } == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.directory.path).filter { $0.hasSuffix(".part") } == [])
    }

    @Test("may be samples without a header, and go back over the same connection as AAC")
    func rawSamples() async throws {
        let shop = try await Workshop.set()
        let tone = AudioFixture.sine(frequency: 440, frameCount: 96_000, sampleRate: 48_000)
        let connection = try shop.daemon.connect()
        let reply = try await connection.call(
            "media.convert",
            #"{"format":"m4a","to":"connection","input":{"encoding":"f32le","sampleRate":48000,"channels":2}}"#)
        #expect(reply.string(at: "result.uri") == "-" && reply.string(at: "result.state") == "waiting", "\(reply.line)")
        let bytes = tone.samples.flatMap { sample in
            (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) }
        }
        let reading = Task { try await connection.readRest() }
        try await connection.send(bytes: bytes)
        connection.finishSending()
        let path = shop.directory.file("tone.m4a")
        try writeFile(try await reading.value, to: path)
        let sound = try await AudioFiles.decode(path, sampleRate: 48_000, channelCount: 2)
        // ffmpeg plays the rest of the last packet, and older releases the encoder's delay of MP4 in fragments.
        #expect((96_000...96_000 + 3 * 1_024).contains(sound.frameCount))
        let wrong = [0, 2 * 1_024].map { lead in
            zip(sound.samples.dropFirst(lead), tone.samples).dropFirst(8_192).dropLast(8_192).count { abs($0 - $1) > 0.05 }
        }
        #expect(wrong.contains(0), "\(wrong)")
        let refused = try await shop.daemon.connect().reply(
            to: "media.convert", #"{"uri":"/a.wav","input":{"encoding":"f32le","sampleRate":48000,"channels":2}}"#)
        #expect(refused.errorName == "invalid_params" && refused.line.contains("without"), "\(refused.line)")
    }

    @Test("are converted in constant memory, whatever their length")
    func memory() async throws {
        let shop = try await Workshop.set()
        // The head of a WAV file whose length is open, and half a gibibyte of samples.
        let head = WaveFile.openHead(sampleRate: 48_000)
        try writeFile(head, to: shop.directory.file("head"))
        let before = try shop.memory("VmRSS:")
        let run = try await shop.shell(
            "cat head <(head -c 536870912 /dev/zero) | fermata convert --format wav --quiet - - 2>/dev/null | wc -c")
        #expect(run.isSuccess, "\(run)")
        let count = Int(run.output.filter(\.isNumber)) ?? 0
        #expect((536_870_912..<536_872_000).contains(count), "\(run)")
        let most = try shop.memory("VmHWM:")
        #expect(most < before + (48 << 10), "\(before) KiB before, at most \(most) KiB")
    }
}

extension WaveFile {
    /// The head of a file of two channels with 16 bits whose length nobody knows.
    fileprivate static func openHead(sampleRate: UInt32) -> [UInt8] {
        let bytes = { (number: UInt32, count: Int) in (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        return Array("RIFF".utf8) + bytes(.max, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2) + bytes(2, 2)
            + bytes(sampleRate, 4) + bytes(sampleRate * 4, 4) + bytes(4, 2) + bytes(16, 2) + Array("data".utf8) + bytes(.max, 4)
    }
}

extension Workshop {
    /// A line of what the system tells of the daemon's memory, in KiB.
    fileprivate func memory(_ name: String) throws -> Int {
        let status = String(decoding: try readFile("/proc/\(daemon.process.processIdentifier)/status"), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
