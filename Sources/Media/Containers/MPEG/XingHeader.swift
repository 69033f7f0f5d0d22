package import MediaTypes

/// The numbers that encoders write into the first packet of MPEG audio, layer 3, instead of sound: how many packets follow, in
/// how many bytes, and how much of the decoded sound the encoder has added.
///
/// The format is that of the Xing encoder, extended by LAME: flags that say which numbers are present, the numbers, and then
/// the name and the numbers of the encoder.
package struct XingHeader: Equatable {
    /// The delay of a layer 3 decoder in frames, which LAME does not count.
    private static let decoderDelay: Int64 = 528 + 1
    /// The encoders whose delay and padding FFmpeg trusts and therefore cuts.
    private static let believed = ["LAME", "Lavf", "Lavc"]

    /// The frames of all packets, including those that the decoder cuts.
    package let whole: Int64
    /// The frames from the first audible one to the last.
    package let length: Int64
    /// The bytes from the first one of this packet to the last one of the sound.
    let byteCount: Int64

    /// Parses the first packet; `packet` may hold more than that.
    /// - Returns: `nil` if it is a packet of sound, or does not state both numbers.
    init?(_ packet: [UInt8]) {
        guard let header = MPEGAudioHeader(packet[...]), let numbers = Numbers(packet), let byteCount = numbers.byteCount else {
            return nil
        }
        self.byteCount = byteCount
        let encoder = numbers.encoderPlace
        var cut: Int64 = 0
        if packet.count >= encoder + 24, Self.believed.contains(String(decoding: packet[encoder..<encoder + 4], as: UTF8.self)) {
            // Twelve bits each, after the version, the filter and the loudness.
            let both: Int64 = packet[encoder + 21..<encoder + 24].bigEndian()
            let (delay, padding) = (both >> 12, both & 0xFFF)
            cut = delay + Self.decoderDelay + max(0, padding - Self.decoderDelay)
        }
        whole = numbers.packets * header.packetFrames
        length = whole - cut
        guard numbers.packets > 0, length > 0 else { return nil }
    }
}

extension XingHeader {
    /// How many bytes of a packet show whether it holds such numbers.
    package static let reach = MPEGAudioHeader.size + 32 + 4

    /// Whether `packet`, of which the first ``reach`` bytes are given, holds such numbers.
    package static func stands(in packet: [UInt8]) -> Bool { start(in: packet) != nil }

    /// The index in the packet at which the numbers begin: after the side information, which is empty.
    private static func start(in packet: [UInt8]) -> Int? {
        guard let header = MPEGAudioHeader(packet[...]), header.layer == 3 else { return nil }
        let start = MPEGAudioHeader.size + (header.isFirstVersion ? (header.isMono ? 17 : 32) : (header.isMono ? 9 : 17))
        let name = packet.dropFirst(start).prefix(4)
        return name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) ? start : nil
    }

    /// The numbers of a first packet as they are written.
    package struct Numbers: Equatable {
        /// The index in the packet of the four bytes that hold ``packets``.
        package let place: Int
        /// The number of packets that follow.
        package let packets: Int64
        /// The bytes from the first one of this packet to the last one of the sound; `nil` if they are not stated.
        package let byteCount: Int64?
        /// Whether the encoder says that all packets have the same bit rate.
        package let isConstant: Bool
        /// The index at which the name and the numbers of the encoder begin, if they are there.
        fileprivate let encoderPlace: Int

        /// Parses the first packet; `nil` if it states no number of packets.
        package init?(_ packet: [UInt8]) {
            guard let start = XingHeader.start(in: packet), packet.count >= start + 16 else { return nil }
            func number(_ place: Int) -> Int64 { packet[place..<place + 4].bigEndian() }
            let flags = number(start + 4)
            guard flags & 1 == 1 else { return nil }
            place = start + 8
            packets = number(place)
            byteCount = flags & 2 == 2 ? number(start + 12) : nil
            isConstant = packet[start] == UInt8(ascii: "I")
            // A table of 100 bytes, and the quality.
            encoderPlace = start + 16 + (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
        }
    }

    /// The most bytes that a first packet with such numbers can have.
    private static let longestPacket: Int64 = 1_441

    /// Reads the header of `source` if it states how long the sound is, and the source has exactly that many bytes of sound.
    /// - Returns: `nil` also if more packets follow: the file was joined from several.
    package init?(of source: any MediaBytes) throws(MediaError) {
        guard let size = source.size else { return nil }
        let start = try MPEGAudioHeader.endOfTags(source)
        guard let header = XingHeader(try source.bytes(in: start..<start + Self.longestPacket)) else { return nil }
        let end = start + header.byteCount
        guard end <= size, MPEGAudioHeader(try source.bytes(in: end..<end + Int64(MPEGAudioHeader.size))[...]) == nil else {
            return nil
        }
        self = header
    }
}
