import AudioTypes
import Filters
import Glibc

/// Headphones that do not exist, and the texts that AutoEq writes for such: the same correction as bands, as a fixed number of bands and
/// as a curve.
struct InventedHeadphones {
    /// The kinds of texts.
    enum Form: CaseIterable {
        /// `ParametricEQ.txt`, which Equalizer APO, Peace and EasyEffects read.
        case parametric
        /// The same from the page of AutoEq on the web, with more digits.
        case downloaded
        /// The same for SoundSource, where shelves are called `LS` and `HS`.
        case soundSource
        /// `FixedBandEQ.txt` with ten bands, an octave apart.
        case tenBands
        /// The same with 31, a third of an octave apart.
        case thirdsOfOctaves
        /// `GraphicEQ.txt`, which Wavelet reads, too; no end of a line behind it.
        case graphic
    }

    /// The bands: a shelf on both sides, and eight peaks.
    let bands: [Band]
    /// The level of the curve, whose highest point is at −0.2 dB.
    let curveLevel: Double
    private let cascade: Cascade

    /// The same headphones for the same number.
    init(number: Int) throws {
        var generator = SeededGenerator(seed: UInt64(number) &* 0x9E37)
        let gain = { (range: ClosedRange<Int>, generator: inout SeededGenerator) in
            Double(Int.random(in: range, using: &generator)) / 10
        }
        var bands = [try band(.lowShelf, 105, gain(-60...90, &generator))]
        for octave in 0..<8 {
            // One in each octave from 30 Hz on, none of them too narrow for 127 points.
            let lowest = 30 << octave
            let frequency = Double(Int.random(in: lowest...(2 * lowest - 1), using: &generator))
            let quality = Double(Int.random(in: 50...250, using: &generator)) / 100
            bands.append(try band(.peak, frequency, gain(-70...60, &generator), .quality(quality)))
        }
        bands.append(try band(.highShelf, 10_000, gain(-80...40, &generator)))
        self.bands = bands
        let cascade = Cascade(bands, at: .video)
        self.cascade = cascade
        curveLevel = -0.2 - (Self.frequencies.map { cascade.response(at: $0, rate: .video).decibels }.max() ?? 0)
    }

    /// The gain in decibels at a frequency, without the level before it.
    func gain(at frequency: Double) -> Double { cascade.response(at: frequency, rate: .video).decibels }

    /// The level before the bands: as much lower as they raise anything.
    var preamp: Double { -peak(of: bands) }

    /// The frequencies of a curve.
    static let frequencies = (0..<127).map { (20 * pow(1.0563, Double($0))).rounded(.down) }

    /// The text of a form.
    func text(_ form: Form) -> String {
        switch form {
        case .parametric: text(of: bands, preamp: tenths(preamp), shelves: "SC") { "\(Int($0))" }
        case .downloaded: text(of: bands, preamp: hundredths(preamp), shelves: "SC") { tenths($0) }
        case .soundSource: text(of: bands, preamp: hundredths(preamp), shelves: "S") { tenths($0) }
        case .tenBands, .thirdsOfOctaves:
            text(of: fixed(form), preamp: tenths(-peak(of: fixed(form))), shelves: "") { "\(Int($0))" }
        case .graphic:
            "GraphicEQ: "
                + Self.frequencies.map { "\(Int($0)) \(tenths(gain(at: $0) + curveLevel))" }.joined(separator: "; ")
        }
    }

    /// The bands of a form, as its text says them.
    func bands(_ form: Form) throws -> [Band] {
        switch form {
        case .parametric, .downloaded: bands
        case .soundSource:
            try bands.map { try band($0.kind, $0.frequency, $0.gain, $0.width, isCorner: $0.kind.isShelf) }
        case .tenBands, .thirdsOfOctaves: fixed(form)
        case .graphic: []
        }
    }

    /// Bands whose frequencies are given, with the gains that there should be.
    private func fixed(_ form: Form) -> [Band] {
        let octaves: [Double] = [31, 62, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]
        let thirds: [Double] = [
            20, 25, 31, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1_000, 1_250, 1_600, 2_000, 2_500,
            3_150,
            4_000, 5_000, 6_300, 8_000, 10_000, 12_500, 16_000, 20_000,
        ]
        return (form == .tenBands ? octaves : thirds).compactMap {
            let gain = (gain(at: $0) * 10).rounded() / 10
            return Band(.peak, frequency: $0, gain: gain, width: .quality(form == .tenBands ? 1.41 : 4.32))
        }
    }

    private func text(of bands: [Band], preamp: String, shelves: String, _ frequency: (Double) -> String) -> String {
        var text = "Preamp: \(preamp) dB\n"
        for (index, band) in bands.enumerated() {
            let kind = band.kind == .peak ? "PK" : band.kind == .lowShelf ? "L\(shelves)" : "H\(shelves)"
            guard case .quality(let quality) = band.width else { continue }
            text += "Filter \(index + 1): ON \(kind) Fc \(frequency(band.frequency)) Hz Gain \(tenths(band.gain)) dB "
            text += "Q \(hundredths(quality))\n"
        }
        return text
    }

    private func peak(of bands: [Band]) -> Double { max(0, Cascade(bands, at: .video).peak(rate: .video, bands: bands).decibels) }
}

/// A number with one digit behind the point.
private func tenths(_ number: Double) -> String { "\(((number * 10).rounded() + 0) / 10)" }

/// A number with two digits behind the point.
private func hundredths(_ number: Double) -> String {
    let text = "\((number * 100).rounded() / 100)"
    return text.dropLast(2).hasSuffix(".") ? text : text + "0"
}
