package import AudioTypes
import Glibc
package import MediaTypes

/// Measures how sound begins and ends: the level of each fiftieth of a second, and which levels were reached first and last. It is cheap: a
/// square for each sample. Any thread may use it, but only one at a time.
package struct SoundEndsMeter: Sendable {
    /// The levels that are told apart, in decibels: what is below the lowest is silence on every device.
    private static let (lowest, highest) = (-90, 6)
    /// Every how many decibels there is a point.
    private static let pointStep = 3
    /// How far below the mean of all a part does not count for the level of the whole, in decibels.
    private static let relativeGate = 10

    private let rate: Double
    private let channelCount: Int
    /// How many frames a part has.
    private let partFrames: Int
    /// The frames before the part that is not complete.
    private var position: Int64 = 0
    /// The frames of that part, and the sum of their squares.
    private var (count, sum) = (0, 0.0)
    /// For each decibel: the frame with which the first part of that level begins, and the one behind the last such part.
    private var first: [Int64?]
    private var last: [Int64?]
    /// How many parts have that level, and the sum of their mean squares.
    private var counts: [Int]
    private var energies: [Double]

    /// Makes a meter for sound of `format`.
    package init(_ format: StreamFormat) {
        rate = Double(format.sampleRate.hertz)
        channelCount = format.channelCount
        partFrames = max(1, Int(format.sampleRate.hertz) / 50)
        let levels = Self.highest - Self.lowest + 1
        first = Array(repeating: nil, count: levels)
        last = first
        counts = Array(repeating: 0, count: levels)
        energies = Array(repeating: 0, count: levels)
    }

    /// Adds `count` frames of `planes`. A part with a sample that is infinite or no number counts as silence.
    package mutating func add(_ planes: LoudnessMeter.Planes, count: Int) {
        var added = 0
        while added < count {
            let piece = min(partFrames - self.count, count - added)
            for channel in 0..<channelCount {
                let samples = unsafe planes[channel] + added
                var squares: Float = 0
                for index in 0..<piece { unsafe squares += samples[index] * samples[index] }
                sum += Double(squares)
            }
            added += piece
            self.count += piece
            if self.count == partFrames { endPart() }
        }
    }

    /// Goes on at a later frame of the sound: what is in between was not looked at.
    package mutating func jump(to frame: Int64) {
        endPart()
        position = max(position, frame)
    }

    private mutating func endPart() {
        guard count > 0 else { return }
        let energy = sum / Double(count * channelCount)
        let begin = position
        position += Int64(count)
        (count, sum) = (0, 0)
        guard energy.isFinite, energy > 0 else { return }
        let level = Int((10 * log10(energy)).rounded(.down)) - Self.lowest
        guard level >= 0 else { return }
        let index = min(level, counts.count - 1)
        counts[index] += 1
        energies[index] += energy
        if first[index] == nil { first[index] = begin }
        last[index] = position
    }

    /// How the sound so far begins and ends; `nil` for silence.
    package var ends: SoundEnds? {
        var meter = self
        meter.endPart()
        return meter.found
    }

    private var found: SoundEnds? {
        guard let level = level else { return nil }
        var (beginning, ending): ([SoundEnds.Point], [SoundEnds.Point]) = ([], [])
        for index in stride(from: 0, to: counts.count, by: Self.pointStep) {
            guard let first = first[index...].lazy.compactMap(\.self).min(),
                let last = last[index...].lazy.compactMap(\.self).max()
            else { break }
            let decibels = Double(Self.lowest + index)
            beginning.append(SoundEnds.Point(decibels: decibels, seconds: Double(first) / rate))
            ending.append(SoundEnds.Point(decibels: decibels, seconds: Double(position - last) / rate))
        }
        return SoundEnds(level: level, seconds: Double(position) / rate, beginning: beginning, ending: ending)
    }

    /// The mean level of all parts but the quiet ones; `nil` for silence.
    private var level: Double? {
        guard let all = mean(from: 0) else { return nil }
        return mean(from: max(0, Int(all.rounded(.down)) - Self.relativeGate - Self.lowest))
    }

    private func mean(from index: Int) -> Double? {
        let count = counts[min(index, counts.count)...].reduce(0, +)
        return count > 0 ? 10 * log10(energies[index...].reduce(0, +) / Double(count)) : nil
    }
}
