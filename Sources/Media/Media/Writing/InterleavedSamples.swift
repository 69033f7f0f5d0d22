package import AudioTypes

/// Turns planar floats into integers that lie one frame behind the other. A sample that was an integer of the stored depth becomes that
/// integer again.
package enum InterleavedSamples {
    /// Stores the first `count` frames of `planes`, one for each channel, as `sample` at `output`, which must have room for them.
    /// Samples beyond full scale are clipped.
    package static func store(
        _ planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>, count: Int, as sample: PCMFormat.Sample,
        to output: UnsafeMutableRawPointer
    ) {
        switch sample {
        case .bits16:
            unsafe SampleConversion.interleave(
                planes, from: 0, count, to: output.assumingMemoryBound(to: Int16.self), SampleConversion.integer16)
        case .bits24:
            unsafe SampleConversion.interleave(
                planes, from: 0, count, to: output.assumingMemoryBound(to: Int32.self), SampleConversion.integer24)
        case .bits32:
            unsafe SampleConversion.interleave(
                planes, from: 0, count, to: output.assumingMemoryBound(to: Int32.self), SampleConversion.integer32)
        }
    }
}
