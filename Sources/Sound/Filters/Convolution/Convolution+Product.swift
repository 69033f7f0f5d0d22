import Glibc

extension Convolution {
    /// This convolution with a filter for each channel before it; a channel whose filter is empty has none. An error if they are too loud or
    /// too long together.
    func after(_ filters: [[Double]]) throws(ImpulseError) -> Convolution {
        var made: [[Double]] = []
        var ways: [Path] = []
        var places: [[Int]: Int] = [:]
        var before: [[Double]: Int] = [:]
        func add(_ input: Int, _ output: Int, _ own: Int?) {
            let taps = input < filters.count ? filters[input] : []
            if taps.isEmpty && own == nil { return }
            let kind = before[taps] ?? before.count
            before[taps] = kind
            // What several paths have in common is made once.
            let key = [kind, own ?? -1]
            let place = places[key] ?? made.count
            if place == made.count { made.append(Self.product(taps, own.map { self.filters[$0] } ?? [])) }
            places[key] = place
            ways.append(Path(from: input, to: output, through: place))
        }
        for path in paths { add(path.input, path.output, path.filter) }
        let reached = Set(outputs)
        for channel in filters.indices where !reached.contains(channel) { add(channel, channel, nil) }
        return try Convolution(made: made, paths: ways)
    }

    /// One filter behind the other; an empty one is none.
    static func product(_ one: [Double], _ two: [Double]) -> [Double] {
        if one.isEmpty || two.isEmpty { return one + two }
        let count = one.count + two.count - 1
        var length = 2
        while length < count { length *= 2 }
        // Both at once, as the two parts of complex numbers: half of the imaginary part of the square is the product. Of the same
        // size, so that the square of the larger one does not hide it.
        let (sizeOne, sizeTwo) = (size(one), size(two))
        var real = one.map { $0 / sizeOne } + [Double](repeating: 0, count: length - one.count)
        var imaginary = two.map { $0 / sizeTwo } + [Double](repeating: 0, count: length - two.count)
        let transform = FourierTransform(count: length)
        transform.forward(&real, &imaginary)
        for place in 0..<length {
            (real[place], imaginary[place]) = (
                real[place] * real[place] - imaginary[place] * imaginary[place], 2 * real[place] * imaginary[place]
            )
        }
        transform.backward(&real, &imaginary)
        return imaginary.prefix(count).map { $0 / 2 * sizeOne * sizeTwo }
    }

    /// The largest factor of a filter; 1 if all are 0.
    private static func size(_ taps: [Double]) -> Double {
        let largest = taps.reduce(0) { max($0, abs($1)) }
        return largest > 0 ? largest : 1
    }

    /// The most by which a sine becomes louder on its way to any output, as a factor, if every input has it as the filters like it least.
    /// Sought at two frequencies for each tap; 1 without paths.
    var largestGain: Double {
        if paths.isEmpty { return 1 }
        var size = 2
        while size < 2 * length { size *= 2 }
        let transform = FourierTransform(count: size)
        var known: [Int: [Double]] = [:]
        var largest = 0.0
        for output in outputs {
            var sums = [Double](repeating: 0, count: size / 2 + 1)
            for path in paths where path.output == output {
                let levels = known[path.filter] ?? levels(filters[path.filter], transform)
                known[path.filter] = levels
                for place in sums.indices { sums[place] += levels[place] }
            }
            largest = max(largest, sums.max() ?? 0)
        }
        return largest
    }

    private func levels(_ taps: [Double], _ transform: FourierTransform) -> [Double] {
        var real = taps + [Double](repeating: 0, count: transform.count - taps.count)
        var imaginary = [Double](repeating: 0, count: transform.count)
        transform.forward(&real, &imaginary)
        return (0...transform.count / 2).map { hypot(real[$0], imaginary[$0]) }
    }
}
