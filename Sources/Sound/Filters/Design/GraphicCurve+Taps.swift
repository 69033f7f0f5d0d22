package import AudioTypes
import Glibc

extension GraphicCurve {
    /// The least and the most taps of a filter for a curve.
    package static let tapCounts = 64...65_536

    /// How many taps a curve needs at a sample rate so that its lowest points are still told apart: a power of two, 85 ms or more.
    package static func tapCount(at rate: SampleRate) -> Int {
        var count = tapCounts.lowerBound
        while count < tapCounts.upperBound, count * 1_000 < 85 * Int(rate.hertz) { count *= 2 }
        return count
    }

    /// The impulse response of the curve at a sample rate, with the least delay that these gains allow (minimum phase).
    ///
    /// By way of the real cepstrum: the logarithm of the magnitude, transformed back; folded onto its first half; transformed, and the
    /// exponential of it transformed back. The transform is eight times as long as the result, so that what wraps round is small.
    ///
    /// - Parameter count: the number of taps; it is brought into ``tapCounts``. ``tapCount(at:)`` without one.
    package func taps(at rate: SampleRate, count wanted: Int? = nil) -> [Double] {
        let count = min(max(wanted ?? Self.tapCount(at: rate), Self.tapCounts.lowerBound), Self.tapCounts.upperBound)
        var length = 2
        while length < 8 * count { length *= 2 }
        let transform = FourierTransform(count: length)
        let half = length / 2
        let factor = log(10.0) / 20
        var real = (0..<length).map { place in
            let frequency = Double(min(place, length - place)) * Double(rate.hertz) / Double(length)
            return gain(at: frequency) * factor
        }
        var imaginary = [Double](repeating: 0, count: length)
        transform.backward(&real, &imaginary)
        for place in 0..<length {
            imaginary[place] = 0
            if place > half { real[place] = 0 } else if place > 0, place < half { real[place] *= 2 }
        }
        transform.forward(&real, &imaginary)
        for place in 0..<length {
            let size = exp(real[place])
            (real[place], imaginary[place]) = (size * cos(imaginary[place]), size * sin(imaginary[place]))
        }
        transform.backward(&real, &imaginary)
        // The last quarter fades, so that the cut is no step.
        let tail = count / 4
        return (0..<count).map { place in
            let left = count - place
            return left >= tail ? real[place] : real[place] * (0.5 - 0.5 * cos(Double.pi * Double(left) / Double(tail)))
        }
    }

    /// The most by which the taps at a sample rate raise a sine, in decibels. Beside a steep part they reach more than the points of the
    /// curve, because they are not endless. Sought at eight frequencies for each tap.
    package func peak(at rate: SampleRate) -> Double {
        if points.allSatisfy({ $0.gain == points[0].gain }) { return points[0].gain }
        var real = taps(at: rate)
        real += [Double](repeating: 0, count: 7 * real.count)
        var imaginary = [Double](repeating: 0, count: real.count)
        FourierTransform(count: real.count).forward(&real, &imaginary)
        let largest = (0...real.count / 2).reduce(0) { max($0, hypot(real[$1], imaginary[$1])) }
        return 20 * log10(max(1e-20, largest))
    }
}
