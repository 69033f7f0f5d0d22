import AudioTypes
import Glibc
import MediaTypes
import Testing

@testable import Media

@Suite("Monkey's Audio gives back the samples that went in")
struct MonkeysAudioTests {
    /// Samples that lead the encoder to each of its ways.
    enum Material: String, CaseIterable {
        case monoSilence, silence, mono, stereo, equalChannels, silenceBetween, noise, extremes

        /// Four blocks, the last a short one.
        private static let length = 33_217

        var planes: [[Int16]] {
            var random = LinearCongruentialGenerator(state: 42)
            func plane(_ sample: (Int) -> Int) -> [Int16] { (0..<Self.length).map { Int16(sample($0)) } }
            func tone(_ step: Double) -> [Int16] {
                plane { Int(9_000 * sin(Double($0) * step)) + Int.random(in: -400...400, using: &random) }
            }
            let silence = plane { _ in 0 }
            switch self {
            case .monoSilence: return [silence]
            case .silence: return [silence, silence]
            case .mono: return [tone(0.05)]
            case .stereo: return [tone(0.05), tone(0.08)]
            case .equalChannels: return Array(repeating: tone(0.05), count: 2)
            case .silenceBetween: return [0.05, 0.08].map { zip(tone($0), 0...).map { (8_000..<21_000) ~= $1 ? 0 : $0 } }
            case .noise: return (0..<2).map { _ in plane { _ in Int.random(in: -32_768...32_767, using: &random) } }
            case .extremes: return (0..<2).map { _ in plane { _ in Bool.random(using: &random) ? 32_767 : -32_768 } }
            }
        }

        /// A file of the samples, and the samples as readers give them. `user` keeps the files of tests apart that run side by side.
        func make(for user: String) -> (path: String, sound: Sound) {
            let planes = planes
            let path = Workbench.write(MonkeysAudio.bytes(rate: 44_100, planes: planes), as: "\(user)-\(rawValue).ape")
            return (path, Sound(planes: planes.map { $0.map { Float($0) / 32_768 } }))
        }
    }

    @Test("every sample, as the ffmpeg program gives it too", arguments: Material.allCases)
    func matches(_ material: Material) throws {
        let (path, original) = material.make(for: "decoding")
        let checking = ["-err_detect", "crccheck+explode"]
        let reference = try Sound(reference: path, channels: original.planes.count, decoder: checking)
        #expect(reference.count == original.count)
        #expect(reference.difference(from: original) == 0)
        let sound = try Sound(of: path)
        #expect(sound.planes.count == original.planes.count)
        #expect(sound.count == original.count)
        #expect(sound.difference(from: original) == 0)
    }

    @Test("samples after a seek are those that went in", arguments: [Material.mono, .stereo, .silenceBetween])
    func landsExactly(_ material: Material) throws {
        let (path, whole) = material.make(for: "seeking")
        var reader = try AudioReader(MediaLocation(uri: path))
        for target in [9_999, 10_000, 0, 33_216, 20_001, 4_607, 30_000, 14_608] {
            try reader.seek(to: FrameCount(Int64(target)))
            #expect(reader.position == FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            let expected = whole.part(from: target, count: 2_000)
            #expect(part.count == expected.count, "at \(target)")
            #expect(part.difference(from: expected) == 0, "at \(target)")
        }
    }
}
