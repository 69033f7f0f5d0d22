import CFFmpeg
import Glibc
import MediaTypes

/// Replaces decoded frames with silence if they hold samples that no recording can mean: after damage, a decoder may produce
/// samples a hundred thousand times full scale, infinity, or NaN.
///
/// It replaces the whole frame, because codecs spread damage over all of it. The level fades from the last good sample to
/// silence, and the frame after the damage is faded in. Frames without damage stay as they are, bit for bit.
struct Concealment {
    /// How long each fade takes, in seconds: short, but without a click.
    private static let fadeSeconds = 0.003

    private let bound: SampleBound
    /// The last sample of each channel.
    private var newest: [Float] = []
    /// Whether the frame before was concealed.
    private var isAfterDamage = false

    init(bound: SampleBound) { self.bound = bound }

    /// Forgets the sound before, because the next frame is from another position.
    mutating func reset() {
        isAfterDamage = false
        newest.removeAll(keepingCapacity: true)
    }

    /// Checks a decoded frame, and conceals it if it is damaged; returns whether it was.
    mutating func conceal(_ frame: borrowing Frame, name: String) throws(MediaError) -> Bool {
        switch frame.sampleFormat {
        case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP: try conceal(frame, as: Float.self, name: name)
        case AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP: try conceal(frame, as: Double.self, name: name)
        // Integers cannot exceed their range.
        default: false
        }
    }

    @inline(__always)
    private mutating func conceal<Sample: BinaryFloatingPoint>(
        _ frame: borrowing Frame, as type: Sample.Type, name: String
    ) throws(MediaError) -> Bool {
        let largest = isAfterDamage ? bound.largestAfterDamage : bound.largest
        let isDamaged = !FrameSamples<Sample>(frame).stay(within: Sample(largest))
        if isDamaged || isAfterDamage {
            // The decoder may still use the buffer of a frame that it gave out.
            guard unsafe av_frame_make_writable(frame.pointer) >= 0 else { throw .outOfMemory(name) }
            let samples = FrameSamples<Sample>(frame)
            let fade = min(samples.count, max(1, Int(Double(frame.sampleRate) * Self.fadeSeconds)))
            for channel in 0..<samples.channelCount {
                if isDamaged {
                    samples.leadToSilence(channel, from: channel < newest.count ? newest[channel] : 0, over: fade)
                } else {
                    samples.fadeIn(channel, over: fade)
                }
            }
        }
        isAfterDamage = isDamaged
        FrameSamples<Sample>(frame).copyLast(to: &newest)
        return isDamaged
    }
}

/// The samples of a frame, with interleaved or planar channels. Valid as long as the frame is.
@safe private struct FrameSamples<Sample: BinaryFloatingPoint> {
    let count: Int
    let channelCount: Int
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    private let isPlanar: Bool

    init(_ frame: borrowing Frame) {
        unsafe planes = frame.pointer.pointee.extended_data
        count = frame.count
        channelCount = Int(frame.channelCount)
        isPlanar = av_sample_fmt_is_planar(frame.sampleFormat) != 0
    }

    /// A channel's first sample, and the distance from each of its samples to the next.
    private func samples(of channel: Int) -> (start: UnsafeMutablePointer<Sample>, stride: Int)? {
        guard let plane = unsafe planes[isPlanar ? channel : 0] else { return nil }
        let start = unsafe UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Sample.self)
        return unsafe isPlanar ? (start, 1) : (start + channel, channelCount)
    }

    /// Whether all samples are numbers from `-largest` to `largest`.
    @inline(__always) func stay(within largest: Sample) -> Bool {
        var outside: UInt32 = 0
        for plane in 0..<(isPlanar ? channelCount : 1) {
            guard let (start, _) = unsafe samples(of: plane) else { continue }
            for index in 0..<(isPlanar ? count : count * channelCount) {
                // No branch, so that the compiler can vectorise the loop. A NaN is not less than or equal to anything.
                outside |= unsafe start[index].magnitude <= largest ? 0 : 1
            }
        }
        return outside == 0
    }

    /// Replaces a channel by a fade from `level` to silence.
    func leadToSilence(_ channel: Int, from level: Float, over length: Int) {
        guard let (start, stride) = unsafe samples(of: channel) else { return }
        for index in 0..<count {
            unsafe start[index * stride] = index < length ? Sample(Double(level) * Self.gain(length - index - 1, of: length)) : 0
        }
    }

    /// Fades the beginning of a channel in.
    func fadeIn(_ channel: Int, over length: Int) {
        guard let (start, stride) = unsafe samples(of: channel) else { return }
        for index in 0..<length { unsafe start[index * stride] *= Sample(Self.gain(index, of: length)) }
    }

    func copyLast(to newest: inout [Float]) {
        newest.removeAll(keepingCapacity: true)
        guard count > 0 else { return }
        for channel in 0..<channelCount {
            newest.append(unsafe samples(of: channel).map { unsafe Float($0.start[(count - 1) * $0.stride]) } ?? 0)
        }
    }

    /// The square of a sine: flat at both ends.
    private static func gain(_ step: Int, of length: Int) -> Double {
        let sine = sin(Double.pi / 2 * Double(step + 1) / Double(length + 1))
        return sine * sine
    }
}
