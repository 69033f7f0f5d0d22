import CFFmpeg
import Glibc

/// Owner of an `AVFormatContext`: hands out the packets of one audio track.
///
/// One thread at a time; the ``CancellationToken`` may be used from any.
@safe struct Demuxer: ~Copyable {
    /// How far the reading is.
    enum State: Equatable { case running, completed, failed, cancelled }

    let context: UnsafeMutablePointer<AVFormatContext>
    /// Outlives `context`: members end after `deinit` has run.
    let input: InputContext
    /// The segments that are open, where the media is a list of them.
    let segments: SegmentInputs?
    let packet: Packet
    /// The media's name in messages.
    let name: String
    /// The chosen audio track's number.
    let streamIndex: Int32
    /// Tags of the container that FFmpeg does not read.
    let otherTags: TagsBesideFFmpeg
    /// Where an MP3's recording begins and how long it is, where only iTunes says so.
    let gapOfMP3: ITunesGap?
    /// Whether the length is known once all of it was read only: fragments of an MP4 that nobody walks through.
    let hasOpenEnd: Bool
    /// Whether the numbers on the pages of Ogg say which frames are heard.
    let isCutByPages: Bool
    var state = State.running

    /// Opens media and chooses its best audio track; everything else in it is skipped without being read where the container allows.
    /// Bare `samples` have no container, and are taken for what they are said to be.
    /// - Throws: ``MediaError/Code/unsupported`` for what is no audio or not on the list of formats, ``MediaError/Code/corrupt``,
    ///   what the source throws, and ``MediaError/Code/cancelled``.
    init(
        _ source: any ByteSource, name: String, samples: RawSamples? = nil, cancellation: CancellationToken
    ) throws(MediaError) {
        let whole = try ListSource.chosen(from: source, name: name, cancellation: cancellation)
        let (source, front, hasFront) = samples == nil ? try Self.withoutExcess(whole) : (whole, [:], false)
        let input = try InputContext(source, cancellation: cancellation, name: name)
        let packet = try Packet(for: name)
        let segments = source.segments.map {
            SegmentInputs($0, keys: (whole as? ListSource)?.keys ?? [], of: input.stream, name: name)
        }
        let context = unsafe try Self.open(input, segments, samples, name: name)
        let streamIndex: Int32
        let hasOpenEnd: Bool
        do throws(MediaError) {
            streamIndex = unsafe try Self.chooseTrack(of: context, input, samples, name: name)
            let isFarMovie = unsafe source.isFar && Self.isMovie(context.pointee.iformat)
            hasOpenEnd = isFarMovie ? try MovieFragments.aloneTellLength(in: source) : false
        } catch {
            var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
            unsafe avformat_close_input(&context)
            throw error
        }
        unsafe Self.forgetTagEvents(of: context)
        unsafe Self.trimTags(of: context)
        otherTags = unsafe TagsBesideFFmpeg(
            source, format: String(cString: context.pointee.iformat.pointee.name), front: front, hasFront: hasFront)
        self.input = input
        self.segments = segments
        self.packet = packet
        unsafe self.context = unsafe context
        self.name = name
        self.streamIndex = streamIndex
        self.hasOpenEnd = hasOpenEnd
        gapOfMP3 = unsafe Self.gapOfMP3(context, track: streamIndex)
        isCutByPages = unsafe Self.isCutByPages(context, track: streamIndex, source)
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
        unsafe avformat_close_input(&context)
    }

    /// The chosen track.
    var stream: UnsafeMutablePointer<AVStream> {
        // The index comes from FFmpeg, and streams are only ever added.
        guard let streams = unsafe context.pointee.streams, let stream = unsafe streams[Int(streamIndex)] else {
            preconditionFailure("FFmpeg lost a stream")
        }
        return unsafe stream
    }

    /// Whether the media can be read from other places than where the reading is.
    var isSeekable: Bool {
        guard unsafe Self.isList(context.pointee.iformat) else { return input.stream.source.isSeekable }
        return unsafe context.pointee.ctx_flags & AVFMTCTX_UNSEEKABLE == 0
    }

    /// Reads the track's next packet into `packet`; `false` at the end.
    ///
    /// Damaged stretches are jumped over; too many in a row count as the end of what can be read.
    mutating func readPacket() throws(MediaError) -> Bool {
        var damaged = 0
        while state == .running {
            packet.clear()
            let status = unsafe av_read_frame(context, packet.pointer)
            if status >= 0 {
                if packet.streamIndex == streamIndex, packet.offset < otherTags.soundEnd {
                    markSkip()
                    if isCutByPages { keepEnd() }
                    return true
                }
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

    /// Reads that may fail in a row before the rest counts as unreadable.
    private static let maximumDamage = 64

    private mutating func finish(_ status: Int32) throws(MediaError) {
        if input.stream.isCancelled {
            state = .cancelled
        } else if let failure = input.stream.failure {
            // FFmpeg often reports a failed read as the end.
            state = .failed
            throw failure
        } else {
            // Whatever a container calls a break in its middle, what was readable has been read.
            state = .completed
        }
    }

    /// Whether FFmpeg was told in the middle of something that nobody wants it: then only opening anew leads to a known state.
    var wasCancelled: Bool { input.stream.wasCancelled }

    /// Moves to a packet at or before `timestamp` (ticks of the stream's time base) from which decoding can start.
    /// Answers whether the container could; where it could not, the position is undefined.
    mutating func seek(to timestamp: Int64) -> Bool {
        state = .running
        return unsafe av_seek_frame(context, streamIndex, timestamp, AVSEEK_FLAG_BACKWARD) >= 0
    }
}
