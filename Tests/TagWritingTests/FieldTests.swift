import MediaTypes
import Testing

@testable import TagWriting

@Suite("The texts of tags of loudness")
struct FieldTests {
    private func texts(_ fields: [GainField]) -> [String] { fields.map { "\($0.name)=\($0.value)" } }

    @Test("have two digits for gains and six for peaks, as ReplayGain 2.0 has them")
    func replayGain() {
        let gain = ReplayGain(track: .init(decibels: -0.049, peak: 1), album: .init(decibels: 3.4567, peak: 0.00000049))
        #expect(
            texts(GainField.replayGain(gain)) == [
                "REPLAYGAIN_TRACK_GAIN=-0.05 dB", "REPLAYGAIN_TRACK_PEAK=1.000000", "REPLAYGAIN_ALBUM_GAIN=3.46 dB",
                "REPLAYGAIN_ALBUM_PEAK=0.000000",
            ])
        #expect(
            texts(GainField.replayGain(ReplayGain(track: .init(decibels: 0.001)))) == ["REPLAYGAIN_TRACK_GAIN=0.00 dB"])
    }

    @Test("are steps of 1/256 dB to -23 LUFS in Opus, within what sixteen bits hold")
    func opus() {
        let gain = ReplayGain(track: .init(decibels: 5, peak: 1), album: .init(decibels: -1, peak: 1))
        #expect(texts(GainField.opus(gain)) == ["R128_TRACK_GAIN=0", "R128_ALBUM_GAIN=-1536"])
        let far = ReplayGain(track: .init(decibels: 500), album: .init(decibels: -500))
        #expect(texts(GainField.opus(far)) == ["R128_TRACK_GAIN=32767", "R128_ALBUM_GAIN=-32768"])
    }
}
