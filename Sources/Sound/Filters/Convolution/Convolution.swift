/// Which channel goes to which through what impulse response. A value; ``Convolver`` runs it.
package struct Convolution: Hashable, Sendable {
    /// One way from a channel to a channel.
    package struct Path: Hashable, Sendable {
        /// The channel that is heard through it, by its plane.
        package let input: Int
        /// The channel to which it is added, by its plane.
        package let output: Int
        /// Which of the filters.
        package let filter: Int

        /// Makes a path.
        package init(from input: Int, to output: Int, through filter: Int) {
            (self.input, self.output, self.filter) = (input, output, filter)
        }
    }

    /// The impulse responses, each a factor for each frame.
    package let filters: [[Double]]
    /// The ways, by their outputs. A channel to which none leads passes unchanged.
    package let paths: [Path]

    /// The most frames of a filter: a resampled impulse response with eight curves behind it, at any rate.
    package static let tapLimit = 2 * ImpulseBounds.resampledFrames
    /// The most frames of the longest filter, counted once for each channel that is heard through one: what a ``Convolver`` remembers is 8 bytes for
    /// each. Of all filters together there may be twice as many.
    package static let sizeLimit = 2 * tapLimit
    /// The most paths.
    package static let pathLimit = 64
    /// The largest factor of an impulse response, 40 dB.
    package static let largestTap = 100.0
    /// The largest factor of what curves and an impulse response give together, 120 dB: no sound is louder.
    package static let largestProduct = 1e6

    /// What changes nothing.
    package static let none = Convolution()

    private init() { (filters, paths) = ([], []) }

    /// Makes a convolution, or returns `nil` if a filter is empty, longer than ``tapLimit`` or has a factor beyond ``largestTap`` or one that is no
    /// number, if there are more paths than ``pathLimit`` or more frames than ``sizeLimit``, or if a path is there twice, has a channel
    /// outside 0…63 or a filter that is not there.
    package init?(filters: [[Double]], paths: [Path]) {
        guard paths.count <= Self.pathLimit, Set(paths).count == paths.count,
            paths.allSatisfy({
                (0..<64).contains($0.input) && (0..<64).contains($0.output) && filters.indices.contains($0.filter)
            }),
            filters.allSatisfy({ taps in !taps.isEmpty && taps.allSatisfy { abs($0) <= Self.largestTap } }),
            let made = try? Self(made: filters, paths: paths)
        else { return nil }
        self = made
    }

    /// Makes a convolution of filters that are there and paths that lead through them, or says why they are too much.
    init(made filters: [[Double]], paths: [Path]) throws(ImpulseError) {
        let length = filters.reduce(0) { max($0, $1.count) }
        guard length <= Self.tapLimit else { throw .productTooLong(frames: length) }
        let inputs = Set(paths.map(\.input)).count
        guard inputs * length <= Self.sizeLimit, filters.reduce(0, { $0 + $1.count }) <= 2 * Self.sizeLimit else {
            throw .tooManyChannels(frames: length, channels: inputs)
        }
        // What is no number is not within the bound, either.
        guard filters.allSatisfy({ $0.allSatisfy { abs($0) <= Self.largestProduct } }) else { throw .productTooLoud }
        self.filters = filters
        self.paths = paths.sorted { ($0.output, $0.input, $0.filter) < ($1.output, $1.input, $1.filter) }
    }

    /// Whether every channel passes unchanged.
    package var isNeutral: Bool { paths.isEmpty }

    /// The frames of the longest filter that a path leads through.
    package var length: Int { paths.map { filters[$0.filter].count }.max() ?? 0 }

    /// The channels that are heard through a path, in order.
    var inputs: [Int] { Set(paths.map(\.input)).sorted() }
    /// The channels to which a path leads, in order.
    var outputs: [Int] { Set(paths.map(\.output)).sorted() }
}

/// How large an impulse response may be.
package enum ImpulseBounds {
    /// The most frames: 5.9 s at 44.1 kHz, and as many as programs for rooms write at 384 kHz.
    package static let frames = 262_144
    /// The most frames that these may become at another rate: 2.7 s at 192 kHz.
    package static let resampledFrames = 2 * frames
    /// The most bytes of a file.
    package static let bytes = 64 << 20
}
