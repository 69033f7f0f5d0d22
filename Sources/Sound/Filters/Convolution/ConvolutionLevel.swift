/// One length of block of a ``Convolver``: convolves with the part of the filters from twice its block on.
///
/// While a block of the input comes in, the one before it is transformed, multiplied with the parts of the filters and transformed back;
/// what comes of it is heard with the block after. The work is divided into tasks, and each call does as many of them as frames have come in, so
/// that no call does the work of a whole block unless it brings a whole block.
@safe struct ConvolutionLevel: ~Copyable {
    /// The frames of a block.
    let block: Int

    /// A part of the work.
    private struct Task {
        enum Kind: UInt8 { case transform, set, add, finish }
        let kind: Kind
        /// The input, for `finish` the output.
        let slot: Int
        /// How many blocks the input is older than the newest one.
        let age: Int
        /// Where the spectrum of the filter begins, in vectors.
        let filter: Int
        /// What all tasks before this one cost.
        let before: Int
    }

    private let transform: ConvolutionTransform
    private let inputCount: Int
    /// How many blocks of each input are remembered.
    private let depth: Int
    /// The spectra of the filters, which the ``ConvolutionKernel`` keeps.
    private let filters: UnsafeMutablePointer<ConvolutionNumbers>
    /// Three blocks of each input: the one that comes in, and the two before.
    private let blocks: UnsafeMutablePointer<ConvolutionNumbers>
    /// `depth` spectra of each input.
    private let spectra: UnsafeMutablePointer<ConvolutionNumbers>
    /// Two blocks of each output: what is heard, and what is being made.
    private let results: UnsafeMutablePointer<ConvolutionNumbers>
    private let resultVectors: Int
    private let work: UnsafeMutablePointer<ConvolutionNumbers>
    private let tasks: UnsafeMutablePointer<Task>
    private let taskCount: Int
    private let cost: Int

    /// How many frames of the block have come in.
    private var position = 0
    private var nextTask = 0
    /// Which of the three blocks comes in.
    private var filling = 0
    /// Which of the spectra is the newest.
    private var newest = 0
    /// Which half of the results is heard.
    private var heard = 0

    /// Makes what runs a level of `kernel`, which outlives it.
    init(_ level: ConvolutionKernel.Level, of kernel: ConvolutionKernel) {
        let (inputs, outputs) = (kernel.inputs, kernel.outputs)
        let (parts, starts) = (level.parts, level.starts)
        block = level.block
        let vectors = block / 4
        unsafe filters = level.spectra
        transform = ConvolutionTransform(count: block)

        var made: [Task] = []
        var cost = 0
        // In units of a product of two spectra: a transform costs about as much as four of them.
        func add(_ kind: Task.Kind, slot: Int, age: Int = 0, filter: Int = 0, costs: Int) {
            made.append(Task(kind: kind, slot: slot, age: age, filter: filter, before: cost))
            cost += costs
        }
        for slot in inputs.indices { add(.transform, slot: slot, costs: 4) }
        for (slot, output) in outputs.enumerated() {
            var isFirst = true
            for path in kernel.paths where path.output == output {
                guard let input = inputs.firstIndex(of: path.input) else { continue }
                for part in 0..<parts[path.filter] {
                    add(
                        isFirst ? .set : .add, slot: input, age: part, filter: starts[path.filter] + 2 * vectors * part, costs: 1)
                    isFirst = false
                }
            }
            // Without a part for this output, its results stay silent.
            if !isFirst { add(.finish, slot: slot, costs: 4) }
        }
        inputCount = inputs.count
        depth = max(1, parts.max() ?? 1)
        unsafe blocks = Self.made(3 * inputs.count * vectors)
        unsafe spectra = Self.made(depth * inputs.count * 2 * vectors)
        resultVectors = 2 * outputs.count * vectors
        unsafe results = Self.made(resultVectors)
        unsafe work = Self.made(2 * vectors)
        unsafe tasks = .allocate(capacity: max(1, made.count))
        for (place, task) in made.enumerated() { unsafe (tasks + place).initialize(to: task) }
        taskCount = made.count
        self.cost = cost
    }

    deinit {
        unsafe blocks.deallocate()
        unsafe spectra.deallocate()
        unsafe results.deallocate()
        unsafe work.deallocate()
        unsafe tasks.deallocate()
    }

    /// Memory of zeros.
    static func made(_ count: Int) -> UnsafeMutablePointer<ConvolutionNumbers> {
        let made = UnsafeMutablePointer<ConvolutionNumbers>.allocate(capacity: max(1, count))
        unsafe made.initialize(repeating: .zero, count: max(1, count))
        return unsafe made
    }

    /// Callback: forgets the sound.
    @_noLocks
    mutating func reset() {
        (position, nextTask, filling, newest, heard) = (0, 0, 0, 0, 0)
        unsafe Self.clear(blocks, 3 &* inputCount &* (block / 4))
        unsafe Self.clear(spectra, depth &* inputCount &* (block / 2))
        unsafe Self.clear(results, resultVectors)
    }

    @unsafe @_noLocks
    private static func clear(_ memory: UnsafeMutablePointer<ConvolutionNumbers>, _ count: Int) {
        for place in 0..<count { unsafe memory[place] = .zero }
    }

    /// Callback: adds `count` frames of the output of `slot` to `sum`. They are not more than are left of the block.
    @unsafe @_noLocks
    func add(_ slot: Int, to sum: UnsafeMutablePointer<ConvolutionNumber>, count: Int) {
        let start = (heard &* (resultVectors / 2) &+ slot &* (block / 4)) &* 4 &+ position
        let numbers = unsafe UnsafeRawPointer(results).assumingMemoryBound(to: ConvolutionNumber.self) + start
        for frame in 0..<count { unsafe sum[frame] += numbers[frame] }
    }

    /// Callback: takes `count` frames of the input of `slot`, and no more than are left of the block.
    @unsafe @_noLocks
    func take(_ slot: Int, from samples: UnsafePointer<ConvolutionNumber>, count: Int) {
        let start = (filling &* inputCount &+ slot) &* block &+ position
        let numbers = unsafe UnsafeMutableRawPointer(blocks).assumingMemoryBound(to: ConvolutionNumber.self) + start
        for frame in 0..<count { unsafe numbers[frame] = samples[frame] }
    }

    /// Callback: moves on by `count` frames, once they have been added and taken, and does the work for them.
    @_noLocks
    mutating func advance(_ count: Int) {
        position &+= count
        let wanted = cost &* position / block
        while nextTask < taskCount, unsafe tasks[nextTask].before < wanted {
            unsafe run(tasks[nextTask])
            nextTask &+= 1
        }
        if position < block { return }
        position = 0
        nextTask = 0
        filling = filling == 2 ? 0 : filling &+ 1
        newest = newest &+ 1 == depth ? 0 : newest &+ 1
        heard = 1 &- heard
    }

    @_noLocks
    private func run(_ task: Task) {
        let vectors = block / 4
        switch task.kind {
        case .transform:
            let (last, before) = (filling == 0 ? 2 : filling &- 1, filling == 2 ? 0 : filling &+ 1)
            let spectrum = unsafe spectra + (newest &* inputCount &+ task.slot) &* 2 &* vectors
            unsafe transform.forward(
                blocks + (before &* inputCount &+ task.slot) &* vectors, blocks + (last &* inputCount &+ task.slot) &* vectors,
                spectrum, spectrum + vectors)
        case .set, .add:
            let place = newest >= task.age ? newest &- task.age : newest &- task.age &+ depth
            let spectrum = unsafe spectra + (place &* inputCount &+ task.slot) &* 2 &* vectors
            unsafe multiply(spectrum, filters + task.filter, isFirst: task.kind == .set)
        case .finish:
            let result = (1 &- heard) &* (resultVectors / 2) &+ task.slot &* vectors
            unsafe transform.backward(work, work + vectors, to: results + result)
        }
    }

    @unsafe @_noLocks
    private func multiply(_ one: UnsafePointer<ConvolutionNumbers>, _ two: UnsafePointer<ConvolutionNumbers>, isFirst: Bool) {
        let vectors = block / 4
        let (real, imaginary) = unsafe (work, work + vectors)
        let (oneImaginary, twoImaginary) = unsafe (one + vectors, two + vectors)
        if isFirst {
            for place in 0..<vectors {
                let (a, b, c, d) = unsafe (one[place], oneImaginary[place], two[place], twoImaginary[place])
                unsafe real[place] = a * c - b * d
                unsafe imaginary[place] = a * d + b * c
            }
        } else {
            for place in 0..<vectors {
                let (a, b, c, d) = unsafe (one[place], oneImaginary[place], two[place], twoImaginary[place])
                unsafe real[place] += a * c - b * d
                unsafe imaginary[place] += a * d + b * c
            }
        }
    }
}
