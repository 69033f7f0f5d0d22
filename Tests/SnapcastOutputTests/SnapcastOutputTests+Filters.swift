import AudioTypes
import Filters
import RealtimeAudio
import TestSupport
import Testing

@testable import SnapcastOutput

extension SnapcastOutputTests {
    func choices(_ text: String?, for name: String = FeedConfiguration.uid) -> OutputFilters {
        OutputFilters([name: text.map { OutputFilters.Choice.equalizer(OutputEqualizer(text: $0)) } ?? .off])
    }

    private var correction: String { "Filter 1: ON LSC Fc 105 Hz Gain 5.5 dB Q 0.7\nFilter 2: ON PK Fc 3000 Hz Gain -8 dB Q 3\n" }

    /// What the filters of a choice make of samples that are the same in both channels, in the format of the server.
    private func filtered(_ samples: [Float], _ text: String) throws -> [Int16] {
        let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)
        let read = try ReadFilters.of(.equalizer(OutputEqualizer(text: text)), for: format)
        let chain = CascadeChain(read.cascades)
        var samples = samples
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            chain.process(channel: 0, from: start, to: start, count: buffer.count)
        }
        return samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded(.toNearestOrEven)))) }
    }

    /// Sound in all frequencies, the same each time, quieter than full scale.
    func sound(_ count: Int) -> [Float] {
        var generator = SeededGenerator(seed: 5)
        return (0..<count).map { _ in Float.random(in: -0.2...0.2, using: &generator) }
    }

    func left(_ bytes: [UInt8]) -> [Int16] {
        let all = samples(bytes)
        return stride(from: 0, to: all.count, by: 2).map { all[$0] }
    }

    @Test("what the server gets is what the equaliser makes of the sound, from the first frame on, bit by bit")
    func filtersAreExact() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.setFilters(choices(correction))
        #expect(output.filterReport == nil)
        let played = sound(20_000)
        output.open(try renderer(played))
        output.setActive(true)
        let connection = try server.accept()
        let heard = left(connection.read(20_000 * 4))
        #expect(output.filterReport?.bands == 2 && output.filterReport?.rule == "snapcast")
        #expect(heard == (try filtered(played, correction)))
        output.shutDown()
    }

    @Test("what is chosen for others, and an equaliser that is off, leave every bit", arguments: ["alsa*", "snap*", "snapcast"])
    func filtersThatAreOff(name: String) async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.setFilters(choices(name == "alsa*" ? correction : nil, for: name))
        let played = sound(5_000)
        output.open(try renderer(played))
        output.setActive(true)
        let connection = try server.accept()
        #expect(left(connection.read(5_000 * 4)) == played.map { Int16(($0 * 32_768).rounded(.toNearestOrEven)) })
        #expect(output.filterReport?.bands == 0 && output.filterReport?.rule == (name == "alsa*" ? nil : name))
        output.shutDown()
    }

    @Test("another equaliser fades in while the rooms play, and is exact behind that")
    func filtersThatChange() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        let count = 60_000
        // A steady tone: a jump would be seen between two samples.
        let played = (0..<count).map { (frame: Int) -> Float in
            let place = frame % 480
            return Float(place < 240 ? place : 480 - place) / 960 - 0.125
        }
        output.open(try renderer(played))
        output.setActive(true)
        let connection = try server.accept()
        var heard = left(connection.read(4_800 * 4))
        let text = "Filter 1: ON PK Fc 100 Hz Gain 6 dB Q 0.7\n"
        output.setFilters(choices(text))
        heard += left(connection.read((count - 4_800) * 4))
        let steps = zip(heard, heard.dropFirst()).map { abs(Int($1) - Int($0)) }
        #expect(heard.count == count && (steps.max() ?? .max) < 60, "\(steps.max() ?? 0)")
        #expect(Array(heard.prefix(4_800)) == played.prefix(4_800).map { Int16(($0 * 32_768).rounded(.toNearestOrEven)) })
        let wanted = try filtered(played, text)
        let differences = zip(heard, wanted).suffix(4_800).map { abs(Int($0) - Int($1)) }
        #expect((differences.max() ?? .max) <= 1, "\(differences.max() ?? 0)")
        output.shutDown()
    }

    @Test("silence lets the filters come to rest, so that the next sound begins as the first one did")
    func filtersComeToRest() throws {
        let filters = feedFilters()
        filters.set(choices("Filter 1: ON PK Fc 50 Hz Gain 12 dB Q 5\n"))
        let format = try #require(PCMFormat("48000:16:2"))
        var sound = FeedSound(format, capacity: 4_800, filters: filters)
        let played = self.sound(4_800)
        var heard: [[Int16]] = []
        for _ in 0..<2 {
            #expect(filters.isReady(at: 0))
            sound.take(try renderer(played), 4_800, at: CycleTime(now: 0, delay: 0), gain: 1)
            heard.append(left(Array(unsafe sound.bytes(of: 4_800, from: 0))))
            for _ in 0..<20 {
                let isHeard = sound.makeRest(4_800, behind: nil, gain: 1)
                #expect(!isHeard)
                #expect(left(Array(unsafe sound.bytes(of: 4_800, from: 0))).allSatisfy { $0 == 0 })
            }
        }
        #expect(heard[0] == heard[1])
    }
}
