import AudioTypes
import MediaTypes
import Testing

@testable import Fingerprinting

@Suite("Fingerprinter")
struct FingerprinterTests {
    private func format(_ rate: Int, _ channels: Int = 1) throws -> StreamFormat {
        StreamFormat(
            sampleRate: try #require(SampleRate(hertz: rate)),
            channelLayout: try #require(ChannelLayout.standard(channelCount: channels)))
    }

    /// The fingerprint of samples of one channel.
    private func fingerprint(_ samples: [Float], rate: Int = 11_025) throws -> String {
        var fingerprinter = try Fingerprinter(try format(rate))
        var samples = samples
        try samples.withUnsafeMutableBufferPointer { buffer in
            guard var plane = buffer.baseAddress else { return }
            try withUnsafeMutablePointer(to: &plane) { pointer in
                try fingerprinter.add(Fingerprinter.Planes(start: pointer, count: 1), count: buffer.count)
            }
        }
        return try fingerprinter.finish()
    }

    @Test("samples that are no numbers count as silence, and those that are too loud as the loudest")
    func strange() throws {
        let sound = (0..<55_125).map { Float(($0 * 7_919) % 1_000) / 1_000 - 0.5 }
        let holes = sound.indices.map { $0 % 9_000 < 2_000 ? 0 : sound[$0] }
        let strange = sound.indices.map { $0 % 9_000 < 2_000 ? Float.nan : sound[$0] }
        #expect(try fingerprint(holes) == fingerprint(strange))
        let square = sound.map { $0 < 0 ? Float(-1) : Float(32_767) / 32_768 }
        let loud = sound.map { $0 < 0 ? -Float.infinity : .greatestFiniteMagnitude }
        #expect(try fingerprint(square) == fingerprint(loud))
    }

    @Test("without sound there is no fingerprint, and it is full after two minutes")
    func bounds() throws {
        let empty = #expect(throws: MediaError.self) { try fingerprint([]) }
        #expect(empty?.code == .corrupt)
        let slow = #expect(throws: MediaError.self) { _ = try Fingerprinter(try format(500)).isFull }
        #expect(slow?.code == .unsupported)
        var fingerprinter = try Fingerprinter(try format(8_000))
        var plane = [Float](repeating: 0.25, count: 8_000 * 121)
        let isFull = try plane.withUnsafeMutableBufferPointer { buffer in
            guard var start = buffer.baseAddress else { return (true, true) }
            return try withUnsafeMutablePointer(to: &start) { pointer in
                let planes = Fingerprinter.Planes(start: pointer, count: 1)
                try fingerprinter.add(planes, count: 8_000 * 119)
                let before = fingerprinter.isFull
                try fingerprinter.add(planes, count: 8_000 * 2)
                return (before, fingerprinter.isFull)
            }
        }
        #expect(isFull == (false, true))
    }
}
