import CFFmpeg

extension Demuxer {
    /// What iTunes wrote of an MP3 that does not say itself where its recording begins: FFmpeg reads what LAME wrote, but of MP3
    /// not what iTunes did.
    static func gapOfMP3(_ context: UnsafeMutablePointer<AVFormatContext>, track: Int32) -> ITunesGap? {
        guard unsafe String(cString: context.pointee.iformat.pointee.name) == "mp3",
            let stream = unsafe context.pointee.streams?[Int(track)],
            unsafe stream.pointee.start_time <= 0
        else { return nil }
        return unsafe ITunesGap(Tags.dictionary(context.pointee.metadata))
    }

    /// Has the decoder leave out what stands before the recording, if this is the packet it begins with.
    func markSkip() {
        guard let skip = gapOfMP3?.skipOfMPEG, unsafe packet.pointer.pointee.pts == 0,
            let data = unsafe av_packet_new_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, 10)
        else { return }
        // Frames to skip and to discard, 32 bits each with the low byte first, and a byte each for the reasons.
        for index in 0..<10 { unsafe data[index] = index < 4 ? UInt8(truncatingIfNeeded: skip >> (8 * index)) : 0 }
    }
}
