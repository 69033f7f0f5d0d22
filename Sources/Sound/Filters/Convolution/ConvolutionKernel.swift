/// What a ``Convolution`` is once its filters are transformed. It takes up to a second to make, never changes, and is shared by every ``Convolver``
/// that runs it, on any thread.
///
/// The compiler does not check that nothing writes into its memory after `init`; nothing does.
@safe package final class ConvolutionKernel: @unchecked Sendable {
    /// The part of it that one length of block needs.
    @safe struct Level {
        /// The frames of a block.
        let block: Int
        /// How many parts each filter has.
        let parts: [Int]
        /// Where the spectra of each filter begin, in vectors.
        let starts: [Int]
        /// The spectra of all parts of all filters.
        let spectra: UnsafeMutablePointer<ConvolutionNumbers>
        /// The bytes of the spectra.
        let byteCount: Int

        /// Transforms the taps from 2·`block` up to `end`.
        init(_ filters: [[Double]], block: Int, end: Int) {
            let transform = ConvolutionTransform(count: block)
            let vectors = block / 4
            let parts = filters.map { max(0, (min($0.count, end) - 1) / block - 1) }
            var starts: [Int] = []
            var size = 0
            for count in parts {
                starts.append(size)
                size += 2 * vectors * count
            }
            unsafe spectra = ConvolutionLevel.made(size)
            let silence = unsafe ConvolutionLevel.made(vectors)
            let taps = unsafe ConvolutionLevel.made(vectors)
            for (filter, count) in parts.enumerated() {
                for part in 0..<count {
                    let first = (part + 2) * block
                    for place in 0..<vectors {
                        let numbers = (0..<4).map { lane in
                            let tap = first + 4 * place + lane
                            return tap < min(end, filters[filter].count)
                                ? ConvolutionNumber(filters[filter][tap] / Double(block)) : 0
                        }
                        unsafe taps[place] = ConvolutionNumbers(numbers)
                    }
                    let spectrum = unsafe spectra + (starts[filter] + 2 * vectors * part)
                    unsafe transform.forward(taps, silence, spectrum, spectrum + vectors)
                }
            }
            unsafe silence.deallocate()
            unsafe taps.deallocate()
            (self.block, self.parts, self.starts) = (block, parts, starts)
            byteCount = size * MemoryLayout<ConvolutionNumbers>.stride
        }
    }

    let paths: [Convolution.Path]
    let inputs: [Int]
    let outputs: [Int]
    /// The frames of the longest filter that a path leads through.
    let length: Int
    /// How many taps of each filter are summed one by one, and these taps of all filters.
    let headTaps: Int
    let head: [ConvolutionNumber]
    let levels: [Level]

    /// Transforms the filters of a convolution.
    package init(_ convolution: Convolution) {
        (paths, inputs, outputs) = (convolution.paths, convolution.inputs, convolution.outputs)
        let length = convolution.length
        let headTaps = min(Convolver.headLength, length)
        (self.length, self.headTaps) = (length, headTaps)
        head = convolution.filters.flatMap { taps in
            (0..<headTaps).map { $0 < taps.count ? ConvolutionNumber(taps[$0]) : 0 }
        }
        let blocks = Convolver.blocks.filter { 2 * $0 < length }
        levels = blocks.enumerated().map { number, block in
            let end = number + 1 < Convolver.blocks.count ? 2 * Convolver.blocks[number + 1] : Convolution.tapLimit
            return Level(convolution.filters, block: block, end: end)
        }
    }

    deinit { for level in levels { unsafe level.spectra.deallocate() } }

    /// Whether every channel passes unchanged.
    package var isNeutral: Bool { paths.isEmpty }

    /// How many frames a ``Convolver`` of it remembers. The last block of the input is still there once the taps are over.
    package var memory: Int { length + 2 * (levels.last?.block ?? 0) }

    /// The bytes of the spectra.
    package var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }
}
