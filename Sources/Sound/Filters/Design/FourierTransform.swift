import Glibc

/// A Fourier transform of a power of two of complex numbers, in double precision. Used only when a preset is made: it is short rather
/// than fast.
struct FourierTransform {
    /// How many numbers.
    let count: Int
    /// cos and −sin of each part of the circle.
    private let turns: [(real: Double, imaginary: Double)]

    /// `count` must be a power of two, at least 2.
    init(count: Int) {
        self.count = count
        turns = (0..<count / 2).map { place in
            let angle = 2 * Double.pi * Double(place) / Double(count)
            return (cos(angle), -sin(angle))
        }
    }

    /// Transforms in place, forwards and without a factor.
    func forward(_ real: inout [Double], _ imaginary: inout [Double]) {
        sort(&real, &imaginary)
        var half = 1
        while half < count {
            let stride = count / 2 / half
            var start = 0
            while start < count {
                for place in 0..<half {
                    let turn = turns[place * stride]
                    let (low, high) = (start + place, start + place + half)
                    let turnedReal = real[high] * turn.real - imaginary[high] * turn.imaginary
                    let turnedImaginary = real[high] * turn.imaginary + imaginary[high] * turn.real
                    (real[high], imaginary[high]) = (real[low] - turnedReal, imaginary[low] - turnedImaginary)
                    real[low] += turnedReal
                    imaginary[low] += turnedImaginary
                }
                start += 2 * half
            }
            half *= 2
        }
    }

    /// Transforms back in place, so that what was transformed forwards is there again.
    func backward(_ real: inout [Double], _ imaginary: inout [Double]) {
        forward(&imaginary, &real)
        for place in 0..<count {
            real[place] /= Double(count)
            imaginary[place] /= Double(count)
        }
    }

    /// Puts each number where its index, read backwards in bits, says.
    private func sort(_ real: inout [Double], _ imaginary: inout [Double]) {
        var mirrored = 0
        for place in 1..<count {
            var bit = count / 2
            while mirrored & bit != 0 {
                mirrored ^= bit
                bit /= 2
            }
            mirrored |= bit
            if place < mirrored {
                real.swapAt(place, mirrored)
                imaginary.swapAt(place, mirrored)
            }
        }
    }
}
