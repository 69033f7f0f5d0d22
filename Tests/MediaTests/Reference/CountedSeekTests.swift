import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Seeking where packets are counted")
struct CountedSeekTests {
    /// Some with what a decoder still remembers of what it skipped.
    struct Media: Sendable, CustomTestStringConvertible {
        let synthesis: Synthesis
        var tolerance: Float = 0
        var testDescription: String { synthesis.name }
    }

    static let media = [
        Media(synthesis: Synthesis("counted1.wma", seconds: 8, "-c:a", "wmav1")),
        Media(synthesis: Synthesis("counted2.wma", seconds: 8, "-c:a", "wmav2")),
        Media(synthesis: Synthesis("counted2-22.wma", rate: 22_050, seconds: 8, "-c:a", "wmav2", "-b:a", "32k")),
        Media(synthesis: Synthesis("counted2.mka", seconds: 8, "-c:a", "wmav2")),
        Media(synthesis: Synthesis("counted-ima.wav", seconds: 8, "-c:a", "adpcm_ima_wav")),
        Media(synthesis: Synthesis("counted-ms.wav", seconds: 8, "-c:a", "adpcm_ms")),
        Media(
            synthesis: Synthesis("counted-gsm.wav", rate: 8_000, channels: 1, seconds: 12, "-c:a", "libgsm_ms"), tolerance: 0.02),
        Media(synthesis: Synthesis("counted.spx", rate: 16_000, channels: 1, seconds: 8, "-c:a", "libspeex"), tolerance: 0.02),
    ]

    @Test("lands on the frame, and gives what a straight decode gives there", arguments: media)
    func lands(_ media: Media) throws {
        try expectLandings(in: media.synthesis.make(), tolerance: media.tolerance)
    }

    @Test("lands on the frame in AMR", arguments: [(8_000, "#!AMR\n", UInt8(0x3C), 31), (16_000, "#!AMR-WB\n", 0x04, 17)])
    func adaptiveMultiRate(rate: Int, magic: String, header: UInt8, size: Int) throws {
        // Any bits are speech to it. Wide band of the lowest rate makes the least of them.
        var random = LinearCongruentialGenerator(state: 5)
        let packets = (0..<500).flatMap { _ in [header] + (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) } }
        let path = Workbench.write(Array(magic.utf8) + packets, as: "random\(rate).amr")
        try expectLandings(in: path, tolerance: rate == 8_000 ? 0.02 : 2)
        #expect(try Sound(of: path).count == 10 * rate)
    }

    @Test("lands on the frame in Musepack", arguments: [Signal.music, .tone, .silence])
    func musepack(_ signal: Signal) throws {
        let codec = try #require(ReferenceCodec.all.first { $0.name == "mpcenc" })
        try expectLandings(in: codec.make(signal, count: 400_000), tolerance: 0)
    }

    @Test("lands on the frame in Musepack of version 7")
    func musepack7() throws {
        let bytes = Musepack7.bytes(packets: 400, inLast: 578, isGapless: true)
        try expectLandings(in: Workbench.write(bytes, as: "version7.mpc"), tolerance: 0)
    }

    @Test("does not decode what lies between: damage there is not met")
    func leavesOut() throws {
        let path = try Synthesis("between.wma", seconds: 8, "-c:a", "wmav2").make()
        var bytes = Workbench.bytes(of: path)
        for place in bytes.count / 4..<bytes.count / 2 where place % 743 > 200 { bytes[place] = 0xFF }
        let damaged = Workbench.write(bytes, as: "between-damaged.wma")
        var straight = try AudioReader(MediaLocation(uri: damaged))
        let whole = try Sound(reading: &straight)
        #expect(straight.decodeErrorCount > 0)
        var reader = try AudioReader(MediaLocation(uri: damaged))
        let target = whole.count - 44_100
        try reader.seek(to: FrameCount(Int64(target)))
        #expect(reader.decodeErrorCount == 0)
    }

    @Test("ends where nobody wants it any more, and the next one lands", arguments: [media[1], media[4]])
    func givenUp(_ media: Media) throws {
        let path = try media.synthesis.make()
        let whole = try Sound(of: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        for allowed in [0, 1, 7, 30] {
            var asked = 0
            let error = #expect(throws: MediaError.self) {
                try reader.seek(to: FrameCount(Int64(whole.count - 1_000))) {
                    asked += 1
                    return asked <= allowed
                }
            }
            #expect(error?.code == .cancelled && asked == allowed + 1)
            try reader.seek(to: FrameCount(20_000))
            let part = try Sound(reading: &reader, atMost: 1_000)
            #expect(part.difference(from: whole.part(from: 20_000, count: 1_000)) <= media.tolerance)
        }
    }

    private func expectLandings(in path: String, tolerance: Float) throws {
        let whole = try Sound(of: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        var random = LinearCongruentialGenerator(state: 3)
        let places = [whole.count - 1, 0, whole.count / 2, 1, whole.count / 2 + 1, whole.count - 2_000]
        for target in places + (0..<10).map({ _ in Int.random(in: 0..<whole.count, using: &random) }) {
            try reader.seek(to: FrameCount(Int64(target)))
            #expect(reader.position == FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 1_500)
            let expected = whole.part(from: target, count: 1_500)
            #expect(part.count == expected.count, "at \(target) of \(whole.count)")
            #expect(part.difference(from: expected) <= tolerance, "at \(target) of \(whole.count)")
        }
        try reader.seek(to: FrameCount(Int64(whole.count) + 5))
        #expect(reader.position == FrameCount(Int64(whole.count)))
        #expect(try Sound(reading: &reader, atMost: 10).count == 0)
    }
}
