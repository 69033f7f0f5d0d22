import AudioTypes
import Media
import MediaTypes
import PlayerModel
import Testing

@testable import Decoding

/// Samples of one channel as a source.
private final class Samples: MediaSource {
    let description: SourceDescription
    private let samples: [Float]
    private var position = 0
    /// How many frames were read so far.
    var given: Int { position }
    var decodeErrorCount: Int { 0 }

    init(_ samples: [Float]) {
        self.samples = samples
        description = SourceDescription(
            format: StreamFormat(sampleRate: .cd, channelLayout: .mono), codec: "test", bitsPerSample: 16,
            duration: Double(samples.count) / 44_100, durationIsEstimate: false, isSeekable: true, tags: [:], hasPicture: false)
    }

    func convert(to format: StreamFormat) {}

    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) { position = min(Int(frame.value), samples.count) }

    func read(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int) -> Int {
        let count = min(capacity, samples.count - position)
        for index in 0..<count { unsafe planes[0][index] = samples[position + index] }
        position += count
        return count
    }
}

@Suite("Silences that are left out")
struct SilenceSkippingTests {
    private static let kept = 22_050

    /// A burst of so many frames, none of which is quiet; or noise below −60 dBFS.
    private func burst(_ count: Int, from first: Int = 0) -> [Float] {
        (0..<count).map { frame -> Float in 0.3 + Float((first + frame) % 997) / 2_000 }
    }
    private func noise(_ count: Int) -> [Float] {
        (0..<count).map { frame -> Float in Float(frame * 7_919 % 2_001 - 1_000) / 1_100_000 }
    }

    private func read(_ samples: [Float], _ mode: SilenceSkipping, from start: Int64 = 0, piece: Int = 1_000) throws -> (
        sound: [Float], cuts: [SilenceCut]
    ) {
        let source = SilenceSkippingSource(Samples(samples), try #require(SilenceRule(mode)))
        try source.seek(to: FrameCount(start)) { true }
        return try Self.read(source, piece: piece)
    }

    private static func read(_ source: SilenceSkippingSource, piece: Int) throws -> (sound: [Float], cuts: [SilenceCut]) {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: piece)
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
        defer {
            unsafe memory.deallocate()
            unsafe planes.deallocate()
        }
        unsafe planes.initialize(to: memory)
        var sound: [Float] = []
        var cuts: [SilenceCut] = []
        while true {
            let count = unsafe try source.read(into: planes, capacity: piece)
            cuts += source.takeSilenceCuts()
            if count == 0, source.isWaiting { continue }
            if count == 0 { return (sound, cuts) }
            for index in 0..<count { sound.append(unsafe memory[index]) }
        }
    }

    @Test("a long one becomes half a second, and all that sounds stays to the frame", arguments: [1, 333, 1_000, 8_192])
    func long(piece: Int) throws {
        let (first, second, silence) = (burst(10_000), burst(20_000, from: 5), noise(200_000))
        let (sound, cuts) = try read(first + silence + second, .mild, piece: piece)
        #expect(sound.count == 52_050)
        let before = first + Array(silence.prefix(11_025))
        let behind = Array(silence.suffix(10_584)) + second
        #expect(Array(sound.prefix(21_025)) == before)
        #expect(Array(sound.suffix(30_584)) == behind)
        // Over the fade, it is between the two, and no louder than either.
        #expect(sound[21_025..<21_466].allSatisfy { abs($0) <= 0.001 })
        #expect(cuts == [SilenceCut(frame: 21_025, skipped: 177_950)])
    }

    @Test("short ones stay, and so does what is louder than the rule")
    func short() throws {
        let samples = burst(5_000) + noise(66_000) + burst(5_000)
        #expect(try read(samples, .mild).sound == samples)
        let hum = burst(5_000) + noise(100_000).map { $0 * 4 } + burst(5_000)
        #expect(try read(hum, .mild).sound == hum)
        #expect(try read(hum, .strong).sound.count == 32_050)
    }

    @Test("a long one does not keep the worker: each read looks at a second or two of it, and says that more comes")
    func bounded() throws {
        let samples = Samples(burst(1_000) + noise(2_000_000) + burst(1_000))
        let source = SilenceSkippingSource(samples, try #require(SilenceRule(.mild)))
        try source.seek(to: .zero) { true }
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 1_000)
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
        defer {
            unsafe memory.deallocate()
            unsafe planes.deallocate()
        }
        unsafe planes.initialize(to: memory)
        var (last, waits) = (0, 0)
        while true {
            let count = unsafe try source.read(into: planes, capacity: 1_000)
            #expect(samples.given - last <= 70_000)
            last = samples.given
            if count == 0, source.isWaiting { waits += 1 } else if count == 0 { break }
        }
        #expect(waits >= 20 && !source.isWaiting)
    }

    @Test("frames of the media have their numbers among those that are left, also once those before them are forgotten")
    func numbers() {
        var removed = RemovedFrames()
        removed.add(100..<150)
        removed.add(150..<200)
        removed.add(300..<350)
        let places: [Int64] = [0, 99, 100, 150, 200, 250, 300, 325, 350, 400]
        let expected: [Int64] = [0, 99, 100, 100, 100, 150, 200, 200, 200, 250]
        #expect(places.map(removed.place) == expected)
        removed.forget(before: 250)
        #expect(places.suffix(5).map(removed.place) == expected.suffix(5))
        removed.forget(before: 325)
        #expect(removed.place(of: 325) == 200 && removed.place(of: 1_000) == 850)
    }

    @Test("only what is behind a frame counts, also where a silence begins before it")
    func from() throws {
        let samples = burst(1_000) + noise(200_000) + burst(1_000) + noise(200_000) + burst(1_000)
        var rule = try #require(SilenceRule(.mild))
        rule.from = 250_000
        let source = SilenceSkippingSource(Samples(samples), rule)
        try source.seek(to: .zero) { true }
        let (sound, cuts) = try Self.read(source, piece: 1_000)
        // 152,000 frames of the second silence are behind it.
        #expect(sound.count == samples.count - 129_950 && cuts.map(\.frame) == [261_025])
        #expect(Array(sound.prefix(261_025)) == Array(samples.prefix(261_025)))
    }

    @Test("each counts, and the cuts say how many frames were left out so far, from a seek on")
    func several() throws {
        var samples: [Float] = []
        for _ in 0..<4 { samples += burst(3_000) + noise(50_000) }
        samples += burst(3_000)
        let (sound, cuts) = try read(samples, .strong)
        #expect(sound.count == 103_200)
        let skipped: [Int64] = [27_950, 55_900, 83_850, 111_800]
        let frames: [Int64] = [14_025, 39_075, 64_125, 89_175]
        #expect(cuts.map(\.skipped) == skipped && cuts.map(\.frame) == frames)
        // In the middle of the third silence: 40,000 frames of it are left.
        let start: Int64 = 119_000
        let later = try read(samples, .strong, from: start)
        let left: [Int64] = [17_950, 45_900]
        #expect(later.cuts.map(\.skipped) == left && later.cuts.first?.frame == start + 11_025)
    }

    @Test("at the beginning and the end as well, and a silence alone has half a second")
    func edges() throws {
        let samples = noise(100_000) + burst(4_000) + noise(150_000)
        let (sound, cuts) = try read(samples, .mild)
        let skipped: [Int64] = [77_950, 205_900]
        #expect(sound.count == 48_100 && cuts.map(\.skipped) == skipped)
        #expect(Array(sound[Self.kept..<Self.kept + 4_000]) == burst(4_000))
        #expect(try read(noise(1_000_000), .mild).sound.count == Self.kept)
    }
}
