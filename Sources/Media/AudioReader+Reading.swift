package import AudioTypes

extension AudioReader {
    /// Planes to fill, one a channel of the output format.
    package typealias Planes = UnsafeBufferPointer<UnsafeMutablePointer<Float>>

    /// Fills the planes with up to `capacity` frames and answers how many; 0 is the end.
    ///
    /// Fewer than `capacity` come only before the end or a failure, which the next call reports. Allocates nothing except where the
    /// stream changes its format.
    /// - Throws: ``MediaError/Code/corrupt``, ``MediaError/Code/unreadable``, ``MediaError/Code/cancelled``.
    package mutating func read(into planes: Planes, capacity: Int) throws(MediaError) -> Int {
        precondition(planes.count == outputFormat.channelCount, "one plane a channel")
        return unsafe try produce(into: planes, capacity: capacity)
    }

    /// Converts from now on to `format`, so that the frames continue a stream of that format. Seconds stay what they are:
    /// ``position`` is counted in the new rate.
    package mutating func convert(to format: StreamFormat) {
        position = FrameCount(seconds: position.seconds(at: outputFormat.sampleRate), at: format.sampleRate)
        outputFormat = format
        resampler = nil
    }

    /// Makes frames for ``read(into:capacity:)``, or drops them where there are no planes.
    mutating func produce(into planes: Planes?, capacity: Int) throws(MediaError) -> Int {
        if let failure { throw failure }
        var filled = 0
        do throws(MediaError) {
            while filled < capacity {
                let count = unsafe try step(into: planes, at: filled, capacity: capacity - filled)
                guard let count else { break }
                filled += count
            }
        } catch {
            guard filled > 0 else { throw error }
            failure = error
        }
        position.value += Int64(filled)
        return filled
    }

    /// One step of the way: at most one piece. `nil` at the end, 0 where only something inside moved on.
    private mutating func step(into planes: Planes?, at start: Int, capacity: Int) throws(MediaError) -> Int? {
        if (resampler?.waitingCount ?? 0) > 0 {
            return unsafe resampler?.take(into: planes, at: start, capacity: capacity)
        }
        if track.pending.isEmpty, try !track.next() {
            if resampler?.end() == true { return 0 }
            // Also of what is incomplete it is known then how long it is.
            hasEnded = true
            try checkEnd(at: position.value + Int64(start))
            return nil
        }
        if track.frameFormat == outputFormat, resampler == nil {
            let count = min(capacity, track.pending.count)
            if let planes = unsafe planes {
                unsafe SampleConversion.convert(
                    track.frame, from: track.pending.lowerBound, count: count, into: planes, at: start)
            }
            track.take(count)
            return count
        }
        try resample()
        return 0
    }

    /// How much of a duration may be missing at the end, in seconds: more than two frames of any codec, and than the padding that
    /// some containers count.
    private static let endTolerance = 0.5

    /// Refuses the end where sound is missing before it: of a file that became shorter while it was read, or was never as long as
    /// it says.
    private func checkEnd(at frame: Int64) throws(MediaError) {
        let seconds = FrameCount(frame).seconds(at: outputFormat.sampleRate)
        if let promised = try promisedSeconds, seconds + endTolerance < promised {
            if track.source.hasShrunk {
                throw MediaError(.corrupt, "\(track.name) ended early: the file became shorter while it was played")
            }
            throw incomplete("\(Self.text(of: seconds)) of its \(Self.text(of: promised)) seconds are there")
        }
        if try track.demuxer.isCut() { throw incomplete("only its first \(Self.text(of: seconds)) seconds are there") }
    }

    /// What the end is held against: a cut breaks one packet. Where more are broken, their number tells of the damage.
    private var promisedSeconds: Double? {
        get throws(MediaError) { track.source.hasShrunk || track.errorCount <= 1 ? try track.promisedSeconds() : nil }
    }

    /// A converter keeps back a frame of its input, which is long at a rate of a few hertz.
    private var endTolerance: Double { Self.endTolerance + 2 / Double(info.format.sampleRate.hertz) }

    private func incomplete(_ what: String) -> MediaError {
        MediaError(.incomplete, "\(track.name) is incomplete: \(what)")
    }

    /// With one decimal.
    private static func text(of seconds: Double) -> String {
        let tenths = Int((min(seconds, 1e9) * 10).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Moves a piece of the pending frame into the resampler, after exchanging that where the stream has changed.
    private mutating func resample() throws(MediaError) {
        if resampler == nil || resampler?.input != track.frameFormat {
            // What the old one holds back belongs before the change.
            if resampler?.end() == true { return }
            resampler = nil
            guard track.frameFormat != outputFormat else { return }
            resampler = try Resampler(from: track.frameFormat, to: outputFormat, name: track.name)
            scratch = PlaneBuffer(channelCount: track.frameFormat.channelCount, capacity: Resampler.largestPiece)
        }
        guard let planes = unsafe scratch?.planes, let pieceSize = resampler?.pieceSize else { return }
        let count = min(pieceSize, track.pending.count)
        unsafe SampleConversion.convert(track.frame, from: track.pending.lowerBound, count: count, into: planes, at: 0)
        track.take(count)
        unsafe resampler?.put(planes, from: 0, count: count)
    }
}

extension TrackDecoder {
    /// Marks samples as taken.
    mutating func take(_ count: Int) { pending = (pending.lowerBound + count)..<pending.upperBound }
}
