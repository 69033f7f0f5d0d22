package import AudioTypes
import CFFmpeg
import Glibc

/// Measures how strong a sound is in each of ``bandCount`` bands, which are equally wide to the ear: from 20 Hz to 20 kHz, or to half of
/// the rate. All channels count as their mean. One thread at a time.
///
/// It is a Fourier transform of libavutil over the newest 2,048 frames under a Hann window. Bands below 100 Hz are narrower than its steps
/// and share them.
@safe package struct Spectrum: ~Copyable {
    package static let bandCount = 32
    private static let length = 2_048
    private static let (lowest, highest) = (20.0, 20_000.0)
    /// By how much the window widens the peak of a sine: the sum of its steps is that much more than the sine.
    private static let widening = 1.5

    private var context: OpaquePointer?
    private let transform: av_tx_fn
    private let input: UnsafeMutableBufferPointer<AVComplexFloat>
    private let output: UnsafeMutableBufferPointer<AVComplexFloat>
    private let window: [Float]
    /// The steps of the transform that each band consists of.
    private let bands: [Range<Int>]
    /// The newest frames, of which the oldest stands at `next`.
    private var newest: [Float]
    private var next = 0

    /// `nil` if memory is short.
    package init?(sampleRate: SampleRate) {
        var context: OpaquePointer?
        var transform: av_tx_fn?
        var scale: Float = 1
        let status = unsafe av_tx_init(
            &context, &transform, AV_TX_FLOAT_FFT, 0, Int32(Self.length), &scale,
            // Otherwise the samples would have to stand where vectors may begin.
            UInt64(AV_TX_UNALIGNED.rawValue))
        guard status >= 0, let transform = unsafe transform else { return nil }
        unsafe self.context = unsafe context
        unsafe self.transform = unsafe transform
        unsafe input = .allocate(capacity: Self.length)
        unsafe output = .allocate(capacity: Self.length)
        unsafe input.initialize(repeating: AVComplexFloat(re: 0, im: 0))
        unsafe output.initialize(repeating: AVComplexFloat(re: 0, im: 0))
        window = (0..<Self.length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(Self.length))) }
        newest = Array(repeating: 0, count: Self.length)
        let step = Double(sampleRate.hertz) / Double(Self.length)
        let top = min(Self.highest, Double(sampleRate.hertz) / 2)
        let edges = (0...Self.bandCount).map { Self.lowest * pow(top / Self.lowest, Double($0) / Double(Self.bandCount)) / step }
        bands = (0..<Self.bandCount).map { band in
            let first = min(Self.length / 2, max(1, Int(edges[band].rounded())))
            return first..<max(first + 1, min(Self.length / 2, Int(edges[band + 1].rounded())))
        }
    }

    deinit {
        var context = unsafe context
        unsafe av_tx_uninit(&context)
        unsafe input.deallocate()
        unsafe output.deallocate()
    }

    /// Takes in `count` frames of `planes` from index `start` on.
    package mutating func add(_ planes: AudioReader.Planes, from start: Int, count: Int) {
        let share = 1 / Float(max(1, planes.count))
        for frame in start..<(start + count) {
            var sum: Float = 0
            for channel in planes.indices { sum += unsafe planes[channel][frame] }
            newest[next] = sum * share
            next = (next + 1) % Self.length
        }
    }

    /// The level of each band in the newest frames, in decibels below a sine at full scale; -120 for silence.
    package mutating func levels() -> [Double] {
        for index in 0..<Self.length {
            unsafe input[index] = AVComplexFloat(re: newest[(next + index) % Self.length] * window[index], im: 0)
        }
        unsafe transform(
            context, UnsafeMutableRawPointer(output.baseAddress), UnsafeMutableRawPointer(input.baseAddress),
            MemoryLayout<AVComplexFloat>.stride)
        // A sine at full scale has half of the sum of the window in its step, on either side.
        let scale = 4 / Double(Self.length)
        return bands.map { steps in
            var power = 0.0
            for step in steps {
                let value = unsafe output[step]
                power += (Double(value.re * value.re) + Double(value.im * value.im)) * scale * scale
            }
            return max(-120, 10 * log10(max(power / Self.widening, 1e-12)))
        }
    }
}
