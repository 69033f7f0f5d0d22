import AudioTypes
import CFFmpeg
import Containers
import Glibc
import MediaTypes

/// Owner of an `AVFormatContext`: reads the packets of one audio track.
///
/// One thread at a time; any thread may use the ``CancellationToken``.
@safe struct Demuxer: ~Copyable {
    /// How far reading has got.
    enum State: Equatable { case running, completed, failed, cancelled }

    let context: UnsafeMutablePointer<AVFormatContext>
    /// Must outlive `context`. It does: members are destroyed after `deinit` has run.
    let input: InputContext
    /// The open segments, if the media is a list of them.
    let segments: SegmentInputs?
    let packet: Packet
    /// The media's name in messages.
    let name: String
    /// The chosen audio track's number.
    let streamIndex: Int32
    /// Tags of the container that FFmpeg does not read.
    let otherTags: TagsBesideFFmpeg
    /// Where an MP3's recording begins and how long it is, if only iTunes' tag says so.
    let gapOfMP3: ITunesGap?
    /// Whether the length is known only after everything was read: fragments of an MP4 that are not walked through.
    let hasOpenEnd: Bool
    /// Whether the numbers on Ogg pages tell which frames are heard.
    let isCutByPages: Bool
    var state = State.running
    /// Tells the tags of a station's songs apart; `nil` where that is not needed.
    var songTags: SongTags?

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
        unsafe avformat_close_input(&context)
    }

    /// The chosen track's stream.
    var stream: UnsafeMutablePointer<AVStream> {
        // The index comes from FFmpeg, and streams are only ever added.
        guard let streams = unsafe context.pointee.streams, let stream = unsafe streams[Int(streamIndex)] else {
            preconditionFailure("FFmpeg lost a stream")
        }
        return unsafe stream
    }

    /// Whether the media can be read from another position than the current one.
    var isSeekable: Bool {
        guard unsafe Self.isList(context.pointee.iformat) else { return input.stream.source.isSeekable }
        return unsafe context.pointee.ctx_flags & AVFMTCTX_UNSEEKABLE == 0
    }

    /// Reads the track's next packet into `packet`; returns `false` at the end.
    ///
    /// Skips damaged stretches. Too many failures in a row count as the end of the readable part.
    mutating func readPacket() throws(MediaError) -> Bool {
        var damaged = 0
        while state == .running {
            packet.clear()
            let status = unsafe av_read_frame(context, packet.pointer)
            if status >= 0 {
                if packet.streamIndex == streamIndex, packet.offset < otherTags.soundEnd {
                    if songTags?.takeHeader(packet) == true { continue }
                    markSkip()
                    if isCutByPages || isEndless { keepEnd() }
                    return true
                }
                noteTimedTags()
            } else if status != -EAGAIN && (status != fermata_averror_invalid_data() || damaged == Self.maximumDamage) {
                try finish(status)
            } else {
                damaged += 1
                if damaged > Self.maximumDamage { state = .completed }
            }
        }
        if state == .cancelled { throw .cancelled(name) }
        return false
    }

    /// Reads on after an end that was none, because more has come.
    mutating func resume() {
        guard state == .completed else { return }
        state = .running
        unsafe input.pointer.pointee.eof_reached = 0
        unsafe input.pointer.pointee.error = 0
    }

    /// How many reads may fail in a row before the rest counts as unreadable.
    private static let maximumDamage = 64

    private mutating func finish(_ status: Int32) throws(MediaError) {
        if input.stream.isCancelled {
            state = .cancelled
        } else if let failure = input.stream.failure {
            // FFmpeg often reports a failed read as the end.
            state = .failed
            throw failure
        } else {
            // A container may report an error in its middle; all that was readable has been read.
            state = .completed
        }
    }

    /// Whether FFmpeg was interrupted during its work. Its state is then unknown until the media is opened anew.
    var wasCancelled: Bool { input.stream.wasCancelled }

    /// Moves to a packet at or before `timestamp` (ticks of the stream's time base) from which decoding can start. Returns
    /// `false` if the container could not seek; the position is then undefined.
    mutating func seek(to timestamp: Int64) -> Bool {
        state = .running
        return unsafe av_seek_frame(context, streamIndex, timestamp, AVSEEK_FLAG_BACKWARD) >= 0
    }
}

extension Demuxer {
    /// Opens media and chooses the audio track that `track` wants, or the best one. If the container allows it, everything else is
    /// skipped without being read. Bare `samples` have no container; they are read as described.
    /// - Throws: ``MediaError/Code/unsupported`` if the media is not audio or its format is not on the list,
    ///   ``MediaError/Code/corrupt``, ``MediaError/Code/cancelled``, and what the source throws.
    init(
        _ source: any ByteSource, name: String, track: TrackWish = TrackWish(), samples: RawSamples? = nil,
        cancellation: CancellationToken
    ) throws(MediaError) {
        let whole = try ListSource.chosen(from: source, name: name, cancellation: cancellation)
        let (readable, front, hasFront) = samples == nil ? try Self.withoutExcess(whole) : (whole, [:], false)
        let source = samples == nil ? try MPEGAudioMending.mended(readable, name: name, cancellation: cancellation) : readable
        let input = try InputContext(source, cancellation: cancellation, name: name)
        let packet = try Packet(for: name)
        let segments = source.segments.map {
            SegmentInputs($0, (whole as? ListSource)?.list, of: input.stream, name: name)
        }
        let context = unsafe try Self.open(input, segments, samples, name: name)
        let streamIndex: Int32
        let hasOpenEnd: Bool
        do throws(MediaError) {
            streamIndex = unsafe try Self.chooseTrack(of: context, input, samples, wanted: track, name: name)
            let isMovie = unsafe Self.isMovie(context.pointee.iformat)
            hasOpenEnd =
                if isMovie, !source.isSeekable {
                    MovieFragments.areAnnounced(in: input.stream.beginning)
                } else {
                    isMovie && source.isFar ? try MovieFragments.aloneTellLength(in: source) : false
                }
        } catch {
            var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
            unsafe avformat_close_input(&context)
            throw error
        }
        unsafe Self.forgetTagEvents(of: context)
        unsafe Self.trimTags(of: context)
        let otherTags = unsafe TagsBesideFFmpeg(
            source, format: String(cString: context.pointee.iformat.pointee.name), front: front, hasFront: hasFront)
        let gapOfMP3 = unsafe Self.gapOfMP3(context, track: streamIndex)
        let isCutByPages = unsafe Self.isCutByPages(context, track: streamIndex, source)
        let isStation = unsafe Self.isStation(source, context)
        let songTags = unsafe context.pointee.streams?[Int(streamIndex)].flatMap {
            unsafe SongTags(context, track: $0, isStation: isStation)
        }
        // Behind all that throws: Swift 6.2 destroys twice what a member of a type without copies has before.
        unsafe self.init(
            context: context, input: input, segments: segments, packet: packet, name: name, streamIndex: streamIndex,
            otherTags: otherTags, gapOfMP3: gapOfMP3, hasOpenEnd: hasOpenEnd, isCutByPages: isCutByPages, songTags: songTags)
    }
}

extension Demuxer {
    /// The chapters as players show them: in order, and none over another one.
    var orderedChapters: [MediaChapter] {
        MediaChapter.ordered(
            chapters.map { chapter in
                // A chapter that ends where it begins goes on to the next one.
                MediaChapter(
                    start: chapter.start, end: chapter.end > chapter.start ? chapter.end : nil,
                    title: chapter.title.isEmpty ? nil : chapter.title)
            })
    }
}

extension Demuxer {
    /// Returns the delay and padding that iTunes wrote for an MP3 that does not say itself where its recording begins. FFmpeg
    /// reads what LAME wrote, but for MP3 not what iTunes wrote. `nil` if the file's length is not that of the tag: then the
    /// file was cut or joined later, or the tag belongs to another file.
    static func gapOfMP3(_ context: UnsafeMutablePointer<AVFormatContext>, track: Int32) -> ITunesGap? {
        guard unsafe String(cString: context.pointee.iformat.pointee.name) == "mp3",
            let stream = unsafe context.pointee.streams?[Int(track)],
            unsafe stream.pointee.start_time <= 0,
            let gap = unsafe ITunesGap(Tags.dictionary(context.pointee.metadata))
        else { return nil }
        let base = unsafe stream.pointee.time_base
        let seconds = unsafe Double(stream.pointee.duration) * Double(base.num) / Double(base.den)
        let frames = unsafe seconds * Double(stream.pointee.codecpar.pointee.sample_rate)
        return abs(frames - Double(gap.whole)) <= lengthTolerance ? gap : nil
    }

    /// In frames: two packets. This covers an encoder's last packets and the tags that FFmpeg takes for sound in its estimate.
    private static var lengthTolerance: Double { 2 * 1_152 }

    /// Makes the decoder skip the frames before the recording, if the current packet is the first one.
    func markSkip() {
        guard let skip = gapOfMP3?.skipOfMPEG, unsafe packet.pointer.pointee.pts == 0,
            let data = unsafe av_packet_new_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, 10)
        else { return }
        // The format: the frames to skip and the frames to discard, 32 bits each with the low byte first, then one byte of
        // reason for each.
        for (index, byte) in skip.littleEndianBytes(10).enumerated() { unsafe data[index] = byte }
    }
}
