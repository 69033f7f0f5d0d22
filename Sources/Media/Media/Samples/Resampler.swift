package import AudioTypes
import CFFmpeg
package import MediaTypes

/// Owner of an `SwrContext`: converts planar floats of one rate and layout to another. One thread at a time.
///
/// Samples go in by pieces of at most ``pieceSize`` frames. The output waits in this object's own buffer until it is taken, so
/// that nothing piles up inside swresample. The ratio of the rates decides the size of a piece, so that the buffer is small for
/// every ratio.
@safe package struct Resampler: ~Copyable {
    /// The format of the samples that go in.
    package let input: StreamFormat
    /// The format of the samples that come out.
    let output: StreamFormat
    private let context: OpaquePointer
    private let staging: PlaneBuffer
    /// The frames of `staging` that wait to be taken.
    private var waiting = 0..<0
    private var hasEnded = false

    /// The most frames that may go in at once at any ratio of rates.
    package static let largestPiece = 1024
    /// About how many frames may come out at once.
    private static let outputSize = 8_192
    /// The most frames that may wait. This is more than come out of any piece at the rates of music. A single frame at a rate
    /// of a few hertz would produce more: the rest then stays in swresample, and is fetched when the waiting frames were taken.
    private static let mostWaiting = 32_768

    /// The most frames that may go in at once; fewer if each one becomes many.
    package let pieceSize: Int
    /// Whether swresample may hold more output of the last piece than the buffer had room for.
    private var holdsMore = false

    /// - Parameter isAdjustable: whether ``squeeze(by:)`` will be called. Then samples pass through the filter also if both rates are
    ///   equal; as long as nothing is squeezed, they come out as they are, because the filter's pass band is the whole band.
    /// - Throws: ``MediaError/Code/unsupported`` if there is no conversion between the layouts.
    package init(
        from input: StreamFormat, to output: StreamFormat, name: String, isAdjustable: Bool = false
    ) throws(MediaError) {
        var context: OpaquePointer?
        var (inputLayout, outputLayout) = unsafe (input.channelLayout.native, output.channelLayout.native)
        var status = unsafe swr_alloc_set_opts2(
            &context, &outputLayout, AV_SAMPLE_FMT_FLTP, output.sampleRate.hertz,
            &inputLayout, AV_SAMPLE_FMT_FLTP, input.sampleRate.hertz, 0, nil)
        if status >= 0 {
            if let matrix = ChannelMatrix(from: input.channelLayout, to: output.channelLayout) {
                unsafe swr_set_matrix(context, matrix.weights, Int32(input.channelCount))
            } else {
                // Otherwise swresample would mix floats down to above full scale.
                unsafe av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0)
            }
            if isAdjustable { unsafe Self.makeAdjustable(context, input, output) }
            status = unsafe swr_init(context)
        }
        guard status >= 0, let context = unsafe context else {
            unsafe swr_free(&context)
            throw MediaError(
                .unsupported,
                "the sound of \(name) cannot be converted to \(output.channelCount) channels at \(output.sampleRate)",
                detail: MediaError.text(of: status))
        }
        unsafe self.context = unsafe context
        self.input = input
        self.output = output
        let fitting = Self.outputSize * Int(input.sampleRate.hertz) / Int(output.sampleRate.hertz)
        pieceSize = min(Self.largestPiece, max(1, fitting))
        let most = unsafe swr_get_out_samples(context, Int32(pieceSize))
        staging = PlaneBuffer(
            channelCount: output.channelCount, capacity: min(Int(max(most, 1)) + Self.largestPiece, Self.mostWaiting))
    }

    deinit {
        var context: OpaquePointer? = unsafe context
        unsafe swr_free(&context)
    }

    private static func makeAdjustable(_ context: OpaquePointer?, _ input: StreamFormat, _ output: StreamFormat) {
        let options = unsafe UnsafeMutableRawPointer(context)
        unsafe av_opt_set_int(options, "flags", Int64(SWR_FLAG_RESAMPLE), 0)
        // Between the phases of the filter it interpolates; the nearest phase alone would be heard as noise.
        unsafe av_opt_set_int(options, "linear_interp", 1, 0)
        unsafe av_opt_set_int(options, "exact_rational", 0, 0)
        if input.sampleRate == output.sampleRate { unsafe av_opt_set_double(options, "cutoff", 1, 0) }
    }

    /// Over how many frames of the output a squeeze is spread: so fine is the ratio, about a millionth. Far more than come out between
    /// two calls of ``squeeze(by:)``.
    private static let squeezeSpan: Int32 = 1 << 20

    /// Lets the samples that go in from now on come out in that much less time: 0.001 is a thousandth less, and a negative part is
    /// more time. It holds for some ten seconds of sound unless it is set anew. Only if the resampler is adjustable.
    package mutating func squeeze(by part: Double) {
        let fewer = Int32((part * Double(Self.squeezeSpan)).rounded())
        unsafe swr_set_compensation(context, -fewer, Self.squeezeSpan)
    }

    /// The most frames that can wait to be taken.
    var capacity: Int { staging.capacity }

    /// The number of frames that wait to be taken.
    package var waitingCount: Int { waiting.count }

    /// Converts `count` frames of `planes`, at most ``pieceSize``, from index `start` on. Take all waiting frames first.
    package mutating func put(_ planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>, from start: Int, count: Int) {
        precondition(waiting.isEmpty && count <= pieceSize)
        unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: planes.count) { inputs in
            for channel in 0..<planes.count {
                let plane = unsafe UnsafeRawPointer(planes[channel] + start)
                unsafe inputs[channel] = unsafe plane.assumingMemoryBound(to: UInt8.self)
            }
            unsafe convert(inputs.baseAddress, count: count)
        }
        holdsMore = waiting.count == capacity
    }

    /// Fetches output that the buffer had no room for. No samples go in: the planes only tell swresample that this is not the
    /// end.
    private mutating func fetchMore() {
        let planes = unsafe staging.planes
        unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: input.channelCount) { inputs in
            for channel in 0..<input.channelCount {
                unsafe inputs[channel] = unsafe UnsafeRawPointer(planes[0]).assumingMemoryBound(to: UInt8.self)
            }
            unsafe convert(inputs.baseAddress, count: 0)
        }
        holdsMore = waiting.count == capacity
    }

    /// Tells swresample that no input follows, so that it gives out what the filter holds back. Returns whether any frames came
    /// out.
    package mutating func end() -> Bool {
        precondition(waiting.isEmpty)
        guard !hasEnded else { return false }
        unsafe convert(nil, count: 0)
        if waiting.isEmpty { hasEnded = true }
        return !waiting.isEmpty
    }

    private mutating func convert(_ inputs: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        let planes = unsafe staging.planes
        let made = unsafe withUnsafeTemporaryAllocation(
            of: UnsafeMutablePointer<UInt8>?.self, capacity: planes.count
        ) { outputs in
            for channel in 0..<planes.count {
                let plane = unsafe UnsafeMutableRawPointer(planes[channel])
                unsafe outputs[channel] = unsafe plane.assumingMemoryBound(to: UInt8.self)
            }
            return unsafe swr_convert(context, outputs.baseAddress, Int32(staging.capacity), inputs, Int32(count))
        }
        waiting = 0..<max(0, Int(made))
    }

    /// Moves up to `capacity` waiting frames into `planes`, from index `start` on, and returns how many. Without planes it
    /// drops the frames.
    package mutating func take(
        into planes: UnsafeBufferPointer<UnsafeMutablePointer<Float>>?, at start: Int, capacity: Int
    ) -> Int {
        let count = min(capacity, waiting.count)
        if let planes = unsafe planes {
            for channel in 0..<output.channelCount {
                unsafe (planes[channel] + start).update(from: staging.planes[channel] + waiting.lowerBound, count: count)
            }
        }
        waiting = (waiting.lowerBound + count)..<waiting.upperBound
        if waiting.isEmpty, holdsMore { fetchMore() }
        return count
    }
}
