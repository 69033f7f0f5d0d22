import CFFmpeg

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
        for index in 0..<10 { unsafe data[index] = index < 4 ? UInt8(truncatingIfNeeded: skip >> (8 * index)) : 0 }
    }
}
