package import AudioTypes
import Glibc
package import MediaTypes

/// Measures one track: the loudness of its blocks, and its true peak. Any thread may use it, but only one at a time.
package struct TrackLoudnessMeter: ~Copyable {
    private var meter: LoudnessMeter
    /// The blocks so far.
    package private(set) var blocks: LoudnessHistogram
    /// How many frames the step from one block to the next has, as libebur128 rounds them: 100 ms.
    private let step: Int
    /// How many frames are missing until the next block is complete.
    private var missing: Int

    /// How many steps a block has.
    private static let stepsOfBlock = 4

    /// Makes a meter for sound of `format`. It throws what ``LoudnessMeter`` throws.
    package init(_ format: StreamFormat) throws(MediaError) {
        meter = try LoudnessMeter(format, measures: [.momentary, .truePeak])
        blocks = LoudnessHistogram()
        step = (Int(format.sampleRate.hertz) + 5) / 10
        missing = step * Self.stepsOfBlock
    }

    /// Adds `count` frames of `planes`.
    /// - Throws: ``MediaError/Code/unreadable`` if memory is short.
    package mutating func add(_ planes: LoudnessMeter.Planes, count: Int) throws(MediaError) {
        var added = 0
        while added < count {
            let piece = min(missing, count - added)
            unsafe try meter.add(planes, from: added, count: piece)
            added += piece
            missing -= piece
            if missing == 0 {
                blocks.add(meter.momentary)
                missing = step
            }
        }
    }

    /// The largest value so far of the wave through the samples, where 1 is full scale; `nil` for silence.
    package var peak: Double? { meter.truePeak.map { pow(10, $0 / 20) } }

    /// Whether loudness can be measured here at all: whether libebur128 is installed.
    package static var isAvailable: Bool { LibEBUR128.loaded != nil }
}
