import AudioTypes
import Filters
import Glibc

/// The part of `samples` that is a sine of `frequency` hertz, as a transform of Fourier has it.
func part(of samples: [Double], at frequency: Double, rate: SampleRate) -> FrequencyResponse {
    let angle = 2 * Double.pi * frequency / Double(rate.hertz)
    let (turnReal, turnImaginary) = (cos(angle), -sin(angle))
    var (real, imaginary) = (1.0, 0.0)
    var sum = (real: 0.0, imaginary: 0.0)
    for sample in samples {
        sum.real += sample * real
        sum.imaginary += sample * imaginary
        (real, imaginary) = (real * turnReal - imaginary * turnImaginary, real * turnImaginary + imaginary * turnReal)
    }
    return FrequencyResponse(real: sum.real, imaginary: sum.imaginary)
}

/// A sine of `count` samples.
func sine(_ frequency: Double, amplitude: Double, count: Int, rate: SampleRate) -> [Double] {
    (0..<count).map {
        amplitude * sin(2 * Double.pi * (frequency * Double($0) / Double(rate.hertz)).truncatingRemainder(dividingBy: 1))
    }
}

/// The same noise each time.
func noise(count: Int) -> [Float] {
    var generator = SeededGenerator(seed: 11)
    return (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &generator) }
}

/// What a chain makes of the samples of its first channel, in double precision.
func filtered(_ samples: [Double], _ chain: borrowing CascadeChain) -> [Double] {
    var samples = samples
    samples.withUnsafeMutableBufferPointer { buffer in
        if let start = buffer.baseAddress { chain.process(channel: 0, start, count: buffer.count) }
    }
    return samples
}

/// What a chain makes of the samples of one channel, in pieces of these lengths, again and again.
func filtered(_ samples: [Float], _ chain: borrowing CascadeChain, channel: Int = 0, pieces: [Int] = [1_024]) -> [Float] {
    var output = [Float](repeating: .nan, count: samples.count)
    samples.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            guard let from = input.baseAddress, let to = output.baseAddress else { return }
            var (place, turn) = (0, 0)
            while place < input.count {
                let length = min(pieces[turn % pieces.count], input.count - place)
                chain.process(channel: channel, from: from + place, to: to + place, count: length)
                place += length
                turn += 1
            }
        }
    }
    return output
}

/// A band that has to be one.
func band(
    _ kind: Band.Kind, _ frequency: Double, _ gain: Double = 0, _ width: Band.Width = .quality(0.7), isCorner: Bool = false
) throws -> Band {
    guard let band = Band(kind, frequency: frequency, gain: gain, width: width, isCorner: isCorner) else { throw NoBand() }
    return band
}

struct NoBand: Error {}

/// Ten bands as a headphone needs them.
func tenBands() throws -> [Band] {
    try [
        band(.lowShelf, 105, 5.5), band(.peak, 62, -3.1, .quality(0.9)), band(.peak, 180, -4.2, .quality(0.6)),
        band(.peak, 640, 2.1, .quality(1.2)), band(.peak, 1_350, -1.7, .quality(1.9)), band(.peak, 2_400, 3.3, .quality(2.4)),
        band(.peak, 4_100, -5.2, .quality(3.1)), band(.peak, 5_900, 4.8, .quality(4.5)), band(.peak, 8_300, -2.6, .quality(2)),
        band(.highShelf, 10_000, -3.5),
    ]
}

let rates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000].compactMap { SampleRate(hertz: $0) }
