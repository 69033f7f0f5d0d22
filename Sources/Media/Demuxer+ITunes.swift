import CFFmpeg

extension Demuxer {
    /// What iTunes wrote of an MP3 that does not say itself where its recording begins: FFmpeg reads what LAME wrote, but of MP3
    /// not what iTunes did. `nil` where the file is not as long as that: it was cut or joined since, or the tag is another file's.
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

    /// In frames: two packets, for an encoder's last ones and the tags that FFmpeg takes for sound when it estimates.
    private static var lengthTolerance: Double { 2 * 1_152 }

    /// Has the decoder leave out what stands before the recording, if this is the packet it begins with.
    func markSkip() {
        guard let skip = gapOfMP3?.skipOfMPEG, unsafe packet.pointer.pointee.pts == 0,
            let data = unsafe av_packet_new_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, 10)
        else { return }
        // Frames to skip and to discard, 32 bits each with the low byte first, and a byte each for the reasons.
        for index in 0..<10 { unsafe data[index] = index < 4 ? UInt8(truncatingIfNeeded: skip >> (8 * index)) : 0 }
    }
}
