package import AudioTypes
package import MediaTypes

/// Reads the audio of media as planar 32-bit floats; the playback worker pulls its audio from here.
///
/// Frame 0 is the first audible frame: encoder delay and padding are cut. Any thread may use a reader, but only one at a time.
/// Only the ``CancellationToken`` may be used from other threads meanwhile.
package struct AudioReader: ~Copyable {
    /// What was found out about the media when it was opened.
    package let info: MediaInfo
    /// Cancels everything that this reader does, from any thread.
    package let cancellation: CancellationToken
    /// The format that ``read(into:capacity:)`` produces: the track's own, or the one that
    /// ``init(_:convertingTo:cancellation:)`` or ``convert(to:)`` set.
    package internal(set) var outputFormat: StreamFormat
    /// The next frame to read, counted in ``outputFormat``'s rate.
    package internal(set) var position = FrameCount.zero

    var track: TrackDecoder
    var resampler: Resampler?
    /// Samples on their way into the resampler.
    var scratch: PlaneBuffer?
    /// Makes samples that carry packets as they are, if the output format is such a one; `nil` before the first.
    var carrier: Carrier?
    /// Whether anything was asked for: what is wrong with the whole of the media counts from then on.
    var hasRead = false
    /// Whether the last step reached the end of the track.
    var hasEnded = false
    /// A failure that occurred after some frames of the same read. Those frames are returned first.
    var failure: MediaError?

    /// Opens a local file.
    /// - Throws: every ``MediaError/Code`` but ``MediaError/Code/notSeekable``.
    package init(
        _ location: MediaLocation, convertingTo format: StreamFormat? = nil, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) {
        try self.init(
            try FileSource(location, cancellation: cancellation), name: location.name, convertingTo: format,
            cancellation: cancellation)
    }

    /// Opens media that comes from `source`: a container, or bare `samples`. Messages call the media `name`.
    /// - Parameters:
    ///   - track: which audio track is read.
    ///   - keepsPackets: whether packets are kept for ``takePackets()`` from the first one on.
    package init(
        _ source: any ByteSource, name: String, track wish: TrackWish = TrackWish(), samples: RawSamples? = nil,
        convertingTo format: StreamFormat? = nil,
        keepsPackets: Bool = false, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) {
        let track = try TrackDecoder.open(
            source, name: name, wanting: wish, samples: samples, keepsPackets: keepsPackets, cancellation: cancellation)
        let own = track.formats.first
        let description = try track.description
        let audioTrack = track.audioTrack
        let info = MediaInfo(description: description, track: audioTrack, format: own)
        self.init(track, info, outputFormat: format ?? own, cancellation)
    }

    /// Sets all members at once, from complete values. If the members were set one by one from the track's own while others
    /// were still missing, Swift 6.3's optimiser released the array in the track's format once too often.
    private init(
        _ track: consuming TrackDecoder, _ info: MediaInfo, outputFormat: StreamFormat, _ cancellation: CancellationToken
    ) {
        self.track = track
        self.info = info
        self.outputFormat = outputFormat
        self.cancellation = cancellation
    }

    /// The number of packets, since the opening, that could not be decoded and were left out, or became damaged sound and were
    /// concealed. For hybrid WavPack also those whose correction is of no use, and one for a correction file that is.
    package var decodeErrorCount: Int { track.check.errorCount + track.origin.correction.lossCount(hasRead: hasRead) }

    /// Whether ``seek(to:)`` can work.
    package var isSeekable: Bool { track.demuxer.isSeekable }
}

/// The reader alone owns everything in it, and nothing in it is bound to a thread.
extension AudioReader: @unchecked Sendable {}

extension AudioReader {
    /// Returns the tag changes found since the last call: titles of a radio station, or of the links of an Ogg chain. Their
    /// frames may be some way ahead of ``position``.
    package mutating func takeTagChanges() -> [TagChange] {
        guard !track.tags.changes.isEmpty else { return [] }
        defer { track.tags.removeChanges() }
        return track.tags.changes.map { TagChange(frame: FrameCount(outputFrame(of: $0.frame)), tags: $0.tags) }
    }

    /// Sets whether packets are kept for ``takePackets()`` from now on. Those that are there stay if they are.
    package mutating func keepPackets(_ isWanted: Bool) { track.keeper.setWanted(isWanted) }

    /// Returns the packets that were decoded since the last call, if they are kept. Their frames are counted at the rate of the output,
    /// and may be some way ahead of ``position``.
    package mutating func takePackets() -> [PlayedPacket] {
        // The closure must not capture the reader while its keeper changes.
        let rates = (Int64(info.format.sampleRate.hertz), Int64(outputFormat.sampleRate.hertz))
        return track.keeper.take { Self.outputFrame(of: $0, rates) }
    }
}

extension AudioReader {
    /// The real length of the track, from its first audible frame to its last. It is known once a read or a seek has reached
    /// the end; `nil` before.
    package var heardLength: MediaTime? {
        guard hasEnded else { return nil }
        // If the rate changes, count the frames of the output instead.
        if !track.formats.hasChangedRate, let sample = track.position.sample {
            // A seek to beyond the stated end reaches that end without a frame.
            let frames = track.length.map { min(sample, track.position.linkStart + $0) } ?? sample
            return MediaTime(value: frames, timescale: Int64(info.format.sampleRate.hertz))
        }
        return MediaTime(value: position.value, timescale: Int64(outputFormat.sampleRate.hertz))
    }

    /// Decodes to the end without giving out any frame, and returns the length of the track.
    /// - Throws: what ``read(into:capacity:)`` throws, except ``MediaError/Code/incomplete``.
    mutating func measure() throws(MediaError) -> MediaTime? {
        do throws(MediaError) {
            while try unsafe produce(into: nil, capacity: 1 << 20) > 0 {}
        } catch {
            // Missing sound is not audible, so it does not count.
            guard error.code == .incomplete else { throw error }
        }
        return heardLength
    }
}

/// Reading the packets of a track as they are, in samples that carry them.
extension AudioReader {
    /// The format in which the packets can be read as they are; `nil` if they cannot.
    package var codedFormat: StreamFormat? { track.facts?.carriage?.format }

    /// Does one step of reading packets. The parameters and the result are those of `step(into:at:capacity:)`.
    mutating func carry(into planes: Planes?, at start: Int, capacity: Int) throws(MediaError) -> Int? {
        let place = position.value + Int64(start)
        if (carrier?.waitingCount ?? 0) > 0 {
            return unsafe carrier?.take(into: planes, at: start, capacity: capacity, position: place)
        }
        if track.position.pending.isEmpty, try !track.next() {
            hasEnded = true
            try checkEnd(at: place)
            return nil
        }
        track.position.clear()
        guard let carriage = track.facts?.carriage, let packet = track.codedPacket else { throw track.demuxer.undecodable }
        if carrier == nil {
            carrier = unsafe try Carrier(carriage, stream: track.demuxer.stream, name: track.name)
            // Nothing of these is heard, but they are the beginning of the first unit.
            for lead in track.takeLeadPackets() {
                _ = carrier?.put(lead.packet, start: lead.start, count: lead.count, from: place)
            }
        }
        // Sound of another rate has no place among samples of the first one.
        let fits = track.formats.current.sampleRate == track.formats.first.sampleRate
        if !fits || carrier?.put(packet, start: track.position.frameStart, count: track.frame.count, from: place) == false {
            track.check.errorCount += 1
        }
        return 0
    }

    /// Moves to `target` among the samples that carry packets. Zeros are read from there to the first whole unit.
    mutating func moveCarried(to target: Int64, _ carriage: Carriage) throws(MediaError) {
        try track.seek(to: max(0, carriage.trackFrame(from: target)))
        // The rate changes before the target, in a part that was not decoded until now.
        if track.formats.hasChangedRate { return try move(to: FrameCount(target)) }
        position = FrameCount(target)
        hasEnded = track.position.pending.isEmpty
    }
}
