import AudioTypes
import Filters
import Glibc
import Testing

/// Texts as AutoEq writes them, of twenty headphones that do not exist.
@Suite
struct InventedHeadphonesTests {
    @Test(arguments: InventedHeadphones.Form.allCases)
    func eachTextOfTwentyHeadphonesIsReadWhole(form: InventedHeadphones.Form) throws {
        for number in 1...20 {
            let headphones = try InventedHeadphones(number: number)
            let reader = try EqualizerReader(Array(headphones.text(form).utf8))
            let equalizer = reader.equalizer
            let bands = try headphones.bands(form)
            #expect(reader.notes.isEmpty && equalizer.bands(channel: 1, of: .stereo) == bands, "\(number)")
            #expect(try EqualizerReader(Array(equalizer.description.utf8)).equalizer == equalizer, "\(number)")
            if form == .graphic {
                let curve = try #require(equalizer.curves(channel: 0, of: .stereo).first)
                #expect(curve.points.map(\.frequency) == InventedHeadphones.frequencies, "\(number)")
            } else {
                let said = equalizer.preamp(channel: 0, of: .stereo)
                let wanted = Cascade(bands, at: .video).peak(rate: .video).decibels
                #expect(form == .soundSource || abs(said + max(0, wanted)) < 0.06, "\(number): \(said), \(wanted)")
            }
        }
    }

    @Test
    func theCurveAndTheBandsOfTheSameHeadphonesSoundAlike() throws {
        for number in 1...20 {
            let headphones = try InventedHeadphones(number: number)
            let curve = try #require(
                EqualizerReader(Array(headphones.text(.graphic).utf8)).equalizer.curves(channel: 0, of: .stereo).first)
            let bands = try EqualizerReader(Array(headphones.text(.parametric).utf8)).equalizer.bands(channel: 0, of: .stereo)
            let cascade = Cascade(decibels: headphones.curveLevel, bands, at: .video)
            let taps = curve.taps(at: .video)
            for frequency in [60.0, 105, 217, 440, 997, 2_500, 5_100, 9_000, 14_000] {
                let (heard, wanted) = (
                    part(of: taps, at: frequency, rate: .video).decibels, cascade.response(at: frequency, rate: .video)
                )
                #expect(abs(heard - wanted.decibels) < 0.35, "\(number), \(frequency) Hz: \(heard), \(wanted.decibels)")
            }
        }
    }

    /// Something that is wrong in one line: what is put in place of what.
    struct Mistake: CustomTestStringConvertible {
        /// Where it can stand.
        let form: InventedHeadphones.Form
        /// The line must have this.
        let mark: String
        /// What is left out behind the mark, up to the next of these characters.
        let until: Character?
        /// What stands there instead.
        let wrong: String
        /// Where the fault is, counted from behind the mark.
        let offset: Int

        init(_ form: InventedHeadphones.Form, _ mark: String, until: Character? = nil, _ wrong: String, at offset: Int = 0) {
            (self.form, self.mark, self.until, self.wrong, self.offset) = (form, mark, until, wrong, offset)
        }

        var testDescription: String { "\(mark)\(wrong)" }

        /// Returns the line with the mistake and the column that has to be named; `nil` if it has no place there.
        func made(in line: Substring) -> (line: String, column: Int)? {
            guard let range = line.firstRange(of: mark) else { return nil }
            let head = String(line[..<range.upperBound])
            let rest = line[range.upperBound...]
            let tail = until.map { end in rest.drop { $0 != end } } ?? rest
            return (head + wrong + tail, head.count + 1 + offset)
        }
    }

    @Test(
        "A mistake in one line of any of twenty headphones is named with its line and column, and alone",
        arguments: [
            Mistake(.parametric, "Preamp: ", until: "d", ""),
            Mistake(.parametric, "Preamp: ", until: " ", "-6.2.1"),
            Mistake(.parametric, "Preamp: ", until: " ", "\u{2212}6.2"),
            Mistake(.parametric, " dB", "x", at: -2),
            Mistake(.downloaded, ": O", until: " ", "K", at: -1),
            Mistake(.parametric, "ON P", until: " ", "X", at: -1),
            Mistake(.soundSource, "ON LS", until: " ", "CC", at: -2),
            Mistake(.parametric, "Fc ", until: "H", ""),
            Mistake(.tenBands, "Fc ", until: " ", "0"),
            Mistake(.downloaded, "Hz ", until: " ", "Fc 90", at: 0),
            Mistake(.tenBands, "Hz ", until: " ", "Gain Gain", at: 5),
            Mistake(.thirdsOfOctaves, "Gain ", until: " ", "loud"),
            Mistake(.thirdsOfOctaves, "Gain ", until: " ", "-41.0"),
            Mistake(.downloaded, "Gain ", until: " ", "\u{2212}1.5"),
            Mistake(.parametric, "Hz ", until: " ", "", at: 1),
            Mistake(.parametric, "dB Q ", until: "\n", ""),
            Mistake(.soundSource, "dB Q ", until: "\n", "0.00"),
            Mistake(.tenBands, "Q 1.41", " Q 1.41", at: 1),
            Mistake(.tenBands, "Q 1.41", "Filter 7: ON PK Fc 31 Hz Gain 1.0 dB Q 1.41"),
            Mistake(.graphic, "; 151 ", until: ";", ""),
            Mistake(.graphic, "; 151 ", until: ";", "loud"),
            Mistake(.graphic, "; 151 ", until: ";", "-101.0"),
            Mistake(.graphic, "; 151 ", until: ";", "1.0 158", at: 4),
            Mistake(.graphic, "; 151 ", until: ";", "1.0; 149 1.0", at: 5),
            Mistake(.graphic, "; 151 ", until: ";", "1.0; l55 1.0", at: 5),
            Mistake(.graphic, "; 151 ", until: "\n", ""),
        ])
    func aMistakeIsNamedWithItsPlace(mistake: Mistake) throws {
        for number in 1...20 {
            var lines = try InventedHeadphones(number: number).text(mistake.form).split(separator: "\n")
            // Another line each time, of those in which it can be.
            let places = lines.indices.filter { mistake.made(in: lines[$0]) != nil }
            let place = places[number % places.count]
            let made = try #require(mistake.made(in: lines[place]))
            lines[place] = made.line[...]
            let error = #expect(throws: EqualizerTextError.self) {
                try EqualizerReader(Array(lines.joined(separator: "\n").utf8))
            }
            let fault = try #require(error?.faults.first)
            #expect(
                error?.faults.count == 1 && fault.line == place + 1 && fault.column == made.column,
                "\(number): \(made.line.prefix(80)): \(error?.faults ?? [])")
        }
    }

    @Test
    func ofManyMistakesInOneTextEachIsNamed() throws {
        for number in 1...20 {
            let lines = try InventedHeadphones(number: number).text(.parametric).split(separator: "\n")
            let mistake = Mistake(.parametric, "Gain ", until: " ", "loud")
            let made = lines.map { mistake.made(in: $0) ?? (line: String($0), column: 0) }
            let error = #expect(throws: EqualizerTextError.self) {
                try EqualizerReader(Array(made.map(\.line).joined(separator: "\r\n").utf8))
            }
            let found = error?.faults.map { [$0.line, $0.column] }
            #expect(found == made.indices.dropFirst().map { [$0 + 1, made[$0].column] }, "\(number)")
        }
    }
}
