/// Runs a ``ChannelMatrix`` in the callback. Channels that the matrix leaves as they are keep every bit.
///
/// Only the thread that plays calls what is marked as free of locks, and one at a time.
@safe package struct ChannelMixer: ~Copyable {
    /// The number of channels.
    package let channelCount: Int
    /// Whether every channel stays as it is, so that nothing has to run.
    package let isNeutral: Bool

    private struct Part {
        let output: Int
        let input: Int
        let factor: Double
    }
    /// By their outputs.
    private let parts: UnsafeMutablePointer<Part>
    private let partCount: Int
    /// The channels that are changed.
    private let changed: UnsafeMutablePointer<Int>
    private let changedCount: Int
    private let mixed: UnsafeMutablePointer<Double>

    private static var pieceLength: Int {
        @_noLocks get { 64 }
    }

    /// Makes what runs a matrix.
    package init(_ matrix: ChannelMatrix) {
        channelCount = matrix.channelCount
        let still = ChannelMatrix.identity(matrix.channelCount).rows
        let outputs = matrix.rows.indices.filter { matrix.rows[$0] != still[$0] }
        let parts = outputs.enumerated().flatMap { slot, output in
            matrix.rows[output].enumerated().filter { $0.element != 0 }.map {
                Part(output: slot, input: $0.offset, factor: $0.element)
            }
        }
        isNeutral = outputs.isEmpty
        (partCount, changedCount) = (parts.count, outputs.count)
        unsafe self.parts = .allocate(capacity: max(1, parts.count))
        for (place, part) in parts.enumerated() { unsafe (self.parts + place).initialize(to: part) }
        unsafe changed = .allocate(capacity: max(1, outputs.count))
        for (place, output) in outputs.enumerated() { unsafe (changed + place).initialize(to: output) }
        unsafe mixed = .allocate(capacity: max(1, outputs.count) * Self.pieceLength)
        unsafe mixed.initialize(repeating: 0, count: max(1, outputs.count) * Self.pieceLength)
    }

    deinit {
        unsafe parts.deallocate()
        unsafe changed.deallocate()
        unsafe mixed.deallocate()
    }

    /// Callback: mixes `count` frames in place. There are as many planes as channels. A sample that is no number, or more than 1,000,000 in
    /// size, counts as 0 in a mix.
    @unsafe @_noLocks
    package func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
        if isNeutral { return }
        var done = 0
        while done < count {
            let length = min(Self.pieceLength, count &- done)
            for sample in 0..<(changedCount &* Self.pieceLength) { unsafe mixed[sample] = 0 }
            for number in 0..<partCount {
                let part = unsafe parts[number]
                let from = unsafe planes[part.input] + done
                let to = unsafe mixed + part.output &* Self.pieceLength
                for frame in 0..<length { unsafe to[frame] += Double(SampleBounds.kept(from[frame])) * part.factor }
            }
            for slot in 0..<changedCount {
                let plane = unsafe planes[changed[slot]] + done
                let from = unsafe mixed + slot &* Self.pieceLength
                for frame in 0..<length { unsafe plane[frame] = Float(from[frame]) }
            }
            done &+= length
        }
    }
}
