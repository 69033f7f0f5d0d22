import CFFmpeg

// From floats to what is stored. A sample that was an integer of the stored depth becomes that integer again.
extension SampleConversion {
    /// The integer nearest to `sample`, where 1 is `fullScale`; halves become even. Samples beyond full scale are clipped, and a
    /// NaN becomes 0.
    @inline(__always) static func integer(_ sample: Float, fullScale: Float) -> Int32 {
        let scaled = (sample * fullScale).rounded(.toNearestOrEven)
        guard scaled > -fullScale else { return scaled.isNaN ? 0 : Int32(-fullScale) }
        return scaled < fullScale ? Int32(scaled) : Int32(fullScale) - 1
    }

    /// The full scale of 16 bits.
    static let fullScale16: Float = 0x1p15
    /// The full scale of 24 bits.
    static let fullScale24: Float = 0x1p23
    /// More than lossy codecs are made for: 24 dB above full scale. Some refuse infinite samples, and everything else with them.
    private static let mostForLossy: Float = 16

    /// Stores `count` frames of `planes`, from their index `start` on, in `frame` from `offset` on. The frame must have one of
    /// the formats that ``Encoder`` asks for, and enough room. Integers of 24 bits are in the upper bits of 32.
    static func store(
        _ planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>, from start: Int, count: Int,
        in frame: borrowing Frame, at offset: Int
    ) {
        guard let data = unsafe frame.pointer.pointee.extended_data else { return }
        let channels = planes.count
        for channel in 0..<channels {
            let input = unsafe UnsafePointer(planes[channel] + start)
            switch frame.sampleFormat {
            case AV_SAMPLE_FMT_FLTP:
                guard let plane = unsafe data[channel] else { continue }
                unsafe scatter(input, count, to: plane, offset, stride: 1) { (sample: Float) in
                    sample.isNaN ? 0 : min(max(sample, -mostForLossy), mostForLossy)
                }
            case AV_SAMPLE_FMT_FLT:
                guard let plane = unsafe data[0] else { continue }
                unsafe scatter(input, count, to: plane, offset * channels + channel, stride: channels) { $0 }
            case AV_SAMPLE_FMT_S16:
                guard let plane = unsafe data[0] else { continue }
                unsafe scatter(input, count, to: plane, offset * channels + channel, stride: channels) {
                    Int16(truncatingIfNeeded: integer($0, fullScale: fullScale16))
                }
            case AV_SAMPLE_FMT_S32:
                guard let plane = unsafe data[0] else { continue }
                unsafe scatter(input, count, to: plane, offset * channels + channel, stride: channels) {
                    integer($0, fullScale: fullScale24) << 8
                }
            default: preconditionFailure("encoders are opened with formats that are stored here")
            }
        }
    }

    @inline(__always) private static func scatter<Sample>(
        _ input: UnsafePointer<Float>, _ count: Int, to plane: UnsafeMutablePointer<UInt8>, _ first: Int, stride: Int,
        _ convert: (Float) -> Sample
    ) {
        let output = unsafe UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Sample.self) + first
        for index in 0..<count { unsafe output[index &* stride] = convert(unsafe input[index]) }
    }
}
