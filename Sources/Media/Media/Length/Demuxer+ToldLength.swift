import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

/// The length of media according to its container.
struct ToldLength: Hashable {
    let time: MediaTime
    /// Whether the time is the audible length, exact to the frame.
    let isExact: Bool
}

extension Demuxer {
    /// The most units of a timescale that a duration may have: years, even in nanoseconds. A larger number is damaged or
    /// forged.
    private static let longestDuration: Int64 = 1 << 56

    /// Returns the audible length of the chosen track; `nil` if nothing states it.
    ///
    /// A length that may be off by a single frame is an estimate: most containers count in milliseconds, or include the
    /// encoder's delay.
    func toldLength() throws(MediaError) -> ToldLength? {
        if let rate = SampleRate(hertz: unsafe Int(stream.pointee.codecpar.pointee.sample_rate)),
            let frames = try frameCount(rate)
        {
            return ToldLength(time: MediaTime(value: frames, timescale: Int64(rate.hertz)), isExact: true)
        }
        return statedDuration.map { ToldLength(time: $0, isExact: statedDurationIsExact) }
    }

    private func frameCount(_ rate: SampleRate) throws(MediaError) -> Int64? {
        if let frames = try exactLength(rate: rate) { return frames }
        do throws(MediaError) {
            return try lengthByBytes(rate)
        } catch {
            // If a disk fails at the end of the file, the sound before it can still be played.
            if error.code == .cancelled { throw error }
            return nil
        }
    }

    /// The length in frames that the bytes state but FFmpeg does not report.
    private func lengthByBytes(_ rate: SampleRate) throws(MediaError) -> Int64? {
        let source = input.stream.source
        switch formatName {
        case "ogg":
            if let length = lengthOfOpus(rate) { return length }
            return try lengthOfLateFLAC(rate)
        case "mp3" where isNearby:
            guard let header = try XingHeader(of: source), ticksMean(header.whole, rate) else { return nil }
            return header.length
        case "flac": return try flacEnd()?.sampleCount
        case "dsf" where isNearby: return try DSFHeader(of: source)?.frameCount
        default: return nil
        }
    }

    /// The end of bare FLAC; `nil` if it may not or cannot be read.
    func flacEnd() throws(MediaError) -> FLACEnd? {
        isNearby && startTime <= 0 ? try FLACEnd(of: input.stream.source, streamHeader: extradata) : nil
    }

    /// The number on the last page minus the frames that the decoder cuts at the start, which FFmpeg's duration includes.
    private func lengthOfOpus(_ rate: SampleRate) -> Int64? {
        let (base, ticks) = unsafe (stream.pointee.time_base, stream.pointee.duration)
        let delay = unsafe Int64(stream.pointee.codecpar.pointee.initial_padding)
        guard unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS, durationIsWritten, startTime <= 0,
            base.num == 1,
            base.den == rate.hertz, ticks > delay, ticks <= Self.longestDuration
        else { return nil }
        return ticks - delay
    }

    /// The length of FLAC in Ogg that begins late: FFmpeg takes the number on the last page for the length. `nil` for all else.
    private func lengthOfLateFLAC(_ rate: SampleRate) throws(MediaError) -> Int64? {
        let base = unsafe stream.pointee.time_base
        guard unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_FLAC, unsafe context.pointee.nb_streams == 1,
            isNearby, base.num == 1, base.den == rate.hertz, let first = try ogg?.firstSampleOfFLAC(), first > 0,
            let end = try ogg?.lastPage()?.number, end > first
        else { return nil }
        return end - first
    }

    /// Whether the stream's duration in FFmpeg's ticks is `frames` frames.
    private func ticksMean(_ frames: Int64, _ rate: SampleRate) -> Bool {
        let (base, ticks) = unsafe (stream.pointee.time_base, stream.pointee.duration)
        let seconds = Double(ticks) * Double(base.num) / Double(max(1, base.den))
        return abs(seconds * Double(rate.hertz) - Double(frames)) < 0.5
    }

    /// The duration by FFmpeg: that of the chosen track, or the container's if the track states none.
    var statedDuration: MediaTime? {
        if hasOpenEnd || isEndless { return nil }
        let stream = unsafe stream
        let base = unsafe stream.pointee.time_base
        let ticks = unsafe stream.pointee.duration
        if ticks != fermata_no_timestamp(), ticks > 0, base.num > 0, base.den > 0 {
            // For MP3 the duration includes what the encoder has put in front. In other formats it does not include a late
            // start.
            let delay = formatName == "mp3" ? max(0, startTime) : 0
            let audible = ticks > delay ? ticks - delay : ticks
            let (value, overflows) = audible.multipliedReportingOverflow(by: Int64(base.num))
            guard !overflows, value <= Self.longestDuration else { return nil }
            return MediaTime(value: value, timescale: Int64(base.den))
        }
        let whole = unsafe context.pointee.duration
        guard whole != fermata_no_timestamp(), (1...Self.longestDuration).contains(whole) else { return nil }
        return MediaTime(value: whole, timescale: Int64(AV_TIME_BASE))
    }

    /// Whether the stated duration is a number of frames that are all audible: the samples are coded without loss, and nothing
    /// is put in front of them.
    private var statedDurationIsExact: Bool {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        guard durationIsWritten, unsafe stream.pointee.duration > 0 else { return false }
        return switch formatName {
        case "wav", "aiff", "au", "caf", "w64": av_get_exact_bits_per_sample(codec) >= 8
        case "wv", "tta", "ape": true
        case "ogg": codec == AV_CODEC_ID_FLAC
        // The header alone is not believed if the end could be read and did not confirm it.
        case "flac": !isNearby
        default: false
        }
    }

    /// Whether the container states a duration, exact or not.
    var durationIsWritten: Bool {
        unsafe gapOfMP3 != nil || context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
    }

    /// Whether any offset can be read at once, as in a file. Then it is worth reading the end.
    var isNearby: Bool { input.stream.source.isSeekable && !input.stream.source.isFar }

    /// Whether this is MP3 from a server that states no size, such as a station. What an encoder has written about the length of some
    /// file says nothing about such a stream.
    var isEndless: Bool {
        let source = input.stream.source
        return source.isFar && source.size == nil && !source.isSeekable && formatName == "mp3"
    }

    var formatName: String { unsafe String(cString: context.pointee.iformat.pointee.name) }

    /// The start of the track in its own ticks; 0 if unknown.
    private var startTime: Int64 {
        let start = unsafe stream.pointee.start_time
        return start == fermata_no_timestamp() ? 0 : start
    }

    var extradata: [UInt8] {
        guard let parameters = unsafe stream.pointee.codecpar, let bytes = unsafe parameters.pointee.extradata else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(max(0, parameters.pointee.extradata_size))))
    }
}
