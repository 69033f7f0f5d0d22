import AudioTypes
import CFFmpeg

extension Demuxer {
    /// The number of audible frames where the container gives it to the sample and the decoder would not cut there itself: MP4,
    /// QuickTime, Vorbis in Ogg, and MP3 by iTunes. `nil` elsewhere.
    func exactLength(rate: SampleRate) throws(MediaError) -> Int64? {
        let format = unsafe String(cString: context.pointee.iformat.pointee.name)
        if format == "ogg" { return lengthByLastPage(rate) }
        if let gapOfMP3 { return gapOfMP3.length }
        guard format.hasPrefix("mov"), !hasOpenEnd else { return nil }
        let edited = try EditedLength(of: unsafe stream.pointee.id, in: input.stream.source)?.ticks
        return frames(ofTicks: unsafe edited ?? lengthByITunes ?? stream.pointee.duration, rate)
    }

    /// What stands in the place of an edit list: FFmpeg cuts off the delay only. `nil` where the duration shows that an edit list
    /// has cut.
    private var lengthByITunes: Int64? {
        guard let gap = ITunesGap(tags), unsafe gap.whole == stream.pointee.duration else { return nil }
        return gap.length
    }

    /// The number on the last page. FFmpeg takes from the last packet what is beyond, but not from those before it where a page
    /// ends several packets early: in a short file all of them are on one page.
    private func lengthByLastPage(_ rate: SampleRate) -> Int64? {
        guard unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VORBIS,
            unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
        else { return nil }
        return frames(ofTicks: unsafe stream.pointee.duration, rate)
    }

    private func frames(ofTicks ticks: Int64, _ rate: SampleRate) -> Int64? {
        let base = unsafe stream.pointee.time_base
        // Spectral band replication doubles the rate that the container knows.
        guard base.num == 1, base.den > 0, ticks > 0, rate.hertz % base.den == 0 else { return nil }
        let (frames, overflows) = ticks.multipliedReportingOverflow(by: Int64(rate.hertz / base.den))
        // What no recording is long enough for is no length, and would overflow where it is added to another.
        return overflows || frames > 1 << 48 ? nil : frames
    }
}
