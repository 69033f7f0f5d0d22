package import AudioTypes
package import MediaTypes

extension AudioReader {
    /// Moves to `frame`, counted in ``outputFormat``'s rate. The next read gives the same samples as a read from the start
    /// would give there. A target past the end moves to the end.
    ///
    /// There are exceptions, because the output of some decoders depends on everything that they decoded before. For AAC,
    /// Musepack and Windows Media Audio with noise substitution, only the noise differs after a jump. For speech codecs (AMR,
    /// GSM, Speex) a difference remains: as much as is left after a second of decoding.
    /// - Parameter isWanted: called for each packet; if it returns `false`, the seek ends with ``MediaError/Code/cancelled``.
    /// - Throws: ``MediaError/Code/notSeekable``, and what ``read(into:capacity:)`` throws. After an error the position is
    ///   undefined until another seek succeeds.
    package mutating func seek(to frame: FrameCount, while isWanted: (() -> Bool)? = nil) throws(MediaError) {
        track.isWanted = isWanted
        defer { track.isWanted = nil }
        try move(to: frame)
    }

    mutating func move(to frame: FrameCount) throws(MediaError) {
        guard isSeekable else { throw MediaError(.notSeekable, "\(track.name) can only be played from front to back") }
        resampler = nil
        carrier = nil
        failure = nil
        hasEnded = false
        track.tags.removeChanges()
        track.keeper.removeAll()
        let target = max(0, min(frame, .farthest).value)
        guard !track.formats.hasChangedRate else {
            // Frames of different rates do not add up to a time that can be jumped to.
            try track.rewind()
            position = .zero
            return try skip(to: target)
        }
        if outputFormat.coding != nil, let carriage = track.facts?.carriage { return try moveCarried(to: target, carriage) }
        let (start, first) = start(before: target)
        try track.seek(to: start)
        // The rate changes before the target, in a part that was not decoded until now.
        if track.formats.hasChangedRate { return try move(to: frame) }
        let reached = track.position.sample
        guard reached == start || reached == nil else {
            // The track ends before the start position.
            position = FrameCount(outputFrame(of: reached ?? start))
            hasEnded = reached != nil
            return
        }
        position = FrameCount(first)
        try skip(to: target)
    }

    /// The frame of the track at which to start for an output frame, and the output frame of the same moment.
    ///
    /// Both rates share a grid of moments (every 147th frame of 44.1 kHz is every 160th of 48 kHz). A start on this grid gives
    /// the resampler the same phases as a start from the beginning; a start one filter length before the target fills its
    /// memory.
    private func start(before target: Int64) -> (track: Int64, output: Int64) {
        let (input, output) = (Int64(info.format.sampleRate.hertz), Int64(outputFormat.sampleRate.hertz))
        guard input != output else { return (target, target) }
        let divisor = Self.greatestCommonDivisor(input, output)
        let (inputStep, outputStep) = (input / divisor, output / divisor)
        // The filter spans 32 frames of the lower rate. Use twice that.
        let filter = 64 * max(1, (input + output - 1) / output)
        let steps = target / outputStep - (filter + inputStep - 1) / inputStep
        return (max(0, steps) * inputStep, max(0, steps) * outputStep)
    }

    func outputFrame(of frame: Int64) -> Int64 {
        Self.outputFrame(of: frame, (Int64(info.format.sampleRate.hertz), Int64(outputFormat.sampleRate.hertz)))
    }

    static func outputFrame(of frame: Int64, _ rates: (input: Int64, output: Int64)) -> Int64 {
        let (input, output) = rates
        guard input != output else { return frame }
        let (product, overflows) = frame.multipliedReportingOverflow(by: output)
        // No recording is that long, but a damaged packet may state such a number.
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
