import AudioTypes
import CFFmpeg

extension Demuxer {
    /// How long all packets are together that are still to be read, without decoding them; `nil` where that does not tell what is
    /// heard. Only bare MPEG audio and AAC can be asked: each of their packets says how long it is, in ticks that all of their
    /// rates divide into.
    mutating func countPackets() throws(MediaError) -> MediaTime? {
        let format = unsafe String(cString: context.pointee.iformat.pointee.name)
        let base = unsafe stream.pointee.time_base
        guard ["mp3", "aac"].contains(format), base.num == 1, base.den > 0 else { return nil }
        let rate = unsafe Int64(stream.pointee.codecpar.pointee.sample_rate)
        guard rate > 0 else { return nil }
        var ticks: Int64 = 0
        var cut: Int64 = 0
        while try readPacket() {
            if input.stream.isInterrupted { throw .cancelled(name) }
            let duration = packet.duration
            // What stands at the start of a file that was joined to another is no sound, and the decoder knows.
            guard duration > 0, !packet.isXingHeader else { return nil }
            let (sum, overflows) = ticks.addingReportingOverflow(duration)
            guard !overflows else { return nil }
            ticks = sum
            cut += packet.cutFrames
        }
        let (scaled, overflows) = cut.multipliedReportingOverflow(by: Int64(base.den) / rate)
        guard !overflows, Int64(base.den) % rate == 0, ticks > scaled else { return nil }
        return MediaTime(value: ticks - scaled, timescale: Int64(base.den))
    }
}

extension Packet {
    /// In ticks of its stream; 0 where unknown.
    fileprivate var duration: Int64 { unsafe pointer.pointee.duration }

    /// Whether an encoder has put numbers into it, and no sound.
    fileprivate var isXingHeader: Bool { XingHeader.stands(in: start(XingHeader.reach)) }

    /// Frames that the decoder is to leave out, at its beginning and its end.
    fileprivate var cutFrames: Int64 {
        var size = 0
        guard let data = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else { return 0 }
        // 32 bits each, with the low byte first.
        func number(_ start: Int) -> Int64 { (0..<4).reversed().reduce(0) { unsafe $0 << 8 | Int64(data[start + $1]) } }
        return number(0) + number(4)
    }
}
