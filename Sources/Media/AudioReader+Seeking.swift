package import AudioTypes

extension AudioReader {
    /// Moves to a frame, counted in ``outputFormat``'s rate: the next read gives the same samples as a read from the start would
    /// give there. Past the end it moves to the end.
    ///
    /// The exceptions, where what a decoder makes depends on all that it decoded before. AAC, Musepack and Windows Media Audio
    /// with noise substitution: the noise differs after a jump, everything else is the same. Speech codecs (AMR, GSM, Speex): what
    /// is left of the difference after a second.
    /// - Parameter isWanted: asked with each packet; where it answers `false` the seek ends with ``MediaError/Code/cancelled``.
    /// - Throws: ``MediaError/Code/notSeekable``, and what ``read(into:capacity:)`` throws; then the position is undefined until
    ///   another seek succeeds.
    package mutating func seek(to frame: FrameCount, while isWanted: (() -> Bool)? = nil) throws(MediaError) {
        track.isWanted = isWanted
        defer { track.isWanted = nil }
        try move(to: frame)
    }

    private mutating func move(to frame: FrameCount) throws(MediaError) {
        guard isSeekable else { throw MediaError(.notSeekable, "\(track.name) can only be played from front to back") }
        resampler = nil
        failure = nil
        hasEnded = false
        track.tagChanges = []
        let target = max(0, min(frame.value, Self.farthestTarget))
        guard !track.hasChangedRate else {
            // Frames of several rates are no time to jump to.
            try track.rewind()
            position = .zero
            return try skip(to: target)
        }
        let (start, first) = start(before: target)
        try track.seek(to: start)
        // The change of rate lay before the target, and nobody had been there yet.
        if track.hasChangedRate { return try move(to: frame) }
        guard track.position == start || track.position == nil else {
            // The end came first.
            position = FrameCount(outputFrame(of: track.position ?? start))
            hasEnded = track.position != nil
            return
        }
        position = FrameCount(first)
        try skip(to: target)
    }

    /// Where jumps from further away go: more than a week even at the highest rate, and multiplied by that rate still a number.
    package static let farthestTarget: Int64 = 1 << 40

    /// The track's frame to begin at for an output frame, and the output frame that is the same moment.
    ///
    /// Both rates share a grid of moments (every 147th frame of 44.1 kHz is every 160th of 48 kHz). Begun there, the resampler's
    /// phases fall as from the start; begun a filter's length before, its memory is full.
    private func start(before target: Int64) -> (track: Int64, output: Int64) {
        let (input, output) = (Int64(info.format.sampleRate.hertz), Int64(outputFormat.sampleRate.hertz))
        guard input != output else { return (target, target) }
        let divisor = Self.greatestCommonDivisor(input, output)
        let (inputStep, outputStep) = (input / divisor, output / divisor)
        // The filter spans 32 frames of the lower rate; twice that.
        let filter = 64 * max(1, (input + output - 1) / output)
        let steps = target / outputStep - (filter + inputStep - 1) / inputStep
        return (max(0, steps) * inputStep, max(0, steps) * outputStep)
    }

    func outputFrame(of frame: Int64) -> Int64 {
        let (input, output) = (Int64(info.format.sampleRate.hertz), Int64(outputFormat.sampleRate.hertz))
        guard input != output else { return frame }
        let (product, overflows) = frame.multipliedReportingOverflow(by: output)
        // No recording goes there, but the number of a damaged packet may.
        guard !overflows, product < .max - input else { return frame < 0 ? .min : .max }
        return (product + input / 2) / input
    }

    private static func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
        right == 0 ? left : greatestCommonDivisor(right, left % right)
    }

    private mutating func skip(to target: Int64) throws(MediaError) {
        while position.value < target {
            let count = unsafe try produce(into: nil, capacity: Int(min(target - position.value, 1 << 20)))
            if count == 0 { return }
        }
    }
}
