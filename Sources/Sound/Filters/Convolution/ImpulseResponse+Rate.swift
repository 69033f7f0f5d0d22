package import AudioTypes
import Glibc

extension ImpulseResponse {
    /// How many zeros of the sine each side of the resampling filter has. With the window below, what is 3 % of the lower rate above its
    /// half is 120 dB down.
    static let zeros = 128
    /// The form of the window of Kaiser: −120 dB.
    private static let form = 12.3

    /// The same impulse response at another sample rate, as loud at every frequency that both have: a sample is worth as much of a second as the
    /// rates differ. With one more thing: sound comes ``latency`` frames later, 3 ms where the lower rate is 44.1 or 48 kHz, because the filter
    /// reaches as far ahead.
    ///
    /// Its end is cut where nothing louder than −140 dB against its loudest sample follows. At most ``ImpulseBounds/resampledFrames`` come of the
    /// frames there are, and as many as the filter reaches besides. This takes up to some seconds.
    package func resampled(to other: SampleRate) throws(ImpulseError) -> ImpulseResponse {
        if other == rate { return self }
        guard Self.rates.contains(Int(other.hertz)) else { throw .soundRate(other) }
        let step = Double(rate.hertz) / Double(other.hertz)
        // As a part of the own rate.
        let cutoff = min(1, 1 / step) * (1 - 4.0 / Double(Self.zeros))
        let reach = Double(Self.zeros) / cutoff
        let lead = Int((reach / step).rounded(.up))
        let own = Int((Double(length) / step).rounded(.up))
        guard own <= ImpulseBounds.resampledFrames else { throw .tooLongResampled(frames: length, rate, sound: other) }
        let count = own + 2 * lead + 1
        let window = Window()
        let turn = (sine: sin(Double.pi * cutoff), cosine: cos(Double.pi * cutoff))
        var made = channels.map { _ in [Double](repeating: 0, count: count) }
        // For each frame, which one from there on is the first that is not silent: nothing comes of silence, so nothing is computed for it.
        var sounding = [Int](repeating: length, count: length + 1)
        for frame in (0..<length).reversed() {
            sounding[frame] = channels.contains { $0[frame] != 0 } ? frame : sounding[frame + 1]
        }
        for frame in 0..<count {
            let place = Double(frame - lead) * step
            let first = max(0, Int((place - reach).rounded(.up)))
            let last = min(length - 1, Int((place + reach).rounded(.down)))
            if first > last || sounding[first] > last { continue }
            // The sine of each tap is that of the one before, turned: a tenth of the work.
            let angle = Double.pi * cutoff * (place - Double(first))
            var (sine, cosine) = (sin(angle), cos(angle))
            for tap in first...last {
                let distance = place - Double(tap)
                let angle = Double.pi * cutoff * distance
                let wave = abs(angle) < 1e-9 ? 1 : sine / angle
                (sine, cosine) = (sine * turn.cosine - cosine * turn.sine, cosine * turn.cosine + sine * turn.sine)
                let factor = step * cutoff * wave * window[abs(distance) / reach]
                for channel in made.indices { made[channel][frame] += factor * channels[channel][tap] }
            }
        }
        let loudest = made.reduce(0) { $1.reduce($0) { max($0, abs($1)) } }
        let end = made.reduce(0) { max($0, ($1.lastIndex { abs($0) > 1e-7 * loudest } ?? -1) + 1) }
        guard end > 0 else { throw .silent }
        return ImpulseResponse(resampled: made.map { Array($0.prefix(end)) }, rate: other, latency: latency + lead)
    }

    /// The window of Kaiser, from its middle (0) to its end (1).
    private struct Window {
        private let values: [Double]
        private static let steps = 16_384

        init() {
            let whole = Self.bessel(form)
            values = (0...Self.steps + 1).map { step in
                let place = Double(step) / Double(Self.steps)
                return place > 1 ? 0 : Self.bessel(form * (1 - place * place).squareRoot()) / whole
            }
        }

        /// Between two values, a straight line: what is missing then is below −160 dB.
        subscript(_ place: Double) -> Double {
            let step = place * Double(Self.steps)
            let index = min(Self.steps, Int(step))
            let part = step - Double(index)
            return values[index] + (values[index + 1] - values[index]) * part
        }

        /// The modified function of Bessel of the first kind and order 0.
        private static func bessel(_ x: Double) -> Double {
            var (sum, term, order) = (1.0, 1.0, 1.0)
            while term > 1e-17 * sum {
                term *= x / 2 / order * x / 2 / order
                sum += term
                order += 1
            }
            return sum
        }
    }
}
