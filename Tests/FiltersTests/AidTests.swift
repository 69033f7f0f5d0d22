import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct AidTests {
    @Test
    func withoutAWishEverythingStays() throws {
        #expect(ListeningAids.none.isNeutral && ListeningAids.none.mixing(for: .stereo).isNeutral)
        let chain = try #require(FilterChain())
        #expect(chain.isNeutral && chain.cascades(for: .stereo, at: .cd).allSatisfy(\.isNeutral))
        #expect(try #require(FilterChain(preamp: .automatic)).cascades(for: .stereo, at: .cd).allSatisfy(\.isNeutral))
        #expect(ListeningAids(balance: 61) == nil && ListeningAids(delays: [101]) == nil && ListeningAids(balance: .nan) == nil)
        #expect(FilterChain(preamp: .decibels(.infinity)) == nil)
    }

    @Test
    func monoSwapAndBalanceAreMatrices() throws {
        let mono = try #require(ListeningAids(isMono: true))
        #expect(mono.mixing(for: .stereo).rows == [[0.5, 0.5], [0.5, 0.5]] && mono.mixing(for: .mono).isNeutral)
        #expect(mono.mixing(for: .stereo).largestGain == 1)
        let swap = try #require(ListeningAids(isSwapped: true))
        #expect(swap.mixing(for: .stereo).rows == [[0, 1], [1, 0]])
        let surround = try #require(ChannelLayout.standard(channelCount: 6))
        let swapped = swap.mixing(for: surround).rows
        #expect(swapped[2][2] == 1 && swapped[3][3] == 1 && swapped[4][5] == 1 && swapped[5][4] == 1 && swapped[0][1] == 1)
        let right = try #require(ListeningAids(balance: 6)).mixing(for: surround).rows
        #expect(abs(right[0][0] - pow(10, -0.3)) < 1e-12 && right[1][1] == 1 && right[2][2] == 1 && right[4][4] == right[0][0])
        #expect(try #require(ListeningAids(balance: -6)).mixing(for: .stereo).rows[0][0] == 1)
        #expect(try #require(ListeningAids(balance: -6)).mixing(for: .mono).isNeutral)
    }

    @Test
    func theOwnMatrixComesFirstAndOnlyWhereItFits() throws {
        let left = try #require(ChannelMatrix([[1, 0], [0, 0]]))
        let aids = try #require(ListeningAids(isSwapped: true, matrix: left))
        #expect(aids.mixing(for: .stereo).rows == [[0, 0], [1, 0]])
        #expect(aids.mixing(for: .mono).isNeutral)
        #expect(ChannelMatrix([[1, 0]]) == nil && ChannelMatrix([[5]]) == nil && ChannelMatrix([]) == nil)
    }

    @Test
    func delaysAreWholeFrames() throws {
        let aids = try #require(ListeningAids(delays: [0, 2.5]))
        #expect((0..<3).map { aids.delay(of: $0, at: .video) } == [0, 120, 0] && !aids.isNeutral)
    }

    @Test
    func lowVolumeHasMoreBassAndTrebleWithinBounds() throws {
        let shelves = try #require(LoudnessShelves(reference: -20, bass: 8, treble: 4))
        #expect(shelves.bands(volume: 0).isEmpty && shelves.bands(volume: -20).isEmpty && shelves.bands(volume: .nan).isEmpty)
        #expect(shelves.bands(volume: -30).map(\.gain) == [4, 2])
        for volume in [-40, -90, -Double.infinity] { #expect(shelves.bands(volume: volume).map(\.gain) == [8, 4]) }
        #expect(LoudnessShelves(reference: -20, bass: 11, treble: 0) == nil)
        let aids = try #require(ListeningAids(loudness: shelves))
        let chain = try #require(FilterChain(preamp: .automatic, aids: aids))
        #expect(!chain.isNeutral && chain.cascades(for: .stereo, at: .cd, volume: 0).allSatisfy(\.isNeutral))
        let quiet = chain.cascades(for: .stereo, at: .cd, volume: -60)[0]
        #expect(abs(quiet.peak(rate: .cd).decibels) < 0.01)
        #expect(quiet.response(at: 10, rate: .cd).decibels > quiet.response(at: 1_000, rate: .cd).decibels + 7.5)
    }

    @Test
    func theTwoSidesOfACrossoverAddUpToTheSameLevelEverywhere() throws {
        let crossover = try #require(Crossover(frequency: 80))
        let (low, high) = (Cascade(crossover.low, at: .video), Cascade(crossover.high, at: .video))
        for frequency in [20.0, 60, 80, 110, 500, 5_000, 20_000] {
            let (one, two) = (low.response(at: frequency, rate: .video), high.response(at: frequency, rate: .video))
            let sum = FrequencyResponse(real: one.real + two.real, imaginary: one.imaginary + two.imaginary)
            #expect(abs(sum.decibels) < 0.001, "\(frequency) Hz: \(sum.decibels)")
        }
        #expect(abs(low.response(at: 80, rate: .video).decibels + 6.0206) < 0.001)
        #expect(Crossover(frequency: 10) == nil)
    }

    @Test
    func theAutomaticLevelCountsTheLoudestChannelAndNotTheTextsOwn() throws {
        let text =
            "Preamp: -20 dB\nChannel: L\nFilter: ON PK Fc 1000 Hz Gain 6 dB Q 1\nChannel: R\nFilter: ON PK Fc 1000 Hz Gain -6 dB Q 1"
        let equalizer = try EqualizerReader(Array(text.utf8)).equalizer
        let automatic = try #require(FilterChain(preamp: .automatic, equalizer: equalizer)).cascades(for: .stereo, at: .cd)
        #expect(automatic.allSatisfy { abs($0.gain - pow(10, -6.0 / 20)) < 1e-6 })
        let own = try #require(FilterChain(preamp: .decibels(-1), equalizer: equalizer)).cascades(for: .stereo, at: .cd)
        #expect(own.allSatisfy { abs($0.gain - pow(10, -21.0 / 20)) < 1e-12 })
    }
}
