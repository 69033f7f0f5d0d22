import AudioTypes
import MediaTypes

extension TrackDecoder {
    /// How many packets may fail in a row before the rest of a track counts as damaged: some ten seconds for most codecs.
    private static let maximumFailures = 400
    /// How many seconds of a track may be concealed in a row before the rest counts as damaged. A decoder may take other data
    /// between the sound for sound for many seconds.
    private static let longestConcealed = 30

    /// Decodes until ``pending`` holds samples; returns `false` at the end of the track.
    mutating func next() throws(MediaError) -> Bool {
        while true {
            try throwIfUnwanted()
            switch try decoder.receive(into: frame) {
            case .frame:
                if try accept() { return true }
            case .invalid:
                try countFailure()
            case .needsPacket:
                try feed()
            case .end:
                pending = 0..<0
                guard try openNextLink() else { return false }
            }
        }
    }

    /// Throws if the whole reading or the current seek was cancelled.
    func throwIfUnwanted() throws(MediaError) {
        guard !cancellation.isInterrupted, isWanted?() ?? true else { throw .cancelled(name) }
    }

    private mutating func feed() throws(MediaError) {
        if isDraining {
            // A decoder that wants more packets after the end has nothing left.
            return try countFailure()
        }
        // What follows the end of the recording is not audible, so damage there does not matter.
        if !isComplete, try demuxer.readPacket() {
            noteTags()
            if firstOffset == nil { firstOffset = demuxer.packet.offset }
            if nextIndex == nil { noteLanding() }
            try keeper.keep(demuxer, start: nextIndex, link: link, tags: lastTags)
            if Carriage.mayCarry(decoder.codec) { codedPacket = SharedPacket(demuxer.packet) }
            if try !decoder.send(demuxer.packet) { try countFailure() }
            demuxer.packet.clear()
        } else {
            isDraining = true
            try decoder.sendEnd()
        }
    }

    /// Whether the whole recording was decoded; `false` if its length is unknown.
    private var isComplete: Bool {
        guard let length, let nextIndex else { return false }
        return nextIndex - linkStart >= length
    }

    /// Notes what the first packets after a jump say about their position.
    private mutating func noteLanding() {
        packetStart = flac?.firstSample(of: demuxer.packet)
        // On the last page of Ogg FFmpeg invents the packets' timestamps: the page's number is that of its end.
        if let lastPage, demuxer.packet.offset >= lastPage { isLandingBlind = flac == nil }
    }

    mutating func countFailure() throws(MediaError) {
        failures += 1
        if !isLanding { errorCount += 1 }
        guard failures <= Self.maximumFailures else {
            throw MediaError(.corrupt, "\(name) is damaged: \(failures) packets in a row cannot be decoded")
        }
    }

    private mutating func countConcealed() throws(MediaError) {
        concealed += frame.count
        if !isLanding { errorCount += 1 }
        guard concealed <= Self.longestConcealed * Int(frameFormat.sampleRate.hertz) else {
            throw MediaError(.corrupt, "\(name) is damaged: its samples are far beyond full scale, or no numbers")
        }
    }

    /// Works out the position of a decoded frame; returns `false` if none of it is audible.
    mutating func accept() throws(MediaError) -> Bool {
        let count = frame.count
        guard count > 0, SampleConversion.supports(frame.sampleFormat) else { return false }
        try noticeShape()
        failures = 0
        if let codec = hiddenCodec.find(in: frame) {
            throw MediaError(
                .unsupported, "\(name) has \(codec) in place of samples: it cannot be decoded here, and would be noise")
        }
        if try concealment.conceal(frame, name: name) { try countConcealed() } else { concealed = 0 }
        if timeline == nil { try learn() }
        let timestamp = frame.timestamp
        if let index = nextIndex {
            frameStart = index
            let start = linkStart
            timeline?.observe(timestamp: timestamp, at: index - start)
        } else if let packetStart {
            frameStart = linkStart + packetStart
        } else if flac == nil, let timestamp, let index = timeline?.frame(at: timestamp) {
            frameStart = linkStart + index
        } else {
            return false
        }
        nextIndex = frameStart + Int64(count)
        keeper.place(at: frameStart)
        // After a jump to near the beginning, skip the samples before the first audible one.
        pending = min(count, Int(max(0, linkStart - frameStart)))..<count
        applyLimit()
        return !pending.isEmpty
    }

    /// Cuts the samples after the end of the track that the container states.
    mutating func applyLimit() {
        guard let length, let end = nextIndex else { return }
        let limit = linkStart + length
        guard end > limit else { return }
        let kept = max(Int64(pending.lowerBound), Int64(pending.upperBound) - (end - limit))
        pending = pending.lowerBound..<Int(kept)
        nextIndex = max(limit, frameStart)
    }

    private mutating func noticeShape() throws(MediaError) {
        let shape = FrameShape(frame)
        guard shape != frameShape else { return }
        guard let format = shape.format(of: frame) else {
            throw MediaError(
                .unsupported, "\(name) has \(frame.channelCount) channels at \(frame.sampleRate) Hz, which cannot be played")
        }
        if isPrimed, format.sampleRate != self.format.sampleRate {
            hasChangedRate = true
            timeline?.distrust()
        }
        frameShape = shape
        frameFormat = format
    }
}
