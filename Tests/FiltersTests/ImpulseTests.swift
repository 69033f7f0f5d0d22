import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct ImpulseTests {
    @Test(arguments: [(1, 16), (1, 24), (1, 32), (1, 64), (3, 32), (3, 64)], [false, true])
    func everyKindOfSampleIsRead(kind: (tag: Int, bits: Int), isExtensible: Bool) throws {
        let frames = [[0.5, -0.25], [-1, 0.125], [0, 0.75]]
        let file = wave(frames, tag: kind.tag, bits: kind.bits, rate: 96_000, isExtensible: isExtensible)
        let response = try ImpulseResponse(file)
        #expect(response.rate.hertz == 96_000 && response.latency == 0)
        #expect(response.channels == [[0.5, -1, 0], [-0.25, 0.125, 0.75]])
    }

    @Test
    func zerosAtTheEndAreLeftOutAndOtherPartsOfTheFileToo() throws {
        #expect(try ImpulseResponse(wave([[1], [0.5]], silence: 300_000)).channels == [[1, 0.5]])
        // A part of odd length before, one of which the end is missing behind, and a size that nobody knew.
        let file = wave([[1], [0.5]])
        let odd = chunk("LIST", [1, 2, 3])
        #expect(try ImpulseResponse(Array(file[..<12]) + odd + file[12...]).length == 2)
        #expect(try ImpulseResponse(file + Array("LIST".utf8) + [255, 0, 0, 0, 1]).length == 2)
        var piped = file
        for place in 40..<44 { piped[place] = 255 }
        #expect(try ImpulseResponse(piped + [1, 2]).length == 2)
    }

    @Test
    func everyWrongFileHasASentenceOfItsOwn() throws {
        let good = wave([[1], [0.5]])
        func changed(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
            var file = good
            for (index, byte) in bytes.enumerated() { file[place + index] = byte }
            return file
        }
        let files: [([UInt8], ImpulseError)] = [
            ([], .notWave(nil)), (Array("RIFF".utf8), .notWave(nil)), (Array("fLaC and so on".utf8), .notWave("FLAC")),
            (Array("RIFF0000AVI ".utf8), .notWave(nil)),
            (Array(good.dropLast()), .damaged("it ends before what it announces")),
            (Array(good[..<36]), .damaged("it has no samples")),
            (Array(good[..<12] + good[36...]), .damaged("it does not say what its samples are")),
            (changed(20, [2, 0]), .unknownSamples("of the kind 2")), (changed(34, [8, 0]), .unknownSamples("floats of 8 bits")),
            (wave([[0.5]], tag: 1, bits: 8), .unknownSamples("integers of 8 bits")),
            (wave([[0, 0, 0]]), .channels(3)), (changed(22, [0, 0]), .channels(0)), (changed(24, [0, 0, 0, 0]), .rate(0)),
            (changed(24, [255, 255, 255, 255]), .rate(4_294_967_295)),
            (changed(32, [5, 0]), .damaged("its frames have a size that its samples do not give")),
            (wave([[0, 0], [0, 0]]), .silent), (wave([]), .silent), (wave([[0], [.nan]]), .sample(1)),
            (wave([[1], [-101]]), .sample(1)),
            (wave([[1]], before: 262_144), .tooLong(frames: 262_145, .video)),
            (wave([[1]], silence: 1_048_576), .tooLong(frames: 1_048_577, .video)),
            ([UInt8](repeating: 0, count: (64 << 20) + 1), .tooLarge),
        ]
        var sentences: Set<String> = []
        for (file, wanted) in files {
            #expect(throws: wanted) { try ImpulseResponse(file) }
            #expect(wanted.description.hasSuffix(".") && wanted.description.utf8.count < 200)
            sentences.insert(wanted.description)
        }
        #expect(sentences.count >= 17 && ImpulseError.code == "invalid_impulse")
        // Cut anywhere, a file is refused or read, and never more than that.
        for end in good.indices { _ = try? ImpulseResponse(Array(good[..<end])) }
    }

    @Test
    func channelsBecomeWays() throws {
        func convolution(_ channels: Int, _ layout: ChannelLayout) throws -> Convolution {
            let response = try ImpulseResponse(rate: .cd, channels: (1...channels).map { [Double($0)] })
            return try response.convolution(for: layout)
        }
        let six = try #require(ChannelLayout.standard(channelCount: 6))
        #expect(try convolution(1, six).paths.map(\.output) == Array(0..<6))
        #expect(try convolution(2, .stereo).paths.map { [$0.input, $0.output, $0.filter] } == [[0, 0, 0], [1, 1, 1]])
        #expect(
            try convolution(4, .stereo).paths.map { [$0.input, $0.output, $0.filter] }
                == [[0, 0, 0], [1, 0, 2], [0, 1, 1], [1, 1, 3]])
        #expect(try convolution(2, .mono).filters == [[1.5]] && convolution(4, .mono).filters == [[5]])
        for channels in [2, 4] {
            #expect(throws: ImpulseError.layout(channels: channels, sound: six)) { try convolution(channels, six) }
        }
    }

    @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (192_000, 44_100), (44_100, 96_000), (96_000, 48_000)])
    func atAnotherRateEveryFrequencyIsAsLoud(rates: (from: Int, to: Int)) throws {
        let from = try #require(SampleRate(hertz: rates.from))
        let to = try #require(SampleRate(hertz: rates.to))
        // Two echoes and a filter: far from level.
        var taps = [Double](repeating: 0, count: 900)
        for place in 0..<900 { taps[place] = 0.4 * pow(0.97, Double(place)) }
        taps[300] += 0.7
        taps[707] -= 0.3
        let response = try ImpulseResponse(rate: from, channels: [taps])
        let other = try response.resampled(to: to)
        #expect(other.rate == to && other.latency > 0 && other.length < 4_000)
        let top = 0.46 * Double(min(from, to).hertz)
        for frequency in stride(from: 0, through: top, by: top / 40) {
            let one = part(of: taps, at: frequency, rate: from)
            // The phase is that of the same sound, ``latency`` frames later.
            let late = 2 * Double.pi * frequency * Double(other.latency) / Double(to.hertz)
            let two =
                part(of: other.channels[0], at: frequency, rate: to) * FrequencyResponse(real: cos(late), imaginary: sin(late))
            let difference = hypot(one.real - two.real, one.imaginary - two.imaginary)
            #expect(difference < 2e-5, "\(frequency) Hz: \(difference)")
        }
        #expect(try response.resampled(to: from) == response)
    }

    @Test
    func aRoomOfOneAndAHalfSecondsIsResampledToAFourTimesHigherRate() throws {
        let high = try #require(SampleRate(hertz: 176_400))
        var room = [Double](repeating: 0, count: 66_150)
        (room[0], room[66_149]) = (0.5, 0.25)
        let other = try ImpulseResponse(rate: .cd, channels: [room]).resampled(to: high)
        #expect(other.length > ImpulseBounds.frames && other.length < 266_000)
        // A sample is worth a quarter there: the sums of both ends stay what they were.
        let sums = [0..<132_300, 132_300..<other.length].map { other.channels[0][$0].reduce(0, +) }
        #expect(abs(sums[0] - 0.5) < 1e-4 && abs(sums[1] - 0.25) < 1e-4, "\(sums)")
        #expect(other.channels[0][4 * 66_149 + other.latency] > 0.06)
        #expect(try other.convolution(for: .stereo).length == other.length)
    }

    @Test
    func theSentenceAboutAnotherRateNamesTheFramesOfTheFile() throws {
        let low = try #require(SampleRate(hertz: 8_000))
        let response = try ImpulseResponse(rate: low, channels: [[Double](repeating: 1, count: 262_144)])
        do throws(ImpulseError) {
            _ = try response.resampled(to: .video)
            Issue.record("not refused")
        } catch {
            let sentence = error.description
            #expect(sentence.contains("262144 frames at 8000 Hz") && sentence.contains("48000 Hz"), "\(sentence)")
            // As many as can be used in this file.
            #expect(sentence.contains("at most 87381"), "\(sentence)")
        }
    }

    @Test
    func theSoundIsToldFromTheFileWhereOnlyOneOfThemDoesNotFit() throws {
        let slow = try #require(SampleRate(hertz: 4_000))
        let stereo = try ImpulseResponse(rate: .video, channels: [[1], [1]])
        do throws(ImpulseError) {
            _ = try stereo.resampled(to: slow)
            Issue.record("not refused")
        } catch {
            #expect(error.description.contains("The sound") && error.description.contains("4000 Hz"), "\(error)")
        }
        let six = try #require(ChannelLayout.standard(channelCount: 6))
        do throws(ImpulseError) {
            _ = try stereo.convolution(for: six)
            Issue.record("not refused")
        } catch {
            #expect(error.description.contains("the sound has 6"), "\(error)")
        }
    }

    @Test
    func soManyFramesForSoManyChannelsThatTheirMemoryHasNoBoundAreRefused() throws {
        let eight = try #require(ChannelLayout.standard(channelCount: 8))
        let long = try ImpulseResponse(rate: .video, channels: [[Double](repeating: 0.1, count: 262_144)])
        #expect(try long.convolution(for: eight).paths.count == 8)
        let sixteen = try #require(ChannelLayout.standard(channelCount: 16))
        #expect(throws: ImpulseError.self) { try long.convolution(for: sixteen) }
        let filters = [[Double](repeating: 0.1, count: 262_144)]
        let paths = (0..<9).map { Convolution.Path(from: $0, to: $0, through: 0) }
        #expect(Convolution(filters: filters, paths: Array(paths.prefix(8))) != nil)
        #expect(Convolution(filters: filters, paths: paths) == nil)
    }

    @Test
    func aSizeThatAProgramWritesIntoAPipeIsNotBelieved() throws {
        var file = wave([[1], [0.5]])
        for size: [UInt8] in [[0, 0xf0, 0xff, 0x7f], [0xff, 0xff, 0xff, 0x7f], [0, 0, 0, 0x80], [0xff, 0xff, 0xff, 0xff]] {
            file.replaceSubrange(40..<44, with: size)
            #expect(try ImpulseResponse(file).channels == [[1, 0.5]], "\(size)")
        }
    }

    @Test
    func behindAShorterChannelThereIsSilence() throws {
        #expect(try ImpulseResponse(rate: .cd, channels: [[1], [0.5, 0.25]]).channels == [[1, 0], [0.5, 0.25]])
        #expect(try ImpulseResponse(rate: .cd, channels: [[0.5, 0.25], []]).channels == [[0.5, 0.25], [0, 0]])
    }

    @Test
    func whatWouldBecomeTooLongIsRefused() throws {
        let low = try #require(SampleRate(hertz: 8_000))
        let response = try ImpulseResponse(rate: low, channels: [[Double](repeating: 1, count: 262_144)])
        #expect(throws: ImpulseError.self) { try response.resampled(to: .video) }
        let lower = try #require(SampleRate(hertz: 7_999))
        #expect(throws: ImpulseError.rate(7_999)) { try ImpulseResponse(rate: lower, channels: [[1]]) }
    }

    @Test
    func aPatternNamesAFileForEachRate() throws {
        let pattern = try #require(ImpulsePattern("room-%r.wav"))
        #expect(pattern.hasRates && pattern.description == "room-%r.wav")
        let paths = pattern.candidates(for: .video)
        #expect(Array(paths.prefix(6)) == [48_000, 96_000, 192_000, 384_000, 768_000, 88_200].map { "room-\($0).wav" })
        #expect(paths.count == 10 && paths.last == "room-44100.wav")
        #expect(try pattern.candidates(for: #require(SampleRate(hertz: 50_000))).first == "room-50000.wav")
        let fixed = try #require(ImpulsePattern("100%% room.wav"))
        #expect(!fixed.hasRates && fixed.candidates(for: .cd) == ["100% room.wav"])
        for wrong in ["", "room-%", "room-%x", "a\0b", String(repeating: "a", count: 4_097)] {
            #expect(ImpulsePattern(wrong) == nil, "\(wrong.prefix(10))")
        }
    }

    private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(UInt64(bytes.count), 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }

    private func little(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// A file of these frames, with as many silent ones before and behind them.
    private func wave(
        _ frames: [[Double]], before: Int = 0, silence: Int = 0, tag: Int = 3, bits: Int = 32, rate: Int = 48_000,
        isExtensible: Bool = false
    ) -> [UInt8] {
        let channels = frames.first?.count ?? 1
        var format = little(UInt64(isExtensible ? 0xfffe : tag), 2) + little(UInt64(channels), 2) + little(UInt64(rate), 4)
        format += little(UInt64(rate * channels * bits / 8), 4) + little(UInt64(channels * bits / 8), 2) + little(UInt64(bits), 2)
        if isExtensible {
            format += little(22, 2) + little(UInt64(bits), 2) + little(0, 4) + little(UInt64(tag), 2)
            format += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
        }
        var data = [UInt8](repeating: 0, count: before * channels * bits / 8)
        for sample in frames.joined() {
            switch (tag, bits) {
            case (3, 32): data += little(UInt64(Float(sample).bitPattern), 4)
            case (3, _): data += little(sample.bitPattern, 8)
            default:
                let scaled = sample * pow(2, Double(bits - 1))
                let whole = scaled >= pow(2, 63) ? Int64.max : Int64(scaled)
                data += little(UInt64(bitPattern: whole), bits / 8)
            }
        }
        data += [UInt8](repeating: 0, count: silence * channels * bits / 8)
        let body = Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", data)
        return chunk("RIFF", body)
    }
}
