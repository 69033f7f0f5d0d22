/// The levels of a stretch of sound.
package struct Levels: Hashable, Sendable {
    /// The highest sample of each channel, in decibels below full scale; -120 for silence.
    package var peaks: [Double]
    /// The root mean square of each channel, in decibels below full scale; -120 for silence.
    package var rms: [Double]
    /// The loudness of the last 400 ms in LUFS (EBU R 128); `nil` for silence, and if it cannot be measured.
    package var momentary: Double?
    /// The recording's frames up to the end of the stretch.
    package var end: Int64
}

/// Measures the samples that are written.
struct LevelMeter {
    private var peaks: [Float]
    private var squares: [Double]
    private(set) var count: Int64 = 0

    init(channelCount: Int) {
        peaks = Array(repeating: 0, count: channelCount)
        squares = Array(repeating: 0, count: channelCount)
    }

    /// Measures `count` frames of `planes` from index `start` on.
    mutating func add(_ planes: CapturedPlanes.Planes, from start: Int, count: Int) {
        for channel in peaks.indices {
            let samples = unsafe planes[channel] + start
            var peak = peaks[channel]
            var square: Double = 0
            for frame in 0..<count {
                let sample = unsafe samples[frame]
                peak = max(peak, abs(sample))
                square += Double(sample * sample)
            }
            peaks[channel] = peak
            squares[channel] += square
        }
        self.count += Int64(count)
    }

    /// Returns the levels of everything since the last call, and begins anew.
    /// - Parameter momentary: the loudness of the last 400 ms.
    mutating func take(end: Int64, momentary: Double?) -> Levels {
        let frames = Double(max(1, count))
        let levels = Levels(
            peaks: peaks.map { Decibels.of(Double($0)) }, rms: squares.map { Decibels.of(($0 / frames).squareRoot()) },
            momentary: momentary, end: end)
        self = LevelMeter(channelCount: peaks.count)
        return levels
    }
}
