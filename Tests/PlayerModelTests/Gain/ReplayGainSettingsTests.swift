import AudioTypes
import Glibc
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("What a track is played with by its loudness")
struct ReplayGainSettingsTests {
    static let both = ReplayGain(track: .init(decibels: -8, peak: 0.9), album: .init(decibels: -5, peak: 1))

    @Test("nothing where it is off, also where the rest is set")
    func off() {
        let settings = ReplayGainSettings(preampDecibels: 6, untaggedDecibels: -6)
        #expect(settings.gain(for: Self.both, by: .off, isWithinAlbum: true) == nil)
        #expect(settings.gain(for: ReplayGain(), by: .off, isWithinAlbum: false) == nil)
    }

    @Test(
        "each mode goes by its own loudness",
        arguments: [
            (ReplayGainMode.track, true, -8.0), (.track, false, -8), (.album, true, -5), (.album, false, -5),
            (.auto, true, -5), (.auto, false, -8),
        ])
    func modes(mode: ReplayGainMode, isWithinAlbum: Bool, expected: Double) {
        let gain = ReplayGainSettings().gain(for: Self.both, by: mode, isWithinAlbum: isWithinAlbum)
        #expect(gain?.decibels == expected)
        #expect(gain?.factor == Float(pow(10, expected / 20)))
    }

    @Test("where only one of the two is known, that one counts", arguments: [ReplayGainMode.track, .album, .auto])
    func oneOfTwo(mode: ReplayGainMode) {
        let settings = ReplayGainSettings()
        for isWithinAlbum in [true, false] {
            #expect(
                settings.gain(for: ReplayGain(track: .init(decibels: -3)), by: mode, isWithinAlbum: isWithinAlbum)?.decibels == -3
            )
            #expect(
                settings.gain(for: ReplayGain(album: .init(decibels: -2)), by: mode, isWithinAlbum: isWithinAlbum)?.decibels == -2
            )
        }
    }

    @Test("what was measured counts only where the media state nothing, by the same rules")
    func measured() {
        let settings = ReplayGainSettings(preampDecibels: 1, untaggedDecibels: -4)
        let stated = ReplayGain(track: .init(decibels: -3))
        for mode in [ReplayGainMode.track, .album] {
            let tagged = settings.gain(for: stated, measured: Self.both, by: mode, isWithinAlbum: false)
            #expect(tagged?.decibels == -2 && tagged?.origin == .tags)
            let known = settings.gain(for: ReplayGain(), measured: Self.both, by: mode, isWithinAlbum: false)
            #expect(known?.decibels == (mode == .track ? -7 : -4) && known?.origin == .measured)
            let nothing = settings.gain(for: ReplayGain(), by: mode, isWithinAlbum: false)
            #expect(nothing?.decibels == -4 && nothing?.origin == .unknown)
        }
        let loud = ReplayGain(track: .init(decibels: 10, peak: 1))
        let limited = settings.gain(for: ReplayGain(), measured: loud, by: .track, isWithinAlbum: false)
        #expect(limited?.factor == 1 && limited?.origin == .measured)
        #expect(settings.gain(for: ReplayGain(), measured: Self.both, by: .off, isWithinAlbum: true) == nil)
    }

    @Test("the pre-amplification is for what has a gain, the other number for what has none")
    func preamp() {
        let settings = ReplayGainSettings(preampDecibels: 3, untaggedDecibels: -4)
        #expect(settings.gain(for: Self.both, by: .track, isWithinAlbum: false)?.decibels == -5)
        #expect(settings.gain(for: ReplayGain(), by: .track, isWithinAlbum: false)?.decibels == -4)
    }

    @Test("a gain of nothing is a factor of exactly one")
    func unity() {
        let settings = ReplayGainSettings(preampDecibels: 8)
        #expect(settings.gain(for: Self.both, by: .track, isWithinAlbum: false)?.factor == 1)
        #expect(settings.gain(for: ReplayGain(), by: .track, isWithinAlbum: false)?.factor == 1)
    }

    @Test("no gain takes the largest sample past full scale, unless one wants that", arguments: [0.1, 0.5, 0.999, 1, 1.3])
    func clipping(peak: Double) throws {
        for decibels in [-20.0, -1, 0, 3, 20] {
            let media = ReplayGain(track: .init(decibels: decibels, peak: peak))
            let safe = try #require(ReplayGainSettings().gain(for: media, by: .track, isWithinAlbum: false))
            let free = try #require(
                ReplayGainSettings(preventsClipping: false).gain(for: media, by: .track, isWithinAlbum: false))
            #expect(free.decibels == decibels)
            if Double(free.factor) * peak <= 1 {
                #expect(safe == free)
            } else {
                #expect(abs(Double(safe.factor) * peak - 1) < 1e-6)
            }
        }
    }

    @Test("without a peak there is nothing to hold a gain back by")
    func unknownPeak() {
        let media = ReplayGain(track: .init(decibels: 12))
        #expect(ReplayGainSettings().gain(for: media, by: .track, isWithinAlbum: false)?.decibels == 12)
    }
}
