/// What encoders write into the first packet of MPEG audio, layer 3, in the place of sound: how many packets follow, in how many
/// bytes, and how much of their sound is the encoder's own.
///
/// The form is that of the Xing encoder, continued by LAME: flags that say what is there, the numbers, and behind them the name
/// and the numbers of the encoder.
struct XingHeader: Equatable {
    /// What a decoder of layer 3 is late by; LAME does not count it.
    private static let decoderDelay: Int64 = 528 + 1
    /// The encoders whose delay and padding FFmpeg believes, and so cuts.
    private static let believed = ["LAME", "Lavf", "Lavc"]

    /// Frames of all packets, with what the decoder cuts off.
    let whole: Int64
    /// Frames from the first audible one on to the last.
    let length: Int64
    /// From the first byte of this packet on to the last of the sound.
    let byteCount: Int64

    /// Reads the first packet, all of it or more.
    /// - Returns: `nil` where it is one of sound, or does not say both numbers.
    init?(_ packet: [UInt8]) {
        guard let header = MPEGAudioHeader(packet), let start = Self.start(in: packet), packet.count >= start + 16 else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int64 { packet[range].reduce(0) { $0 << 8 | Int64($1) } }
        let flags = number(start + 4..<start + 8)
        guard flags & 3 == 3 else { return nil }
        let packets = number(start + 8..<start + 12)
        byteCount = number(start + 12..<start + 16)
        // A table of 100 places, and the quality.
        let encoder = start + 16 + (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
        var cut: Int64 = 0
        if packet.count >= encoder + 24, Self.believed.contains(String(decoding: packet[encoder..<encoder + 4], as: UTF8.self)) {
            // Twelve bits each, behind version, filter and loudness.
            let (delay, padding) = (number(encoder + 21..<encoder + 23) >> 4, number(encoder + 22..<encoder + 24) & 0xFFF)
            cut = delay + Self.decoderDelay + max(0, padding - Self.decoderDelay)
        }
        whole = packets * header.packetFrames
        length = whole - cut
        guard packets > 0, length > 0 else { return nil }
    }
}

extension XingHeader {
    /// How many bytes of a packet show whether such numbers stand in it.
    static let reach = MPEGAudioHeader.size + 32 + 4

    /// Whether such numbers stand in a packet, of which the first ``reach`` bytes are given.
    static func stands(in packet: [UInt8]) -> Bool { start(in: packet) != nil }

    /// Where in a packet they begin: behind the side information, which is empty.
    private static func start(in packet: [UInt8]) -> Int? {
        guard let header = MPEGAudioHeader(packet), header.layer == 3 else { return nil }
        let start = MPEGAudioHeader.size + (header.isFirstVersion ? (header.isMono ? 17 : 32) : (header.isMono ? 9 : 17))
        let name = packet.dropFirst(start).prefix(4)
        return name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) ? start : nil
    }

    /// As much as a first packet that says such things can have in front of the sound.
    private static let longestPacket: Int64 = 1_441

    /// The header of a source where that says how long the sound is, and the source has neither less nor more than that.
    /// - Returns: `nil` as well where more packets follow: a file that was joined from several.
    init?(of source: any ByteSource) throws(MediaError) {
        guard let size = source.size else { return nil }
        let start = try MPEGAudioHeader.endOfTags(source)
        guard let header = XingHeader(try source.bytes(in: start..<start + Self.longestPacket)) else { return nil }
        let end = start + header.byteCount
        guard end <= size, MPEGAudioHeader(try source.bytes(in: end..<end + Int64(MPEGAudioHeader.size))) == nil else {
            return nil
        }
        self = header
    }
}
