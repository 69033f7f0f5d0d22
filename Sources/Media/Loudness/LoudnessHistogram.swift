import Glibc

/// How loud the blocks of 400 ms are of which the loudness of sound is made (ITU-R BS.1770-4), counted by tenths of a LU.
///
/// The loudness of several tracks together is that of their histograms together, so an album needs no track to be decoded again. Of each
/// tenth, the mean is kept as well, to 0.0004 LU: the loudness is that of all blocks, but for those within a tenth of the gate.
package struct LoudnessHistogram: Hashable, Sendable {
    /// How many blocks are in each tenth, from the gate on.
    private var counts: [UInt32]
    /// The sums of their energies.
    private var energies: [Double]

    /// Below this, in LUFS, blocks are silence that does not count.
    private static let gate = -70.0
    /// How far below the mean of the others blocks do not count, in LU.
    private static let relativeGate = 10.0
    /// Tenths of a LU: from the gate to 10 LUFS, which is more than sound within full scale can have.
    private static let (width, binCount) = (0.1, 800)
    /// In how many steps the mean of a tenth is kept.
    private static let meanSteps = 255.0
    /// Of BS.1770: what a loudness in LUFS is less than ten times the logarithm of the energy.
    private static let offset = 0.691

    /// Makes one without blocks.
    package init() {
        counts = Array(repeating: 0, count: Self.binCount)
        energies = Array(repeating: 0, count: Self.binCount)
    }

    /// Adds a block of this loudness in LUFS; `nil` is silence. A block below -70 LUFS does not count.
    package mutating func add(_ loudness: Double?) {
        guard let loudness, loudness >= Self.gate else { return }
        let bin = min(Int((loudness - Self.gate) / Self.width), Self.binCount - 1)
        guard counts[bin] < .max else { return }
        counts[bin] += 1
        energies[bin] += Self.energy(loudness)
    }

    /// Adds the blocks of another track.
    package mutating func add(_ other: LoudnessHistogram) {
        for bin in counts.indices where other.counts[bin] > 0 {
            let (count, overflows) = counts[bin].addingReportingOverflow(other.counts[bin])
            guard !overflows else { continue }
            counts[bin] = count
            energies[bin] += other.energies[bin]
        }
    }

    /// The loudness in LUFS of all blocks but the quiet ones; `nil` if there is none.
    package var integrated: Double? {
        guard let ungated = loudness(from: 0) else { return nil }
        let threshold = ungated - Self.relativeGate
        return loudness(from: counts.indices.first { counts[$0] > 0 && mean(of: $0) >= threshold } ?? 0)
    }

    /// The mean of the blocks from a tenth on; `nil` if there is none.
    private func loudness(from first: Int) -> Double? {
        let count = counts[first...].reduce(0.0) { $0 + Double($1) }
        return count > 0 ? Self.loudness(energies[first...].reduce(0, +) / count) : nil
    }

    /// The mean loudness of a tenth, which has blocks.
    private func mean(of bin: Int) -> Double { Self.loudness(energies[bin] / Double(counts[bin])) }

    private static func energy(_ loudness: Double) -> Double { pow(10, (loudness + offset) / 10) }

    private static func loudness(_ energy: Double) -> Double { 10 * log10(energy) - offset }
}

// MARK: - Kept

extension LoudnessHistogram {
    /// The number of the form in which the bytes are.
    private static let form: UInt8 = 1

    /// The histogram in bytes, some hundred for a song: for each tenth that has blocks, how many tenths behind the last one it is, how many
    /// blocks it has, and where in it their mean is.
    package var bytes: [UInt8] {
        var bytes = [Self.form]
        var next = 0
        for bin in counts.indices where counts[bin] > 0 {
            Self.append(UInt32(bin - next), to: &bytes)
            Self.append(counts[bin], to: &bytes)
            let place = (mean(of: bin) - Self.start(of: bin)) / Self.width
            bytes.append(UInt8(min(1, max(0, place)) * Self.meanSteps + 0.5))
            next = bin + 1
        }
        return bytes
    }

    /// Reads one from ``bytes``; `nil` if they are something else.
    package init?(bytes: [UInt8]) {
        guard bytes.first == Self.form else { return nil }
        self.init()
        var rest = bytes.dropFirst()
        var next = 0
        while !rest.isEmpty {
            guard let step = Self.number(&rest), let count = Self.number(&rest), let place = rest.popFirst(),
                Int(step) < Self.binCount - next, count > 0
            else { return nil }
            let bin = next + Int(step)
            counts[bin] = count
            let mean = Self.start(of: bin) + Double(place) / Self.meanSteps * Self.width
            energies[bin] = Double(count) * Self.energy(mean)
            next = bin + 1
        }
    }

    /// Where a tenth begins, in LUFS.
    private static func start(of bin: Int) -> Double { gate + Double(bin) * width }

    /// Appends a number, seven bits a byte, the lowest first.
    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt32? {
        var number: UInt64 = 0
        for place in 0..<5 {
            guard let byte = bytes.popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << (7 * UInt64(place))
            if byte < 0x80 { return UInt32(exactly: number) }
        }
        return nil
    }
}
