import AudioTypes
import Filters
import Testing

@Suite
struct EqualizerTextTests {
    private func read(_ text: String) throws -> EqualizerReader { try EqualizerReader(Array(text.utf8)) }

    private func faults(_ text: String) -> [EqualizerFault] {
        do {
            _ = try read(text)
            return []
        } catch let error as EqualizerTextError {
            return error.faults
        } catch {
            return []
        }
    }

    @Test
    func aTextOfAutoEqIsReadWhole() throws {
        let reader = try read(
            """
            Preamp: -6.2 dB
            Filter 1: ON LSC Fc 105 Hz Gain 5.5 dB Q 0.70
            Filter 2: ON PK Fc 1350.5 Hz Gain -1.7 dB Q 1.92
            Filter 3: ON HSC Fc 10000 Hz Gain -3.0 dB Q 0.70
            """)
        #expect(reader.notes.isEmpty)
        let equalizer = reader.equalizer
        #expect(equalizer.preamp(channel: 0, of: .stereo) == -6.2)
        #expect(
            equalizer.bands(channel: 1, of: .stereo) == [
                try band(.lowShelf, 105, 5.5), try band(.peak, 1_350.5, -1.7, .quality(1.92)), try band(.highShelf, 10_000, -3),
            ])
    }

    @Test(
        "Every kind of filter that Equalizer APO names is understood",
        arguments: [
            ("PK Fc 50 Hz Gain -3 dB Q 2", Band.Kind.peak, 50.0, -3.0, Band.Width.quality(2), false),
            ("PEQ Fc 50 Hz Gain -3 dB BW Oct 1.2", .peak, 50, -3, .octaves(1.2), false),
            ("Modal Fc 40.5 Hz Gain -10 dB Q 8 T60 target 300 ms", .peak, 40.5, -10, .quality(8), false),
            ("LP Fc 8000 Hz", .lowPass, 8_000, 0, .quality(0.5.squareRoot()), false),
            ("LPQ Fc 8000 Hz Q 0.9", .lowPass, 8_000, 0, .quality(0.9), false),
            ("HP Fc 30 Hz", .highPass, 30, 0, .quality(0.5.squareRoot()), false),
            ("HPQ Fc 30 Hz Q 1.1", .highPass, 30, 0, .quality(1.1), false),
            ("BP Fc 1000 Hz", .bandPass, 1_000, 0, .quality(0.5.squareRoot()), false),
            ("NO Fc 50 Hz", .notch, 50, 0, .quality(30), false),
            ("AP Fc 900 Hz Q 0.707", .allPass, 900, 0, .quality(0.707), false),
            ("LS Fc 300 Hz Gain 5 dB", .lowShelf, 300, 5, .slope(10.8), false),
            ("LS 6dB Fc 300 Hz Gain 5 dB", .lowShelf, 300, 5, .slope(6), true),
            ("LS 12 dB Fc 300 Hz Gain 5 dB", .lowShelf, 300, 5, .slope(12), true),
            ("LS Fc 300 Hz Gain 5 dB Q 0.6", .lowShelf, 300, 5, .quality(0.6), true),
            ("HS 6dB Fc 3 kHz Gain 5 dB", .highShelf, 3_000, 5, .slope(6), true),
            ("LSC 13.5e-1 dB Fc 300 Hz Gain 5 dB", .lowShelf, 300, 5, .slope(1.35), false),
            ("HSC Fc 300 Hz Gain 5 dB Q 0.6", .highShelf, 300, 5, .quality(0.6), false),
            ("pk fc50hz gain-3db q2", .peak, 50, -3, .quality(2), false),
            ("PK       Fc   63,0 Hz  Gain  -5,0 dB  Q  5,00", .peak, 63, -5, .quality(5), false),
            ("PK Fc 1.000 Hz Gain 1.000 dB Q 1.000", .peak, 1_000, 1, .quality(1), false),
            ("PK Fc 1,250 Hz Gain 1 dB Q 1", .peak, 1_250, 1, .quality(1), false),
            ("PK Fc 1\u{A0}250,5 Hz Gain 1 dB Q 1", .peak, 1_250.5, 1, .quality(1), false),
            ("PK Fc 10.250,5 Hz Gain 1 dB Q 1", .peak, 10_250.5, 1, .quality(1), false),
            ("PK Fc 0.125 Hz Gain 1 dB Q 1", .peak, 0.125, 1, .quality(1), false),
        ])
    func everyKindIsUnderstood(
        text: String, kind: Band.Kind, frequency: Double, gain: Double, width: Band.Width, isCorner: Bool
    ) throws {
        let reader = try read("Filter: ON \(text)")
        #expect(reader.equalizer.steps == [Equalizer.Step(.band(try band(kind, frequency, gain, width, isCorner: isCorner)))])
        let again = try read(reader.equalizer.description)
        #expect(again.equalizer == reader.equalizer && again.notes.isEmpty, "\(reader.equalizer)")
    }

    @Test
    func aFrequencyWithThreeDecimalsIsNotWrittenAsThousands() throws {
        let step = Equalizer.Step(.band(try band(.peak, 63.125, 1)))
        let equalizer = try #require(Equalizer([step, Equalizer.Step(.preamp(-1.125))]))
        #expect(equalizer.description == "Filter 1: ON PK Fc 63.1250 Hz Gain 1 dB Q 0.7\nPreamp: -1.125 dB\n")
        #expect(try read(equalizer.description).equalizer == equalizer)
    }

    @Test
    func whatIsOffAndWhatIsACommentChangesNothing() throws {
        let reader = try read("# Preamp: 3 dB\n\nFilter 1: OFF PK Fc 1 Hz\nFilter 2: ON None\nFilter  3: OFF None\n  \t\n")
        #expect(reader.equalizer == .flat && reader.notes.isEmpty && reader.equalizer.isNeutral)
    }

    @Test
    func theExportOfRoomEQWizardIsReadWithItsHeading() throws {
        let reader = try read(
            "Filter Settings file\r\n\r\nRoom EQ V5.31\r\nDated: 3. Mai 2024 20:15:00\r\n\r\nNotes:Wohnzimmer\r\n\r\n"
                + "Equaliser: Generic\r\nAverage 1\r\nFilter  1: ON  PK       Fc   63,0 Hz  Gain  -5,0 dB  Q  5,00\r\n"
                + "Filter  2: ON  PK       Fc   1.125 Hz  Gain  -2,50 dB  Q  1,41\r\nFilter  3: ON  None   \r\n")
        #expect(reader.notes.isEmpty, "\(reader.notes)")
        #expect(
            reader.equalizer.bands(channel: 0, of: .mono) == [
                try band(.peak, 63, -5, .quality(5)), try band(.peak, 1_125, -2.5, .quality(1.41)),
            ])
    }

    @Test
    func channelsHaveTheirLines() throws {
        let equalizer = try read(
            "Preamp: -1 dB\nChannel: L\nPreamp: -2 dB\nChannel: R 3\nFilter: ON PK Fc 50 Hz Gain 1 dB Q 1\nChannel: all\n"
                + "Filter: ON PK Fc 60 Hz Gain 1 dB Q 1"
        ).equalizer
        let layout = try #require(ChannelLayout.standard(channelCount: 6))
        #expect((0..<4).map { equalizer.preamp(channel: $0, of: layout) } == [-3, -1, -1, -1])
        #expect((0..<4).map { equalizer.bands(channel: $0, of: layout).count } == [1, 2, 2, 1])
        #expect(equalizer.preamp(channel: 0, of: .mono) == -3)
        #expect(try read(equalizer.description).equalizer == equalizer)
        #expect(equalizer.description.contains("Channel: R 3\n"))
    }

    @Test
    func aCurveIsReadAndWritten() throws {
        let equalizer = try read("GraphicEQ: 20 -1.5; 21.5 -1,4; 1000 0; 20000 3").equalizer
        let curve = try #require(equalizer.curves(channel: 0, of: .stereo).first)
        #expect(curve.points.count == 4 && curve.points[1] == GraphicCurve.Point(frequency: 21.5, gain: -1.4))
        #expect(equalizer.description == "GraphicEQ: 20 -1.5;21.5 -1.4;1000 0;20000 3\n")
        #expect(try read(equalizer.description).equalizer == equalizer)
    }

    @Test
    func utf16WithItsMarkAndUTF8WithItsAreRead() throws {
        let text = "Preamp: -6 dB\r\nFilter 1: ON PK Fc 100 Hz Gain 1 dB Q 1\r\n"
        let wanted = try read(text).equalizer
        #expect(wanted.steps.count == 2)
        let units = Array(text.utf16)
        let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big, [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
            #expect(try EqualizerReader(bytes).equalizer == wanted)
        }
        for bytes in [Array(little.dropFirst(2)), little + [0]] {
            #expect(throws: EqualizerTextError.self) { try EqualizerReader(bytes) }
        }
    }

    @Test
    func twentyFilesAreTheSameAfterTheyWereWrittenAndRead() throws {
        for seed in 1...20 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var text = "Preamp: \(-Double(Int.random(in: 0...120, using: &generator)) / 10) dB\n"
            for number in 1...Int.random(in: 5...20, using: &generator) {
                let kind = number == 1 ? "LSC" : number == 2 ? "HSC" : "PK"
                let frequency = Int.random(in: 20...19_999, using: &generator)
                let gain = Double(Int.random(in: -150...150, using: &generator)) / 10
                let quality = Double(Int.random(in: 18...1_000, using: &generator)) / 100
                text += "Filter \(number): ON \(kind) Fc \(frequency) Hz Gain \(gain) dB Q \(quality)\n"
            }
            let reader = try read(text)
            #expect(reader.notes.isEmpty && reader.equalizer.bandCount == text.split(separator: "\n").count - 1)
            #expect(try read(reader.equalizer.description).equalizer == reader.equalizer)
            let chain = try #require(FilterChain(preamp: .automatic, equalizer: reader.equalizer))
            for cascade in chain.cascades(for: .stereo, at: .cd) { #expect(cascade.peak(rate: .cd).decibels < 0.001) }
        }
    }

    @Test
    func everyBrokenLineIsNamedWithItsPlace() {
        let found = faults(
            """
            Preamp: loud
            Preamp: 41 dB
            Filter 1: MAYBE PK Fc 1 Hz
            Filter 2: ON XX Fc 100 Hz Gain 1 dB Q 1
            Filter 3: ON PK Gain 1 dB Q 1
            Filter 4: ON PK Fc 100 Hz Q 1
            Filter 5: ON PK Fc 100 Hz Gain 1 dB
            Filter 6: ON PK Fc 100 Hz Gain 99 dB Q 1
            Filter 7: ON PK Fc 0 Hz Gain 1 dB Q 1
            Filter 8: ON PK Fc 100 Hz Gain 1 dB Q 1000
            Filter 9: ON PK 6 dB Fc 100 Hz Gain 1 dB Q 1
            Filter 10: ON LS 40 dB Fc 100 Hz Gain 1 dB
            Filter 11: ON PK Fc 100 Hz Fc 200 Hz Gain 1 dB Q 1
            Filter 12: ON PK Fc 1.2.3 Hz Gain 1 dB Q 1
            Filter 13: ON PK Fc 100 Hz Gain 1 dB Q 1 really
            Channel: nowhere
            Channel: 65
            Channel:
            GraphicEQ: 20 1; 10 2
            GraphicEQ: 20 1 30 2
            GraphicEQ:
            GraphicEQ: 20
            Include: other.txt
            If: 1
            Eval: x = 1
            Copy: L=R
            Device: Speakers
            Filter 14: ON
            """)
        #expect(found.map(\.line) == Array(1...28))
        #expect(
            found.map(\.column) == [
                9, 9, 11, 14, 14, 14, 14, 32, 20, 39, 17, 18, 28, 21, 42, 10, 10, 9, 18, 17, 11, 14, 1, 1, 1, 1, 9, 14,
            ])
        #expect(found.allSatisfy { $0.sentence.hasSuffix(".") })
        #expect(found.first?.description == "line 1, column 9: Here has to be a level in dB.")
    }

    @Test
    func whatIsUnknownIsLeftOutWithANote() throws {
        let reader = try read("Fliter 1: ON PK\nhello\nStage: pre-mix\nDevice: all\nPreamp: -1 dB")
        #expect(reader.notes.map(\.line) == [1, 2, 3] && reader.equalizer.steps.count == 1)
    }

    @Test
    func textsWithoutAnEndAreRefused() {
        let line = "Filter: ON PK Fc 100 Hz Gain 1 dB Q 1\n"
        #expect(faults(String(repeating: line, count: 64)).isEmpty)
        #expect(faults(String(repeating: line, count: 65)).map(\.line) == [65])
        #expect(faults(String(repeating: "x: y\n", count: 20_000)).map(\.line) == [1])
        #expect(faults(String(repeating: " ", count: 40_000)).map(\.column) == [32_769])
        #expect(faults(String(repeating: "Preamp\u{301}: 1\nPreamp: \n", count: 1_000)).count == EqualizerTextError.limit)
        let points = (1...1_025).map { "\($0) 1" }.joined(separator: ";")
        #expect(faults("GraphicEQ: \(points)").count == 1)
        #expect(faults("Preamp: \(String(repeating: "1", count: 5_000)) dB").count == 1)
    }
}
