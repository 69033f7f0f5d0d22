import AudioTypes

/// Finds the place at which a ``TimeStretch`` goes on unheard.
final class StretchSearch {
    /// What the search has found.
    struct Found {
        let place: Int64
        /// Whether a stroke would be lost, or heard twice.
        let meetsStroke: Bool
    }

    /// The rate at which all places are compared, in hertz; the best of them are compared at the full one.
    private static let coarseRate = 11_025
    /// How many of them.
    private static let candidates = 3
    /// Samples up to here are silence.
    private static let silence: Float = 1e-4
    /// How many times the energy of the sound before it the beginning of a stroke has.
    private static let strokeRise: Float = 12
    /// How many milliseconds before it that is.
    private static let strokeMemory = 6
    /// What a place costs that is ``TimeStretch`` farthest from the wanted one, and one at which a stroke is lost or doubled, where 2 is
    /// the cost of the opposite waveform.
    private static let costOfDistance = 1.0
    private static let leastDistanceCost = 0.02
    private static let costOfStroke = 2.0

    private let channelCount: Int
    private let crossfade: Int
    private let step: Int
    private let millisecond: Int

    init(channelCount: Int, sampleRate: SampleRate, crossfade: Int) {
        self.channelCount = channelCount
        self.crossfade = crossfade
        step = max(1, Int(sampleRate.hertz) / Self.coarseRate)
        millisecond = max(1, Int(sampleRate.hertz) / 1_000)
    }

    /// Returns the place in `range` at which the sound looks most like that from `place` on, and which is not far from `target`, measured
    /// in `scale`. The places must not be before what is in `store`; behind its end, nothing is compared.
    func best(
        _ store: StretchStore, from place: Int64, in range: ClosedRange<Int64>, around target: Double, scale: Double
    ) -> Found {
        let strokes = strokes(store, from: min(place, range.lowerBound), to: max(place, range.upperBound) + Int64(crossfade))
        func meetsStroke(_ other: Int64) -> Bool {
            let (first, last) = (min(place, other), max(place, other) + Int64(crossfade))
            return strokes.contains { $0 >= first && $0 < last }
        }
        func cost(_ other: Int64, _ difference: Double) -> Double {
            let distance = (Double(other) - target) / scale
            let stroke = meetsStroke(other) ? Self.costOfStroke : 0
            let known = difference.isFinite ? difference : 1
            // Where nothing fits, what is near counts.
            return known + (known + Self.leastDistanceCost) * Self.costOfDistance * distance * distance + stroke
        }
        var rough = roughDifferences(store, from: place, in: range)
            .map { (place: $0.place, cost: cost($0.place, $0.difference)) }
        rough.sort { $0.cost < $1.cost }
        var chosen: [Int64] = []
        for entry in rough where chosen.count < Self.candidates {
            if chosen.allSatisfy({ abs($0 - entry.place) > Int64(2 * step) }) { chosen.append(entry.place) }
        }
        var best = (place: range.lowerBound, cost: Double.infinity)
        for middle in chosen {
            for other in max(range.lowerBound, middle - Int64(step))...min(range.upperBound, middle + Int64(step)) {
                let cost = cost(other, difference(store, place, other, crossfade))
                if cost < best.cost { best = (other, cost) }
            }
        }
        return Found(place: best.place, meetsStroke: meetsStroke(best.place))
    }

    /// Returns how many frames to go on, at most `latest`, before going over to a place that is `shift` away.
    func bestDelay(_ store: StretchStore, from place: Int64, shift: Int64, latest: Int) -> Int {
        guard place + shift >= store.base else { return 0 }
        var best = (delay: 0, difference: Double.infinity)
        for delay in stride(from: 0, through: latest, by: max(1, millisecond / 2)) {
            let start = place + Int64(delay)
            guard max(start, start + shift) + Int64(crossfade) <= store.end else { break }
            let difference = difference(store, start, start + shift, crossfade)
            if difference < best.difference { best = (delay, difference) }
        }
        return best.delay
    }

    /// Returns whether nothing is heard between two frames.
    func isSilent(_ store: StretchStore, from first: Int64, to last: Int64) -> Bool {
        let (first, last) = (max(first, store.base), min(last, store.end))
        guard first < last else { return true }
        for channel in 0..<channelCount {
            let samples = unsafe store.samples(channel, from: first)
            for index in 0..<Int(last - first) where unsafe abs(samples[index]) > Self.silence { return false }
        }
        return true
    }

    /// Returns how much two stretches of sound differ, as far as there are frames of both: 0 if they are the same, 1 if they have nothing in
    /// common, 2 at most.
    private func difference(_ store: StretchStore, _ first: Int64, _ second: Int64, _ length: Int) -> Double {
        // What is behind the end is memory that nobody has written.
        let count = Int(min(Int64(length), store.end - max(first, second)))
        var (energy, common): (Float, Float) = (1e-9, 0)
        for channel in 0..<channelCount {
            let (left, right) = unsafe (store.samples(channel, from: first), store.samples(channel, from: second))
            var index = 0
            // Every second sample is enough to choose between places that are alike.
            while index < count {
                let (old, new) = unsafe (left[index], right[index])
                energy += old * old + new * new
                common += old * new
                index += 2
            }
        }
        return 1 - Double(2 * common / energy)
    }

    /// Returns how much the sound from each place in `range` on, in steps, differs from that at `place`, at a low rate.
    private func roughDifferences(
        _ store: StretchStore, from place: Int64, in range: ClosedRange<Int64>
    ) -> [(place: Int64, difference: Double)] {
        let length = max(1, crossfade / step)
        let places = Int(range.upperBound - range.lowerBound) / step + 1
        var common = [Float](repeating: 0, count: places)
        var energies = [Float](repeating: 1e-9, count: places)
        for channel in 0..<channelCount {
            let wanted = averages(store, channel, from: place, count: length)
            let there = averages(store, channel, from: range.lowerBound, count: places - 1 + length)
            let energy = wanted.reduce(0) { $0 + $1 * $1 }
            // The energy of each place, from that of the one before it.
            var own = there.prefix(length).reduce(0) { $0 + $1 * $1 }
            unsafe wanted.withUnsafeBufferPointer { wanted in
                unsafe there.withUnsafeBufferPointer { there in
                    for number in 0..<places {
                        var sum: Float = 0
                        var index = 0
                        while index < length {
                            sum += unsafe wanted[index] * there[number + index]
                            index += 1
                        }
                        common[number] += sum
                        energies[number] += energy + max(0, own)
                        if number + length < there.count {
                            own += unsafe there[number + length] * there[number + length] - there[number] * there[number]
                        }
                    }
                }
            }
        }
        return (0..<places).map { number in
            (range.lowerBound + Int64(number * step), 1 - Double(2 * common[number] / energies[number]))
        }
    }

    private func averages(_ store: StretchStore, _ channel: Int, from first: Int64, count: Int) -> [Float] {
        let available = Int(max(0, min(store.end - first, Int64(count * step))))
        var sums = [Float](repeating: 0, count: count)
        let samples = unsafe store.samples(channel, from: first)
        for index in 0..<available { unsafe sums[index / step] += samples[index] }
        return sums
    }

    /// Returns the frames between two ones, in steps of a millisecond, at which something begins that is much louder than what was before.
    private func strokes(_ store: StretchStore, from first: Int64, to last: Int64) -> [Int64] {
        let before = max(store.base, first - Int64(Self.strokeMemory * millisecond))
        let blocks = Int(max(0, min(last, store.end) - before)) / millisecond
        var energies = [Float](repeating: 0, count: blocks)
        for channel in 0..<channelCount {
            let samples = unsafe store.samples(channel, from: before)
            // What rises in a stroke are its high frequencies.
            for index in 1..<max(1, blocks * millisecond) {
                let step = unsafe samples[index] - samples[index - 1]
                energies[index / millisecond] += step * step
            }
        }
        var found: [Int64] = []
        for block in 1..<max(2, blocks) where block < blocks {
            let memory = energies[max(0, block - Self.strokeMemory)..<block]
            let mean = memory.reduce(0, +) / Float(memory.count)
            let floor = Self.silence * Self.silence * Float(millisecond)
            if energies[block] > Self.strokeRise * mean + floor { found.append(before + Int64(block * millisecond)) }
        }
        return found.filter { $0 + Int64(millisecond) > first }
    }
}
