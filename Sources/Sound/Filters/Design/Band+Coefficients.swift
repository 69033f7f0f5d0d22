package import AudioTypes
import Glibc

extension Band {
    /// The filter of this band at a sample rate, by the Audio EQ Cookbook. A band at or above half the rate does to what lies below it
    /// what it does far below: most kinds nothing, a low shelf its whole gain, and a high pass and a band pass let nothing through. A shelf
    /// by its corner counts by its middle.
    package func coefficients(at rate: SampleRate) -> BiquadCoefficients {
        let half = Double(rate.hertz) / 2
        guard !isNeutral else { return .neutral }
        let amplitude = pow(10, gain / 40)
        let center = center(amplitude)
        guard center < half else { return BiquadCoefficients(factor: farBelow) }
        let angle = Double.pi * min(max(center, 0.1), 0.999 * half) / half
        let alpha = sin(angle) / 2 / quality(angle, amplitude)
        let cosine = cos(angle)
        // 1 − cos and 1 + cos without the digits that the difference would lose at low frequencies.
        let (below, above) = (2 * pow(sin(angle / 2), 2), 2 * pow(cos(angle / 2), 2))
        switch kind {
        case .peak:
            return made(
                1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude, 1 + alpha / amplitude, -2 * cosine,
                1 - alpha / amplitude)
        case .lowPass: return made(below / 2, below, below / 2, 1 + alpha, -2 * cosine, 1 - alpha)
        case .highPass: return made(above / 2, -above, above / 2, 1 + alpha, -2 * cosine, 1 - alpha)
        case .bandPass: return made(alpha, 0, -alpha, 1 + alpha, -2 * cosine, 1 - alpha)
        case .notch: return made(1, -2 * cosine, 1, 1 + alpha, -2 * cosine, 1 - alpha)
        case .allPass: return made(1 - alpha, -2 * cosine, 1 + alpha, 1 + alpha, -2 * cosine, 1 - alpha)
        case .lowShelf, .highShelf:
            let root = 2 * amplitude.squareRoot() * alpha
            let (plus, minus) = (amplitude + 1, amplitude - 1)
            let sign: Double = kind == .lowShelf ? 1 : -1
            let (rest, sum) = (plus - sign * minus * cosine, plus + sign * minus * cosine)
            return made(
                amplitude * (rest + root), sign * 2 * amplitude * (minus - sign * plus * cosine), amplitude * (rest - root),
                sum + root, -sign * 2 * (minus + sign * plus * cosine), sum - root)
        }
    }

    /// By what factor the band changes what lies far below it.
    private var farBelow: Double {
        switch kind {
        case .highPass, .bandPass: 0
        case .lowShelf: pow(10, gain / 20)
        case .peak, .lowPass, .notch, .allPass, .highShelf: 1
        }
    }

    /// The middle of the slope, in hertz. A shelf that is named by its corner begins there, as with the DCX2496, which Room EQ Wizard and
    /// Equalizer APO follow: the steeper it is, the nearer the middle.
    private func center(_ amplitude: Double) -> Double {
        guard isCorner else { return frequency }
        let inverse: Double
        switch width {
        case .slope(let slope): inverse = 12 / slope
        case .quality(let quality): inverse = (1 / (quality * quality) - 2) / (amplitude + 1 / amplitude) + 1
        case .octaves: inverse = 1
        }
        let factor = pow(10, abs(gain) / 80 * inverse)
        return kind == .lowShelf ? frequency * factor : frequency / factor
    }

    private func quality(_ angle: Double, _ amplitude: Double) -> Double {
        switch width {
        case .quality(let quality): quality
        // A band that is an octave wide at half the rate would have no quality at all.
        case .octaves(let octaves): max(1e-3, 1 / (2 * sinh(min(300, log(2) / 2 * octaves * angle / sin(angle)))))
        case .slope(let slope): 1 / ((amplitude + 1 / amplitude) * (12 / slope - 1) + 2).squareRoot()
        }
    }

    private func made(_ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double) -> BiquadCoefficients {
        BiquadCoefficients(b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0)
    }
}
