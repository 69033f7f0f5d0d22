package import AudioTypes
import Glibc

/// What one channel goes through: a gain, then one filter after the other.
package struct Cascade: Hashable, Sendable {
    /// A factor, before the first filter.
    package var gain: Double
    /// The filters, without those that pass everything.
    package private(set) var sections: [BiquadCoefficients]

    /// Makes a cascade; filters that pass everything are left out.
    package init(gain: Double = 1, _ sections: [BiquadCoefficients] = []) {
        self.gain = gain
        self.sections = sections.filter { !$0.isNeutral }
    }

    /// Makes a cascade of bands at a sample rate.
    package init(decibels: Double = 0, _ bands: [Band], at rate: SampleRate) {
        self.init(gain: decibels == 0 ? 1 : pow(10, decibels / 20), bands.map { $0.coefficients(at: rate) })
    }

    /// Whether samples pass unchanged.
    package var isNeutral: Bool { gain == 1 && sections.isEmpty }

    /// The response at `frequency` hertz.
    package func response(at frequency: Double, rate: SampleRate) -> FrequencyResponse {
        sections.reduce(.unity * gain) { $0 * $1.response(at: frequency, rate: rate) }
    }

    /// The frequency at which a sine becomes largest, in hertz, and its gain there in decibels. Sought from 1 Hz to half the rate, 96
    /// times an octave and at the frequencies of the bands, and then between the neighbours of the largest.
    package func peak(rate: SampleRate, bands: [Band] = []) -> (frequency: Double, decibels: Double) {
        let half = Double(rate.hertz) / 2
        // Half of the lowest rate is below 1 Hz.
        let count = max(0, Int(96 * log2(half)))
        var grid = (0..<count).map { pow(2, Double($0) / 96) } + [half] + bands.map(\.frequency).filter { $0 < half }
        grid.sort()
        let levels = grid.map { response(at: $0, rate: rate).magnitude }
        guard let top = levels.indices.max(by: { levels[$0] < levels[$1] }) else { return (0, 0) }
        var (low, high) = (grid[max(0, top - 1)], grid[min(grid.count - 1, top + 1)])
        let ratio = (5.0.squareRoot() - 1) / 2
        for _ in 0..<40 {
            let (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
            if response(at: left, rate: rate).magnitude > response(at: right, rate: rate).magnitude {
                high = right
            } else {
                low = left
            }
        }
        let middle = (low + high) / 2
        let found = response(at: middle, rate: rate)
        return found.magnitude > levels[top]
            ? (middle, found.decibels) : (grid[top], response(at: grid[top], rate: rate).decibels)
    }
}
