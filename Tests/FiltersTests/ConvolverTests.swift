import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct ConvolverTests {
    @Test(arguments: [1, 2, 127, 128, 129, 1_024, 1_025, 1_100, 8_191, 8_192, 8_193, 20_000])
    func aFilterOfAnyLengthIsTheDirectSum(length: Int) throws {
        let taps = fading(length, seed: 3)
        let convolution = try #require(Convolution(filters: [taps], paths: [.init(from: 0, to: 0, through: 0)]))
        let samples = noise(length + 14_000)
        let output = convolved([samples], convolution, pieces: [1_024])[0]
        // Around each beginning of a level, and then here and there.
        let places = Array(0..<300) + Array(stride(from: 300, to: samples.count, by: 97))
        #expect(worst(output, places) { direct(taps, samples, $0) } < -120)
    }

    @Test
    func aLongImpulseResponseIsTheDirectSum() throws {
        let taps = fading(65_536, seed: 4)
        let convolution = try #require(Convolution(filters: [taps], paths: [.init(from: 0, to: 0, through: 0)]))
        let samples = noise(75_000)
        let output = convolved([samples], convolution, pieces: [8_192])[0]
        #expect(worst(output, Array(stride(from: 8_000, to: samples.count, by: 2_003))) { direct(taps, samples, $0) } < -120)
    }

    @Test
    func theLastTapOfAllIsHeard() throws {
        // Two taps alone, one of them at the end of as many frames as an impulse response may have.
        var taps = [Double](repeating: 0, count: ImpulseBounds.frames)
        (taps[5_000], taps[taps.count - 1]) = (0.5, 0.25)
        let convolution = try #require(Convolution(filters: [taps], paths: [.init(from: 0, to: 0, through: 0)]))
        let samples = noise(3_000) + [Float](repeating: 0, count: taps.count + 1_000)
        let output = convolved([samples], convolution, pieces: [8_192])[0]
        let places = Array(stride(from: taps.count - 1, to: taps.count + 2_900, by: 7))
        #expect(worst(output, places) { 0.25 * Double(samples[$0 - taps.count + 1]) } < -120)
        #expect(output[(taps.count + 3_000)...].allSatisfy { abs($0) < 1e-6 })
    }

    @Test
    func callbacksOfEveryLengthGiveTheSameSamples() throws {
        let convolution = try #require(
            Convolution(filters: [fading(10_000, seed: 5)], paths: [.init(from: 0, to: 0, through: 0)]))
        let samples = noise(30_000)
        let whole = convolved([samples], convolution, pieces: [samples.count])
        #expect(convolved([samples], convolution, pieces: [1, 8_192, 63, 64, 65, 480, 17, 4_096, 3]) == whole)
    }

    @Test
    func trueStereoHasFourWays() throws {
        let filters = (0..<4).map { fading(3_000, seed: UInt64($0 + 10)) }
        let paths = (0..<4).map { Convolution.Path(from: $0 / 2, to: $0 % 2, through: $0) }
        let convolution = try #require(Convolution(filters: filters, paths: paths))
        let (left, right) = (noise(9_000, seed: 1), noise(9_000, seed: 2))
        let output = convolved([left, right], convolution, pieces: [777])
        let places = Array(stride(from: 0, to: 9_000, by: 53))
        #expect(worst(output[0], places) { direct(filters[0], left, $0) + direct(filters[2], right, $0) } < -120)
        #expect(worst(output[1], places) { direct(filters[1], left, $0) + direct(filters[3], right, $0) } < -120)
    }

    @Test
    func channelsWithoutAWayStayBitForBit() throws {
        let convolution = try #require(
            Convolution(
                filters: [fading(500, seed: 6), [1]],
                paths: [.init(from: 0, to: 0, through: 0), .init(from: 2, to: 2, through: 1)]))
        let planes = (0..<4).map { noise(3_000, seed: UInt64($0)) }
        let output = convolved(planes, convolution, pieces: [100])
        #expect(output[1] == planes[1] && output[3] == planes[3] && output[0] != planes[0])
        // A filter of a single 1 is no delay and no loss.
        #expect(output[2] == planes[2])
        #expect(convolved(planes, .none, pieces: [100]) == planes)
        // Without the third channel, its way is not there.
        #expect(convolved(Array(planes.prefix(2)), convolution, pieces: [100]) == Array(output.prefix(2)))
    }

    @Test
    func aSampleThatIsNoNumberCountsAsSilence() throws {
        let convolution = try #require(Convolution(filters: [fading(5_000, seed: 7)], paths: [.init(from: 0, to: 0, through: 0)]))
        var samples = noise(12_000)
        samples[100] = .nan
        samples[101] = .infinity
        samples[102] = -3e38
        let output = convolved([samples], convolution, pieces: [512])
        for place in 100...102 { samples[place] = 0 }
        #expect(output == convolved([samples], convolution, pieces: [512]))
        let loud = try #require(
            Convolution(filters: [[Double](repeating: 100, count: 2_000)], paths: [.init(from: 0, to: 0, through: 0)]))
        let bounded = convolved([[Float](repeating: 1e6, count: 6_000)], loud, pieces: [512])[0]
        #expect(bounded.allSatisfy { abs($0) <= 1e6 } && bounded[5_999] == 1e6)
    }

    @Test
    func silenceBehindTheLastTapIsExactAndTheNextSoundIsWhole() throws {
        let taps = fading(9_000, seed: 8)
        let convolution = try #require(Convolution(filters: [taps], paths: [.init(from: 0, to: 0, through: 0)]))
        let sound = noise(5_000)
        let silence = [Float](repeating: 0, count: 25_001)
        let output = convolved([sound + silence + sound + silence], convolution, pieces: [333])[0]
        let length = sound.count + silence.count
        #expect(output[(length - 3_000)..<length].allSatisfy { $0 == 0 })
        let again = Array(output[length...])
        #expect(worst(again, Array(stride(from: 0, to: 14_000, by: 37))) { direct(taps, sound + silence, $0) } < -120)
    }

    @Test
    func whatIsResetBeginsAnew() throws {
        let convolution = try #require(Convolution(filters: [fading(9_000, seed: 9)], paths: [.init(from: 0, to: 0, through: 0)]))
        let samples = noise(20_000)
        var convolver = Convolver(convolution)
        let first = convolved([samples], &convolver, pieces: [500])
        convolver.reset()
        #expect(convolved([samples], &convolver, pieces: [500]) == first)
    }

    @Test
    func whatCannotBeConvolvedIsRefused() {
        let path = Convolution.Path(from: 0, to: 0, through: 0)
        #expect(Convolution(filters: [[1]], paths: [path]) != nil)
        #expect(Convolution(filters: [[]], paths: [path]) == nil && Convolution(filters: [[.nan]], paths: [path]) == nil)
        #expect(Convolution(filters: [[101]], paths: [path]) == nil && Convolution(filters: [], paths: [path]) == nil)
        #expect(Convolution(filters: [[1]], paths: [path, path]) == nil)
        #expect(Convolution(filters: [[1]], paths: [.init(from: 0, to: 64, through: 0)]) == nil)
        #expect(Convolution(filters: [[1]], paths: [.init(from: -1, to: 0, through: 0)]) == nil)
        #expect(Convolution(filters: [[Double](repeating: 0, count: Convolution.tapLimit + 1)], paths: [path]) == nil)
    }

    /// The largest difference at these places against the largest sample of all, in decibels.
    private func worst(_ output: [Float], _ places: [Int], _ wanted: (Int) -> Double) -> Double {
        let largest = output.reduce(0) { max($0, abs(Double($1))) }
        let difference = places.filter { $0 < output.count }.reduce(0) { max($0, abs(Double(output[$1]) - wanted($1))) }
        return 20 * log10(max(difference, 1e-30) / largest)
    }

    private func direct(_ taps: [Double], _ samples: [Float], _ place: Int) -> Double {
        taps.withUnsafeBufferPointer { taps in
            samples.withUnsafeBufferPointer { samples in
                var sum = 0.0
                for tap in 0..<min(taps.count, place + 1) { sum += taps[tap] * Double(samples[place - tap]) }
                return sum
            }
        }
    }

    /// Noise that becomes 60 dB quieter, as in a room.
    private func fading(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map {
            Double.random(in: -1...1, using: &generator) * pow(10, -3 * Double($0) / Double(count))
        }
    }

    private func noise(_ count: Int, seed: UInt64 = 11) -> [Float] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &generator) }
    }
}

/// What a convolution makes of planes, in pieces of these lengths, again and again.
func convolved(_ planes: [[Float]], _ convolution: Convolution, pieces: [Int]) -> [[Float]] {
    var convolver = Convolver(convolution)
    return convolved(planes, &convolver, pieces: pieces)
}

/// The same with one that may have run before.
func convolved(_ planes: [[Float]], _ convolver: inout Convolver, pieces: [Int]) -> [[Float]] {
    inPieces(planes, pieces) { convolver.process($0, channelCount: planes.count, count: $1) }
}

/// Hands planes out in pieces of these lengths, again and again, and returns what has become of them.
func inPieces(
    _ planes: [[Float]], _ pieces: [Int], _ body: (UnsafePointer<UnsafeMutablePointer<Float>>, Int) -> Void
) -> [[Float]] {
    let count = planes.first?.count ?? 0
    let memory = planes.map { plane in
        let start = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count))
        start.initialize(from: plane, count: count)
        return start
    }
    defer { for start in memory { start.deallocate() } }
    var (place, turn) = (0, 0)
    while place < count {
        let length = min(pieces[turn % pieces.count], count - place)
        let starts = memory.map { $0 + place }
        starts.withUnsafeBufferPointer { if let base = $0.baseAddress { body(base, length) } }
        place += length
        turn += 1
    }
    return memory.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
}

/// A processor for one channel at 48 kHz that only runs a cascade.
func processor(of cascade: Cascade) -> ListeningProcessor {
    ListeningProcessor(ListeningKernel([cascade], for: .mono, at: .video))
}

extension ListeningFade {
    /// Goes on by `count` frames, at the end of which the fade may be over.
    mutating func processAll(
        _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, count: Int,
        leaving: borrowing ListeningProcessor,
        coming: borrowing ListeningProcessor
    ) {
        var done = 0
        while done < count {
            let parts = (0..<channelCount).map { planes[$0] + done }
            done += parts.withUnsafeBufferPointer { parts in
                guard let base = parts.baseAddress else { return count }
                if !isOver {
                    return process(base, channelCount: channelCount, count: count - done, leaving: leaving, coming: coming)
                }
                coming.process(base, channelCount: channelCount, count: count - done)
                return count - done
            }
        }
    }
}
