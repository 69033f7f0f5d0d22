package import AudioTypes
package import MediaTypes

extension AudioReader {
    /// The planes to fill, one for each channel of the output format.
    package typealias Planes = UnsafeBufferPointer<UnsafeMutablePointer<Float>>

    /// Fills `planes` with up to `capacity` frames and returns how many; 0 means the end.
    ///
    /// Returns fewer than `capacity` frames only before the end or before a failure, which the next call throws. Allocates only
    /// if the stream changes its format.
    /// - Throws: ``MediaError/Code/corrupt``, ``MediaError/Code/incomplete``, ``MediaError/Code/unsupported``,
    ///   ``MediaError/Code/unreadable``, ``MediaError/Code/cancelled``, and what the source throws.
    package mutating func read(into planes: Planes, capacity: Int) throws(MediaError) -> Int {
        precondition(planes.count == outputFormat.channelCount, "one plane a channel")
        hasRead = true
        return unsafe try produce(into: planes, capacity: capacity)
    }

    /// Fills `planes` with frames that are there, up to `capacity`, and waits only for the first; 0 means the end. What the media promise
    /// beyond that end is not missed, because more may come: see ``resume()``.
    /// - Throws: what ``read(into:capacity:)`` throws, except ``MediaError/Code/incomplete``.
    package mutating func readPromptly(into planes: Planes, capacity: Int) throws(MediaError) -> Int {
        do throws(MediaError) {
            hasRead = true
            return unsafe try produce(into: planes, capacity: capacity, isPrompt: true)
        } catch {
            guard error.code == .incomplete else { throw error }
            failure = nil
            return 0
        }
    }

    /// Reads on behind an end that was none, because more has come since.
    package mutating func resume() {
        track.demuxer.resume()
        track.decoder.flush()
        hasEnded = false
    }

    /// Converts all further frames to `format`, so that they continue a stream of that format. The position in seconds stays
    /// the same; ``position`` counts in the new rate from now on. If samples carry packets before or from now on, a seek must follow,
    /// unless nothing was read.
    package mutating func convert(to format: StreamFormat) {
        position = FrameCount(seconds: position.seconds(at: outputFormat.sampleRate), at: format.sampleRate)
        outputFormat = format
        resampler = nil
        carrier = nil
    }

    /// Makes frames for ``read(into:capacity:)``. Without planes it drops the frames.
    /// - Parameter isPrompt: whether to return what is decoded rather than wait for more.
    mutating func produce(into planes: Planes?, capacity: Int, isPrompt: Bool = false) throws(MediaError) -> Int {
        if let failure { throw failure }
        var filled = 0
        do throws(MediaError) {
            while filled < capacity {
                let count = unsafe try step(into: planes, at: filled, capacity: capacity - filled)
                guard let count else { break }
                filled += count
                if isPrompt, filled > 0, track.position.pending.isEmpty { break }
            }
        } catch {
            guard filled > 0 else { throw error }
            failure = error
        }
        position.value += Int64(filled)
        return filled
    }

    /// Does one step of reading, at most one piece. Returns the number of frames that it made: 0 if only internal state
    /// advanced, `nil` at the end.
    private mutating func step(into planes: Planes?, at start: Int, capacity: Int) throws(MediaError) -> Int? {
        if outputFormat.coding != nil { return unsafe try carry(into: planes, at: start, capacity: capacity) }
        if (resampler?.waitingCount ?? 0) > 0 {
            return unsafe resampler?.take(into: planes, at: start, capacity: capacity)
        }
        if track.position.pending.isEmpty, try !track.next() {
            if resampler?.end() == true { return 0 }
            // The length of an incomplete file is known here as well.
            hasEnded = true
            try checkEnd(at: position.value + Int64(start))
            return nil
        }
        if track.formats.current == outputFormat, resampler == nil {
            let count = min(capacity, track.position.pending.count)
            if let planes = unsafe planes {
                unsafe SampleConversion.convert(
                    track.frame, from: track.position.pending.lowerBound, count: count, into: planes, at: start)
            }
            track.position.take(count)
            return count
        }
        try resample()
        return 0
    }

    /// Moves a piece of the pending frame into the resampler. Replaces the resampler first if the stream changed its format.
    private mutating func resample() throws(MediaError) {
        let format = track.formats.current
        if resampler == nil || resampler?.input != format {
            // What the old resampler still holds belongs before the change.
            if resampler?.end() == true { return }
            resampler = nil
            guard format != outputFormat else { return }
            resampler = try Resampler(from: format, to: outputFormat, name: track.name)
            scratch = PlaneBuffer(channelCount: format.channelCount, capacity: Resampler.largestPiece)
        }
        guard let planes = unsafe scratch?.planes, let pieceSize = resampler?.pieceSize else { return }
        let pending = track.position.pending
        let count = min(pieceSize, pending.count)
        unsafe SampleConversion.convert(track.frame, from: pending.lowerBound, count: count, into: planes, at: 0)
        track.position.take(count)
        unsafe resampler?.put(planes, from: 0, count: count)
    }
}
