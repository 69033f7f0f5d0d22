import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

extension Demuxer {
    /// Returns the total length of all packets still to be read, without decoding them; `nil` if that does not give the audible
    /// length. It works only for bare MPEG audio and AAC: each of their packets states its length, in ticks of a scale that is
    /// a multiple of all their sample rates.
    mutating func countPackets() throws(MediaError) -> MediaTime? {
        let format = unsafe String(cString: context.pointee.iformat.pointee.name)
        let base = unsafe stream.pointee.time_base
        guard ["mp3", "aac"].contains(format), base.num == 1, base.den > 0 else { return nil }
        let rate = unsafe Int64(stream.pointee.codecpar.pointee.sample_rate)
        guard rate > 0 else { return nil }
        var ticks: Int64 = 0
        var cut: Int64 = 0
        // The first packets of damaged AAC may give no sound; the ones behind are not decoded.
        var decoder: Decoder? = format == "aac" ? unsafe try Decoder(for: stream, name: name) : nil
        let frame = try Frame(for: name)
        while try readPacket() {
            if input.stream.isInterrupted { throw .cancelled(name) }
            let duration = format == "aac" ? packet.durationOfADTS(base.den) ?? packet.duration : packet.duration
            if decoder != nil {
                guard try decoder?.send(packet) ?? false, try decoder?.receive(into: frame) == .frame else { continue }
                decoder = nil
            }
            // The first packet of a file that was joined to another has encoder numbers and no sound; the decoder handles that.
            guard duration > 0, !packet.isXingHeader else { return nil }
            let (sum, overflows) = ticks.addingReportingOverflow(duration)
            guard !overflows else { return nil }
            ticks = sum
            cut += packet.cuts.start + packet.cuts.end
        }
        let (scaled, overflows) = cut.multipliedReportingOverflow(by: Int64(base.den) / rate)
        guard !overflows, Int64(base.den) % rate == 0, ticks > scaled else { return nil }
        return MediaTime(value: ticks - scaled, timescale: Int64(base.den))
    }
}

extension Packet {
    /// The duration in ticks of the stream; 0 if unknown.
    fileprivate var duration: Int64 { unsafe pointer.pointee.duration }

    /// The duration by the packet's own header of ADTS: the rate may change from one packet to the next, which FFmpeg does not notice.
    fileprivate func durationOfADTS(_ scale: Int32) -> Int64? {
        guard let header = ADTSHeader(start(ADTSHeader.size)[...]), Int(scale) % header.sampleRate == 0 else { return nil }
        return Int64(header.frameCount) * Int64(Int(scale) / header.sampleRate)
    }

    /// Whether an encoder has written its numbers into the packet instead of sound.
    fileprivate var isXingHeader: Bool { XingHeader.stands(in: start(XingHeader.reach)) }
}
