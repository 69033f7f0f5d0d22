package import AudioTypes
package import MediaTypes

/// Writes sound to a ``ByteSink``. The counterpart of ``AudioReader``.
///
/// Any thread may use a writer, but only one at a time. What is written, and read again with ``AudioReader``, has exactly the
/// frames of the input, unless the container cannot say where the sound begins and ends
/// (``AudioFileFormat/Container/adts``, ``AudioFileFormat/Container/matroska``), or the sink cannot go back and the format is
/// MP3. If the input is empty, Ogg, Matroska, MP3 and ADTS get one silent frame, because players refuse files without any. If the codec
/// does not have the rate of the input, the sound is converted, and its length is that of the input to the nearest frame.
///
/// A writer that is given up without ``finish()`` writes nothing more; the sink has what ``flush()`` left there.
package struct AudioWriter: ~Copyable {
    /// The format that is written.
    package let format: AudioFileFormat
    /// The format of the samples that ``write(_:from:count:)`` takes.
    package let input: StreamFormat
    /// The rate and the channels that are stored.
    package let stored: StreamFormat
    /// The number of frames that were written, at the rate of the input.
    package private(set) var writtenCount = FrameCount.zero

    private let track: any StoredTrack
    /// The first error. Nothing is written after it.
    private var failure: MediaError?
    private var isFinished = false

    /// Begins to write: the header is in the sink, except for MP4, whose header comes with the first sound.
    ///
    /// - Parameters:
    ///   - input: the format of the samples that will be written.
    ///   - tags: title, artist, album, date, language, comment and so on, under the names that ``MediaDescription/tags`` has.
    ///     Long texts are cut. MP4 keeps the language only as a code of three letters (ISO 639-2), and drops tags that it has
    ///     no place for.
    ///   - name: what messages call the media.
    /// - Throws: ``MediaError/Code/unsupported`` if the codec has not enough channels or refuses the combination,
    ///   ``MediaError/Code/unreadable`` if memory is short, and what the sink throws.
    package init(
        _ sink: any ByteSink, format: AudioFileFormat, input: StreamFormat, tags: [String: String] = [:], name: String
    ) throws(MediaError) {
        let stored = try format.stored(input)
        let tags = WrittenTags(tags)
        var track: any StoredTrack
        if format.container.isWrittenByUs {
            let samples = format.samples ?? .signed16
            let head: (any SampleHead)? =
                switch format.container {
                case .caf: CAFHead(samples, stored, tags: tags)
                case .aiff: AIFFHead(samples, stored, tags: tags)
                case .wave: WaveHead(samples, stored, tags: tags)
                default: nil
                }
            track = try SampleTrack(sink, samples: samples, channelCount: stored.channelCount, head: head, name: name)
        } else {
            track = try CodedTrack(sink, format: format, stored: stored, tags: tags, name: name)
        }
        if format.isDithered { track = DitheredTrack(track, channelCount: stored.channelCount) }
        if stored.sampleRate != input.sampleRate {
            track = try ConvertedTrack(track, from: input, to: stored.sampleRate, name: name)
        }
        self.track = track
        self.format = format
        self.input = input
        self.stored = stored
    }

    /// Writes `count` frames of `planes`, one for each channel of ``input``, from index `start` on.
    /// - Throws: what the sink throws, and again at each later call; ``MediaError/Code/unsupported`` if the encoder fails.
    package mutating func write(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError) {
        precondition(planes.count == input.channelCount, "one plane a channel")
        precondition(!isFinished, "nothing is written after the end")
        try attempt { track throws(MediaError) in unsafe try track.append(planes, from: start, count: count) }
        writtenCount.value += Int64(count)
    }

    /// Brings all that is complete into the sink. If the sink can go back, the lengths of WAV are corrected, too; those of FLAC
    /// and MP3 are open until ``finish()``. What ``durableCount`` lacks then waits for the rest of its packet, or for the next
    /// two: less than half a second at the rates of music.
    /// - Throws: what the sink throws, and again at each later call.
    package mutating func flush() throws(MediaError) {
        guard !isFinished else { return }
        try attempt { track throws(MediaError) in try track.flush() }
    }

    /// Writes the rest and ends the media. A second call does nothing.
    /// - Throws: what the sink throws, and again at each later call.
    package mutating func finish() throws(MediaError) {
        guard !isFinished else { return }
        try attempt { track throws(MediaError) in try track.finish() }
        isFinished = true
    }

    /// Does `work` unless something failed before, and remembers its error.
    private mutating func attempt(_ work: (any StoredTrack) throws(MediaError) -> Void) throws(MediaError) {
        if let failure { throw failure }
        do throws(MediaError) { try work(track) } catch {
            failure = error
            throw error
        }
    }

    /// The number of frames, at the rate of the input, that can be decoded from what the sink had after the last ``flush()`` or
    /// ``finish()``.
    package var durableCount: FrameCount { FrameCount(track.durableCount) }
}

/// The writer alone owns everything in it, and nothing in it is bound to a thread.
extension AudioWriter: @unchecked Sendable {}
