import MediaTypes
import Testing

@testable import Media

@Suite("Coded sound in place of samples")
struct HiddenCodecTests {
    /// Words of 16 bits: silence, and then packets of noise that each begin with `sync`.
    private func samples(_ sync: [UInt16], silence: Int) -> [UInt8] {
        var state: UInt32 = 9
        var words = [UInt16](repeating: 0, count: silence)
        for _ in 0..<16 {
            words += sync
            for _ in sync.count..<2_048 {
                state = state &* 1_664_525 &+ 1_013_904_223
                words.append(UInt16(state >> 16))
            }
        }
        return words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    private func write(_ samples: [UInt8], _ name: String, _ codec: String) throws -> String {
        let raw = Workbench.write(samples, as: "\(name).s16")
        let path = Workbench.path("\(name).\(codec)")
        let input = ["-nostdin", "-v", "error", "-y", "-f", "s16le", "-ar", "44100", "-ac", "2", "-i", raw]
        try #require(Command.run("ffmpeg", input + [path]).status == 0)
        return path
    }

    @Test(
        "is refused with its name, and none of it is given out",
        arguments: [
            ("dts14", [0x1FFF, 0xE800, 0x07F1, 0x1234], "DTS"), ("dts14swapped", [0xFF1F, 0x00E8, 0xF107, 0x1234], "DTS"),
            ("dts16", [0x7FFE, 0x8001, 0xFC3C, 0x1234], "DTS"), ("dts16swapped", [0xFE7F, 0x0180, 0x3CFC, 0x1234], "DTS"),
            ("ac3", [0xF872, 0x4E1F, 0x0001, 0x3000], "AC-3"), ("eac3", [0xF872, 0x4E1F, 0x0015, 0x3000], "E-AC-3"),
        ] as [(String, [UInt16], String)], ["flac", "wav", "wv", "aiff", "caf"])
    func refused(_ kind: (name: String, sync: [UInt16], codec: String), container: String) throws {
        let silence = 100_000
        let name = "hidden-\(kind.name)-\(container)"
        let path = try write(samples(kind.sync, silence: silence), name, container)
        var reader = try AudioReader(MediaLocation(uri: path))
        do {
            while true {
                let part = try Sound(reading: &reader, atMost: 4_096)
                #expect(part.planes.allSatisfy { $0.allSatisfy { $0 == 0 } })
                if part.count == 0 { break }
            }
            Issue.record("\(name) was played")
        } catch let error as MediaError {
            #expect(error.code == .unsupported && error.message.contains(kind.codec), "\(error.message)")
        }
    }

    @Test("silence is looked at for a bounded time")
    func longSilence() throws {
        let silence = 2 << 20
        let path = try write(samples([0x7FFE, 0x8001, 0xFC3C, 0x1234], silence: 2 * silence), "hidden-late", "flac")
        #expect(try Sound(of: path).count == silence + 16 * 1_024)
    }

    @Test(
        "words that no encoder writes are no coded sound",
        arguments: [
            [0xF872, 0x4E1F, 0x00E1, 0x3000], [0xF872, 0x4E1F, 0x0001, 0], [0x7FFE, 0x8001, 0xFC00, 0x1234],
        ] as [[UInt16]])
    func chance(words: [UInt16]) { #expect(HiddenCodec.find(in: words) == nil) }

    @Test("loud noise is no coded sound")
    func noise() throws {
        let path = try write(samples([], silence: 10), "hidden-noise", "flac")
        #expect(try Sound(of: path).count == 5 + 16 * 1_024)
    }
}
