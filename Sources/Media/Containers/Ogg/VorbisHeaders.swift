import MediaTypes

/// The three packets of Vorbis that stand before its sound (Vorbis I, section 4.2), gathered where an Ogg station begins its next song.
package struct VorbisHeaders {
    /// What they say.
    package struct Song: Equatable {
        /// The packets in one, as containers keep them apart from the sound: their number less one, the lengths of all but the last
        /// in steps of 255, and the packets.
        package let header: [UInt8]
        /// In hertz.
        package let sampleRate: Int
        package let channelCount: Int
    }

    /// More bytes than a setup has: those that libvorbis writes have less than 8 kB.
    package static let longest = 1 << 20
    /// A packet of comments without any. What holds of a song is kept apart from its header.
    private static let noComments = [3] + Array("vorbis".utf8) + [UInt8](repeating: 0, count: 8) + [1]

    private var identification: [UInt8]?

    /// Begins in front of the first packet.
    package init() {}

    /// Takes the next packet of a track.
    /// - Parameters:
    ///   - start: its first seven bytes.
    ///   - whole: all of it; empty if it is longer than ``longest``.
    /// - Returns: whether it is a header and no sound, and what holds from the next packet on if it is the last of the three.
    package mutating func take(_ start: [UInt8], whole: [UInt8]) -> (isHeader: Bool, song: Song?) {
        guard start.count >= 7, start[1..<7].elementsEqual("vorbis".utf8), [1, 3, 5].contains(start[0]) else {
            return (false, nil)
        }
        switch start[0] {
        case 1: identification = whole.count == 30 ? whole : nil
        case 5:
            guard let identification, !whole.isEmpty else { break }
            self.identification = nil
            return (true, Self.song(identification, setup: whole))
        default: break
        }
        return (true, nil)
    }

    private static func song(_ identification: [UInt8], setup: [UInt8]) -> Song? {
        let rate: Int = identification[12..<16].littleEndian()
        let channels = Int(identification[11])
        guard channels > 0, rate > 0 else { return nil }
        let lengths = [UInt8(identification.count), UInt8(noComments.count)]
        return Song(header: [2] + lengths + identification + noComments + setup, sampleRate: rate, channelCount: channels)
    }
}
