import CFFmpeg

/// Converts decoded samples exactly to 32-bit floats, one plane for each channel: integers of N bits are divided by 2^(N-1).
enum SampleConversion {
    /// Whether `format` can be converted. All formats of FFmpeg 5.1 can.
    static func supports(_ format: AVSampleFormat) -> Bool {
        (AV_SAMPLE_FMT_U8.rawValue..<AV_SAMPLE_FMT_NB.rawValue).contains(format.rawValue)
    }

    /// Converts `count` frames of `frame`, from `offset` on, into `planes`, from their index `start` on. There must be a plane
    /// for each of the frame's channels, with enough room.
    static func convert(
        _ frame: borrowing Frame, from offset: Int, count: Int,
        into planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>, at start: Int
    ) {
        let source = unsafe Source(frame: frame.pointer, offset: offset, count: count, planes: planes, start: start)
        switch frame.sampleFormat {
        case AV_SAMPLE_FMT_FLTP: unsafe source.copyPlanes()
        case AV_SAMPLE_FMT_FLT: unsafe source.packed { (sample: Float) in sample }
        case AV_SAMPLE_FMT_S16: unsafe source.packed { (sample: Int16) in Float(sample) * 0x1p-15 }
        case AV_SAMPLE_FMT_S16P: unsafe source.planar { (sample: Int16) in Float(sample) * 0x1p-15 }
        case AV_SAMPLE_FMT_S32: unsafe source.packed { (sample: Int32) in Float(sample) * 0x1p-31 }
        case AV_SAMPLE_FMT_S32P: unsafe source.planar { (sample: Int32) in Float(sample) * 0x1p-31 }
        case AV_SAMPLE_FMT_U8: unsafe source.packed { (sample: UInt8) in Float(Int32(sample) - 128) * 0x1p-7 }
        case AV_SAMPLE_FMT_U8P: unsafe source.planar { (sample: UInt8) in Float(Int32(sample) - 128) * 0x1p-7 }
        case AV_SAMPLE_FMT_DBL: unsafe source.packed { (sample: Double) in Float(sample) }
        case AV_SAMPLE_FMT_DBLP: unsafe source.planar { (sample: Double) in Float(sample) }
        case AV_SAMPLE_FMT_S64: unsafe source.packed { (sample: Int64) in Float(sample) * 0x1p-63 }
        case AV_SAMPLE_FMT_S64P: unsafe source.planar { (sample: Int64) in Float(sample) * 0x1p-63 }
        default: preconditionFailure("formats are checked when a frame arrives")
        }
    }

    /// The loops, inlined with their conversion so that each is one tight loop.
    @unsafe private struct Source {
        let frame: UnsafeMutablePointer<AVFrame>
        let offset: Int
        let count: Int
        let planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>
        let start: Int

        /// The bytes of a plane. `extended_data`, since `data` holds only eight.
        private func bytes(_ plane: Int) -> UnsafeMutableRawPointer? {
            unsafe frame.pointee.extended_data[plane].map { UnsafeMutableRawPointer($0) }
        }

        func copyPlanes() {
            for channel in unsafe 0..<planes.count {
                guard let plane = unsafe bytes(channel) else { continue }
                let samples = unsafe plane.assumingMemoryBound(to: Float.self) + offset
                unsafe (planes[channel] + start).update(from: samples, count: count)
            }
        }

        @inline(__always) func planar<Sample>(_ convert: (Sample) -> Float) {
            for channel in unsafe 0..<planes.count {
                guard let plane = unsafe bytes(channel) else { continue }
                let samples = unsafe plane.assumingMemoryBound(to: Sample.self) + offset
                let output = unsafe planes[channel] + start
                for index in unsafe 0..<count { unsafe output[index] = unsafe convert(samples[index]) }
            }
        }

        @inline(__always) func packed<Sample>(_ convert: (Sample) -> Float) {
            let channels = unsafe planes.count
            guard let plane = unsafe bytes(0) else { return }
            let samples = unsafe plane.assumingMemoryBound(to: Sample.self) + offset * channels
            if channels == 2 {
                // By far the most common, and a constant stride vectorises.
                let (left, right) = unsafe (planes[0] + start, planes[1] + start)
                for index in unsafe 0..<count {
                    unsafe left[index] = unsafe convert(samples[index &* 2])
                    unsafe right[index] = unsafe convert(samples[index &* 2 &+ 1])
                }
                return
            }
            for channel in 0..<channels {
                let output = unsafe planes[channel] + start
                for index in unsafe 0..<count {
                    unsafe output[index] = unsafe convert(samples[index &* channels &+ channel])
                }
            }
        }
    }
}
