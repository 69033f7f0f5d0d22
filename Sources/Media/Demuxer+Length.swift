import AudioTypes
import CFFmpeg

extension Demuxer {
    /// The number of audible frames where the container gives it to the sample and the decoder would not cut there itself: MP4,
    /// QuickTime and Vorbis in Ogg. `nil` elsewhere.
    func exactLength(rate: SampleRate) throws(MediaError) -> Int64? {
        let format = unsafe String(cString: context.pointee.iformat.pointee.name)
        if format == "ogg" { return lengthByLastPage(rate) }
        guard format.hasPrefix("mov") else { return nil }
        let edited = try EditedLength(of: unsafe stream.pointee.id, in: input.stream.source)?.ticks
        return frames(ofTicks: unsafe edited ?? lengthByITunes ?? stream.pointee.duration, rate)
    }

    /// What iTunes writes in the place of an edit list, as hexadecimal numbers: nothing, the encoder's delay, its padding and the
    /// length between them, in frames. FFmpeg cuts off the delay only. `nil` where the duration shows that an edit list has cut.
    private var lengthByITunes: Int64? {
        let numbers = (tags["itunsmpb"] ?? "").split(separator: " ").prefix(4).compactMap { Int64($0, radix: 16) }
        guard numbers.count == 4, numbers[3] > 0 else { return nil }
        let whole = numbers[1...3].reduce(Int64(0)) { $0.addingReportingOverflow($1).partialValue }
        return unsafe whole == stream.pointee.duration ? numbers[3] : nil
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
