import AudioTypes
import Glibc

@testable import Loudness

/// A part of test sound: sines of one frequency, each channel with a level of its own.
struct Tone {
    var seconds: Double
    /// The peak of each channel in dBFS; `nil` for a silent channel.
    var levels: [Double?]
    var hertz = 1_000.0
    /// The phase of the first sample, in radians.
    var phase = 0.0
    /// How long the level rises from silence, in seconds. Sound that begins at once has a wave that overshoots.
    var rise = 0.0

    /// Both channels of stereo at `level`.
    static func stereo(_ level: Double, seconds: Double) -> Tone { Tone(seconds: seconds, levels: [level, level]) }

    /// Adds the sound to a meter, in pieces of varying sizes.
    func add(to meter: inout LoudnessMeter) throws {
        let rate = Int(meter.format.sampleRate.hertz)
        try forEachPiece(at: rate) { planes, count in try meter.add(planes, from: 0, count: count) }
    }

    /// Calls `body` with the sound in pieces of varying sizes.
    func forEachPiece(at rate: Int, _ body: (LoudnessMeter.Planes, Int) throws -> Void) throws {
        let rate = Double(rate)
        let count = Int((seconds * rate).rounded())
        let planes = levels.map { level -> UnsafeMutablePointer<Float> in
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: count)
            let amplitude = level.map { pow(10, $0 / 20) } ?? 0
            for index in 0..<count {
                let time = Double(index) / rate
                let level = rise > 0 ? min(1, time / rise) : 1
                plane[index] = Float(level * amplitude * sin(phase + 2 * .pi * hertz * time))
            }
            return plane
        }
        defer { planes.forEach { $0.deallocate() } }
        do {
            var (position, turn) = (0, 0)
            while position < count {
                let piece = min([4_800, 1, 1_024, 333][turn % 4], count - position)
                try planes.map { $0 + position }.withUnsafeBufferPointer { try body($0, piece) }
                position += piece
                turn += 1
            }
        }
    }
}

/// What a meter says, for expectations, which need values that can be copied.
struct Readings {
    let momentary: Double?
    let shortTerm: Double?
    let integrated: Double?
    let loudnessRange: Double?
    let samplePeak: Double?
    let truePeak: Double?
    let channelsLeftOut: [Int]

    init(_ meter: borrowing LoudnessMeter) {
        momentary = meter.momentary
        shortTerm = meter.shortTerm
        integrated = meter.integrated
        loudnessRange = meter.loudnessRange
        samplePeak = meter.samplePeak
        truePeak = meter.truePeak
        channelsLeftOut = meter.channelsLeftOut
    }
}
