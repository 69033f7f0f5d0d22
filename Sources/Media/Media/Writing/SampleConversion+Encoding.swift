import CFFmpeg

// From floats to what is stored. A sample that was an integer of the stored depth becomes that integer again.
extension SampleConversion {
    /// The integer of 16 bits nearest to `sample`, where 1 is 2¹⁵; halves become even. Samples beyond full scale are clipped, and a
    /// NaN becomes 0.
    @inline(__always) static func integer16(_ sample: Float) -> Int16 {
        let scaled = clipped(sample, fullScale: 0x1p15)
        // A float of this size has no fraction, so that the addition rounds: in vectors, where a rounding function is called for
        // each sample on processors that are older than SSE 4.1.
        let sum = scaled + 0x1.8p23
        return Int16(truncatingIfNeeded: sum.bitPattern)
    }

    /// The same of 24 bits, where 1 is 2²³.
    @inline(__always) static func integer24(_ sample: Float) -> Int32 {
        let sum = Double(clipped(sample, fullScale: 0x1p23)) + 0x1.8p52
        return Int32(truncatingIfNeeded: Int64(bitPattern: sum.bitPattern))
    }

    /// The same of 32 bits, where 1 is 2³¹.
    @inline(__always) static func integer32(_ sample: Float) -> Int32 {
        let number = sample.isNaN ? 0 : Double(sample) * 0x1p31
        return Int32(min(max(number, -0x1p31), 0x1p31 - 1).rounded(.toNearestOrEven))
    }

    /// Scales a sample, and clips it so that it is in range when it is rounded. Without a branch, so that the loops become vectors.
    @inline(__always) private static func clipped(_ sample: Float, fullScale: Float) -> Float {
        let number = sample.isNaN ? 0 : sample * fullScale
        let atMost = number < fullScale - 1 ? number : fullScale - 1
        return atMost > -fullScale ? atMost : -fullScale
    }

    /// More than lossy codecs are made for: 24 dB above full scale. Some refuse infinite samples, and everything else with them.
    private static let mostForLossy: Float = 16

    /// Stores `count` frames of `planes`, from their index `start` on, in `frame` from `offset` on. The frame must have one of
    /// the formats that ``Encoder`` asks for, and enough room. Integers of 24 bits are in the upper bits of 32.
    static func store(
        _ planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>, from start: Int, count: Int,
        in frame: borrowing Frame, at offset: Int
    ) {
        guard let data = unsafe frame.pointer.pointee.extended_data else { return }
        if frame.sampleFormat == AV_SAMPLE_FMT_FLTP {
            for channel in 0..<planes.count {
                guard let plane = unsafe data[channel] else { continue }
                let output = unsafe UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Float.self) + offset
                unsafe scatter(planes[channel] + start, count, to: output, stride: 1, forLossy)
            }
            return
        }
        guard let plane = unsafe UnsafeMutableRawPointer(data[0]) else { return }
        let first = offset * planes.count
        switch frame.sampleFormat {
        case AV_SAMPLE_FMT_FLT:
            unsafe interleave(planes, from: start, count, to: plane.assumingMemoryBound(to: Float.self) + first) { $0 }
        case AV_SAMPLE_FMT_S16:
            unsafe interleave(planes, from: start, count, to: plane.assumingMemoryBound(to: Int16.self) + first, integer16)
        case AV_SAMPLE_FMT_S32:
            unsafe interleave(planes, from: start, count, to: plane.assumingMemoryBound(to: Int32.self) + first) {
                integer24($0) << 8
            }
        default: preconditionFailure("encoders are opened with formats that are stored here")
        }
    }

    @inline(__always) private static func forLossy(_ sample: Float) -> Float {
        let number = sample.isNaN ? 0 : sample
        let atMost = number < mostForLossy ? number : mostForLossy
        return atMost > -mostForLossy ? atMost : -mostForLossy
    }

    /// Stores `count` frames of `planes`, from their index `start` on, one frame behind the other.
    @inline(__always) static func interleave<Sample>(
        _ planes: AudioReader.Planes, from start: Int, _ count: Int, to output: UnsafeMutablePointer<Sample>,
        _ convert: (Float) -> Sample
    ) {
        let channels = planes.count
        if channels == 2 {
            // By far the most common; only both channels together become vectors.
            let (left, right) = unsafe (UnsafePointer(planes[0] + start), UnsafePointer(planes[1] + start))
            for index in 0..<count {
                unsafe output[index &* 2] = convert(unsafe left[index])
                unsafe output[index &* 2 &+ 1] = convert(unsafe right[index])
            }
            return
        }
        for channel in 0..<channels {
            unsafe scatter(planes[channel] + start, count, to: output + channel, stride: channels, convert)
        }
    }

    @inline(__always) private static func scatter<Sample>(
        _ input: UnsafePointer<Float>, _ count: Int, to output: UnsafeMutablePointer<Sample>, stride: Int,
        _ convert: (Float) -> Sample
    ) {
        for index in 0..<count { unsafe output[index &* stride] = convert(unsafe input[index]) }
    }
}
