import AudioTypes
import Loudness
import MediaTypes

/// The levels of a stretch of sound.
package struct Levels: Hashable, Sendable {
    /// The highest sample of each channel, in decibels below full scale; -120 for silence.
    package var peaks: [Double]
    /// The root mean square of each channel, in decibels below full scale; -120 for silence.
    package var rms: [Double]
    /// The momentary loudness at the end of the stretch: that of the last 400 ms, in LUFS (EBU R 128). `nil` below -120, which is
    /// silence, and if it cannot be measured.
    package var momentary: Double?
    /// The recording's frames up to the end of the stretch.
    package var end: Int64
}

/// Measures the samples that are written. Sound before the first of them counts as silence.
struct LevelMeter: ~Copyable {
    private var peaks: [Float]
    private var squares: [Double]
    private var count: Int64 = 0
    /// `nil` if the loudness cannot be measured: libebur128 is missing, or memory is short.
    private var loudness: LoudnessMeter?

    init(_ format: StreamFormat) {
        peaks = Array(repeating: 0, count: format.channelCount)
        squares = Array(repeating: 0, count: format.channelCount)
        loudness = try? LoudnessMeter(format, measures: .momentary)
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
        do throws(MediaError) { unsafe try loudness?.add(planes, from: start, count: count) } catch { loudness = nil }
    }

    /// Returns the levels of everything since the last call, and begins anew. The loudness goes on: its 400 ms are longer than the
    /// time between two calls.
    mutating func take(end: Int64) -> Levels {
        let frames = Double(max(1, count))
        var momentary = loudness?.momentary
        // What the filters of the standard leave behind for a while when silence begins.
        if let value = momentary, value < Decibels.silence { momentary = nil }
        let levels = Levels(
            peaks: peaks.map { Decibels.of(Double($0)) }, rms: squares.map { Decibels.of(($0 / frames).squareRoot()) },
            momentary: momentary, end: end)
        for channel in peaks.indices { (peaks[channel], squares[channel]) = (0, 0) }
        count = 0
        return levels
    }
}
