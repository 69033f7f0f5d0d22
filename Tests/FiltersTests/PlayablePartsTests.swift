import AudioTypes
import Testing

@testable import Filters

@Suite("Parts that cannot be run")
struct PlayablePartsTests {
    @Test("are left out each by itself, with the reason, and the others stay")
    func leftOut() {
        var parts = SoundParts()
        (parts.isMono, parts.isNight, parts.limiter) = (true, true, 3)
        (parts.balance, parts.delays, parts.matrix) = (-70, [200], [[9]])
        parts.crossfeed = .init(cutoff: 1, feed: 1)
        parts.loudness = .init(reference: 4)
        parts.crossover = .init(frequency: 5, sides: [.low])
        parts.impulse = "here.wav"
        let names = Set(parts.leaveOutUnplayable().map(\.part))
        #expect(names == ["limiter", "balance", "delays", "matrix", "crossfeed", "loudness", "crossover", "impulse"])
        var rest = SoundParts()
        (rest.isMono, rest.isNight) = (true, true)
        #expect(parts == rest && parts.leaveOutUnplayable().isEmpty)
    }
}
