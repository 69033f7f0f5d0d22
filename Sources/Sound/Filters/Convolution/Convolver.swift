/// Runs a ``Convolution`` in the callback, without delay: what comes out is in time with what went in.
///
/// The first 128 taps of each filter are summed one by one, sample for sample. Those behind them are convolved in blocks, the longer the
/// further behind: a ``ConvolutionLevel`` of 64 frames up to tap 1,024, one of 512 frames up to tap 8,192, and one of 4,096 frames for all
/// that follows. Each level has the time of its own block for its work, so a call never does much more than its share.
///
/// All memory is made with it; it does not change size. Only the thread that plays calls what is marked as free of locks, and one at a
/// time.
@safe package struct Convolver: ~Copyable {
    /// Whether every channel passes unchanged, so that nothing has to run.
    package let isNeutral: Bool
    /// By how many frames what comes out is late: none.
    package static let latency = 0
    /// How many frames it remembers: with as many frames of sound behind it, it is as one that has always run.
    package let memory: Int

    /// The frames of the blocks, each at least eight times as long as the one before.
    static let blocks = [64, 512, 4_096]
    /// The taps that are summed one by one.
    static var headLength: Int {
        @_noLocks get { 128 }
    }

    private struct Path {
        let input: Int
        let output: Int
        /// Where its first taps begin, from the first to the last.
        let taps: Int
    }

    /// What keeps the spectra; the callback does not touch it.
    private let kernel: ConvolutionKernel
    private let inputCount: Int
    private let outputCount: Int
    /// Which channel each input and each output is.
    private let inputs: UnsafeMutablePointer<Int>
    private let outputs: UnsafeMutablePointer<Int>
    private let paths: UnsafeMutablePointer<Path>
    private let pathCount: Int
    private let head: UnsafeMutablePointer<ConvolutionNumber>
    private let headTaps: Int
    /// The last samples of each input, `historyLength` for each.
    private let history: UnsafeMutablePointer<ConvolutionNumber>
    private let sums: UnsafeMutablePointer<ConvolutionNumber>
    private let levels: UnsafeMutablePointer<ConvolutionLevel>
    private let levelCount: Int

    /// Where in the histories the next frame comes to.
    private var place: Int
    /// How many frames of the shortest block have come in.
    private var position = 0
    /// How many frames of silence went in since the last sound.
    private var silence: Int

    /// A history is moved back to its beginning once it is full.
    private static var historyLength: Int {
        @_noLocks get { 2_048 }
    }
    /// The longest piece that is computed at once.
    private static var pieceLength: Int {
        @_noLocks get { 64 }
    }

    /// Makes what runs a convolution. This takes up to a second, and 16 bytes for each tap of each filter and input.
    package init(_ convolution: Convolution) { self.init(ConvolutionKernel(convolution)) }

    /// Makes what runs a convolution whose spectra are there: some milliseconds at most, for 8 bytes for each tap of each input.
    package init(_ kernel: ConvolutionKernel) {
        self.kernel = kernel
        let (inputs, outputs) = (kernel.inputs, kernel.outputs)
        isNeutral = kernel.isNeutral
        (inputCount, outputCount, pathCount) = (inputs.count, outputs.count, kernel.paths.count)
        unsafe self.inputs = .allocate(capacity: max(1, inputs.count))
        unsafe self.outputs = .allocate(capacity: max(1, outputs.count))
        for (slot, channel) in inputs.enumerated() { unsafe (self.inputs + slot).initialize(to: channel) }
        for (slot, channel) in outputs.enumerated() { unsafe (self.outputs + slot).initialize(to: channel) }
        headTaps = kernel.headTaps
        unsafe head = .allocate(capacity: max(1, kernel.head.count))
        for (place, tap) in kernel.head.enumerated() { unsafe (head + place).initialize(to: tap) }
        unsafe paths = .allocate(capacity: max(1, kernel.paths.count))
        for (number, path) in kernel.paths.enumerated() {
            unsafe (paths + number).initialize(
                to: Path(
                    input: inputs.firstIndex(of: path.input) ?? 0, output: outputs.firstIndex(of: path.output) ?? 0,
                    taps: path.filter * kernel.headTaps))
        }
        unsafe history = .allocate(capacity: max(1, inputs.count * Self.historyLength))
        unsafe history.initialize(repeating: 0, count: inputs.count * Self.historyLength)
        unsafe sums = .allocate(capacity: Self.pieceLength)
        unsafe sums.initialize(repeating: 0, count: Self.pieceLength)
        unsafe levels = .allocate(capacity: max(1, kernel.levels.count))
        for (number, level) in kernel.levels.enumerated() {
            unsafe (levels + number).initialize(to: ConvolutionLevel(level, of: kernel))
        }
        levelCount = kernel.levels.count
        memory = kernel.memory
        silence = memory
        place = Self.headLength
    }

    deinit {
        unsafe inputs.deallocate()
        unsafe outputs.deallocate()
        unsafe paths.deallocate()
        unsafe head.deallocate()
        unsafe history.deallocate()
        unsafe sums.deallocate()
        unsafe levels.deinitialize(count: levelCount)
        unsafe levels.deallocate()
    }

    /// Callback: forgets the sound, for one that begins anew.
    @_noLocks
    package mutating func reset() {
        for sample in 0..<(inputCount &* Self.historyLength) { unsafe history[sample] = 0 }
        for level in 0..<levelCount { unsafe levels[level].reset() }
        (place, position, silence) = (Self.headLength, 0, memory)
    }

    /// Callback: convolves `count` frames in place. `planes` are the `channelCount` channels; a path from or to a channel that is not among them does
    /// nothing. A sample that is no number, or more than 1,000,000 in size, counts as 0, and what comes out is a number of at most that
    /// size. Once all it remembers is silence, silence costs nothing.
    @unsafe @_noLocks
    package mutating func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, count: Int) {
        if isNeutral { return }
        var done = 0
        while done < count {
            let length = min(Self.pieceLength &- position, count &- done)
            if unsafe take(planes, channelCount, done, length) {
                unsafe give(planes, channelCount, done, length)
                for level in 0..<levelCount { unsafe levels[level].advance(length) }
                place &+= length
                position = (position &+ length) & (Self.pieceLength &- 1)
            } else {
                unsafe silence(planes, channelCount, done, length)
            }
            done &+= length
        }
    }

    /// Brings `count` frames of all inputs into the histories and levels. Returns `false`, and leaves everything, if there is nothing but
    /// silence in them and behind them.
    @unsafe @_noLocks
    private mutating func take(
        _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int, _ start: Int, _ count: Int
    ) -> Bool {
        // Sums are made of sixteen frames at once: what is read behind the last one has to be there.
        if place &+ Self.pieceLength > Self.historyLength { moveBack() }
        var isSilent = true
        for slot in 0..<inputCount {
            let channel = unsafe inputs[slot]
            let to = unsafe history + (slot &* Self.historyLength &+ place)
            for frame in 0..<count {
                var sample: Float = 0
                if channel < channelCount { sample = unsafe planes[channel][start &+ frame] }
                // What is far too small to be heard would be slow to compute with.
                let size = abs(sample)
                if !(size > 1e-15 && size <= 1e6) { sample = 0 }
                if sample != 0 { isSilent = false }
                unsafe to[frame] = ConvolutionNumber(sample)
            }
        }
        if isSilent {
            if silence >= memory { return false }
            silence &+= count
        } else {
            silence = 0
        }
        for slot in 0..<inputCount {
            let from = unsafe history + (slot &* Self.historyLength &+ place)
            for level in 0..<levelCount { unsafe levels[level].take(slot, from: from, count: count) }
        }
        return true
    }

    /// Moves the part of each history that is still needed to its beginning.
    @_noLocks
    private mutating func moveBack() {
        for slot in 0..<inputCount {
            let base = unsafe history + slot &* Self.historyLength
            for sample in 0..<Self.headLength { unsafe base[sample] = base[place &- Self.headLength &+ sample] }
        }
        place = Self.headLength
    }

    @unsafe @_noLocks
    private func give(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int, _ start: Int, _ count: Int) {
        var path = 0
        for slot in 0..<outputCount {
            for frame in 0..<Self.pieceLength { unsafe sums[frame] = 0 }
            while path < pathCount, unsafe paths[path].output == slot {
                let (input, taps) = unsafe (paths[path].input, paths[path].taps)
                unsafe sum(history + (input &* Self.historyLength &+ place), head + taps, count)
                path &+= 1
            }
            for level in 0..<levelCount { unsafe levels[level].add(slot, to: sums, count: count) }
            let channel = unsafe outputs[slot]
            if channel >= channelCount { continue }
            let plane = unsafe planes[channel] + start
            for frame in 0..<count {
                let sample = unsafe Float(sums[frame])
                let size = abs(sample)
                unsafe plane[frame] = size <= 1e6 ? sample : size < .infinity ? (sample < 0 ? -1e6 : 1e6) : 0
            }
        }
    }

    /// Adds the first taps of a path: sixteen frames at once, because a sum would wait for itself.
    @unsafe @_noLocks
    private func sum(_ samples: UnsafePointer<ConvolutionNumber>, _ taps: UnsafePointer<ConvolutionNumber>, _ count: Int) {
        var frame = 0
        while frame < count {
            var (a, b, c, d) = (
                ConvolutionNumbers.zero, ConvolutionNumbers.zero, ConvolutionNumbers.zero, ConvolutionNumbers.zero
            )
            for tap in 0..<headTaps {
                let factor = unsafe ConvolutionNumbers(repeating: taps[tap])
                let from = unsafe samples + (frame &- tap)
                unsafe a += factor * Self.four(from)
                unsafe b += factor * Self.four(from + 4)
                unsafe c += factor * Self.four(from + 8)
                unsafe d += factor * Self.four(from + 12)
            }
            for lane in 0..<4 {
                unsafe sums[frame &+ lane] += a[lane]
                unsafe sums[frame &+ 4 &+ lane] += b[lane]
                unsafe sums[frame &+ 8 &+ lane] += c[lane]
                unsafe sums[frame &+ 12 &+ lane] += d[lane]
            }
            frame &+= 16
        }
    }

    @inline(__always) @unsafe @_noLocks
    private static func four(_ samples: UnsafePointer<ConvolutionNumber>) -> ConvolutionNumbers {
        unsafe UnsafeRawPointer(samples).loadUnaligned(as: ConvolutionNumbers.self)
    }

    @unsafe @_noLocks
    private func silence(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ channelCount: Int, _ start: Int, _ count: Int) {
        for slot in 0..<outputCount {
            let channel = unsafe outputs[slot]
            if channel >= channelCount { continue }
            for frame in 0..<count { unsafe planes[channel][start &+ frame] = 0 }
        }
    }
}
