/// What every processor takes for a sample, so that one that is no number does not become many.
enum SampleBounds {
    /// The sample, or 0 if it is no number or more than 120 dB above full scale.
    @inline(__always) @_noLocks
    static func kept(_ sample: Float) -> Float { abs(sample) <= 1e6 ? sample : 0 }
}
