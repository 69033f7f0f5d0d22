package import AudioTypes
import Glibc

/// One filter of second order, normalised to a₀ = 1: y = b₀x + b₁x₋₁ + b₂x₋₂ − a₁y₋₁ − a₂y₋₂. In double precision, because the poles
/// of a filter at 20 Hz lie so close to 1 that 24 bits miss them.
package struct BiquadCoefficients: Hashable, Sendable {
    /// Of the input: now, one and two frames ago.
    package let b0: Double, b1: Double, b2: Double
    /// Of the output, one and two frames ago.
    package let a1: Double, a2: Double

    /// What passes everything.
    package static let neutral = BiquadCoefficients(factor: 1)

    /// Takes coefficients as they are.
    @_noLocks
    package init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
        (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0, b1, b2, a1, a2)
    }

    /// What changes every frequency by the same factor.
    init(factor: Double) { self.init(b0: factor, b1: 0, b2: 0, a1: 0, a2: 0) }

    /// Whether samples pass unchanged.
    package var isNeutral: Bool { self == .neutral }

    /// Whether both poles lie within the circle of unity, so that what comes in dies away.
    package var isStable: Bool {
        [b0, b1, b2, a1, a2].allSatisfy(\.isFinite) && abs(a2) < 1 && abs(a1) < 1 + a2
    }

    /// Whether it rings nearly as `other` does, so that it can go on with what that one remembers. For low frequencies and narrow bands the
    /// numbers are close together whatever they do; these two, the distances of the poles from 1 and from the circle, are not.
    @_noLocks
    func resonates(as other: BiquadCoefficients) -> Bool {
        let (pitch, otherPitch) = (1 + a1 + a2, 1 + other.a1 + other.a2)
        let (damping, otherDamping) = (1 - a2, 1 - other.a2)
        return abs(pitch - otherPitch) <= 0.1 * pitch && abs(damping - otherDamping) <= 0.1 * damping
    }

    /// The response at `frequency` hertz.
    package func response(at frequency: Double, rate: SampleRate) -> FrequencyResponse {
        let angle = 2 * Double.pi * frequency / Double(rate.hertz)
        let (c1, s1, c2, s2) = (cos(angle), sin(angle), cos(2 * angle), sin(2 * angle))
        let (upReal, upImaginary) = (b0 + b1 * c1 + b2 * c2, -(b1 * s1 + b2 * s2))
        let (downReal, downImaginary) = (1 + a1 * c1 + a2 * c2, -(a1 * s1 + a2 * s2))
        let size = downReal * downReal + downImaginary * downImaginary
        return FrequencyResponse(
            real: (upReal * downReal + upImaginary * downImaginary) / size,
            imaginary: (upImaginary * downReal - upReal * downImaginary) / size)
    }
}

/// What a filter does to a sine of one frequency.
package struct FrequencyResponse: Hashable, Sendable {
    /// The part in phase.
    package var real: Double
    /// The part a quarter of a period ahead.
    package var imaginary: Double

    /// Makes a response.
    package init(real: Double, imaginary: Double) { (self.real, self.imaginary) = (real, imaginary) }

    /// What passes everything.
    package static let unity = FrequencyResponse(real: 1, imaginary: 0)

    /// By how much the sine becomes larger, as a factor.
    package var magnitude: Double { hypot(real, imaginary) }
    /// The same in decibels; −400 where nothing is left.
    package var decibels: Double { max(-400, 20 * log10(magnitude)) }
    /// By how much the sine is ahead, in radians from −π to π.
    package var phase: Double { atan2(imaginary, real) }

    /// Both, one after the other.
    package static func * (left: Self, right: Self) -> Self {
        Self(
            real: left.real * right.real - left.imaginary * right.imaginary,
            imaginary: left.real * right.imaginary + left.imaginary * right.real)
    }

    /// The same with another gain.
    package static func * (left: Self, factor: Double) -> Self {
        Self(real: left.real * factor, imaginary: left.imaginary * factor)
    }
}
