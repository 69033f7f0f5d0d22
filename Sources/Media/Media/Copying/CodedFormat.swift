package import AudioTypes
package import Containers

/// How the sound of a track is coded, as far as containers care.
package struct CodedFormat: Hashable, Sendable {
    /// The codec's short name, such as `aac`.
    package let codec: String
    /// The rate in which frames are counted.
    package let sampleRate: SampleRate
    /// The number of channels.
    package let channelCount: Int
    /// How AAC is coded; `nil` for other codecs, and for AAC whose packets have ADTS headers.
    package let aac: AudioSpecificConfig?

    /// Makes a format.
    package init(codec: String, sampleRate: SampleRate, channelCount: Int, aac: AudioSpecificConfig? = nil) {
        self.codec = codec
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.aac = aac
    }

    /// How many frames before a cut should be decoded too, so that the frames behind it sound as in the whole recording.
    package var preroll: Int64 {
        switch codec {
        // Two packets: windows of neighbours overlap, and the replication of the upper spectrum remembers a packet.
        case "aac": 2 * 1_024
        // 80 ms (RFC 7845, section 4.6).
        case "opus": 3_840
        // As many packets as LAME's delay can hide. A packet may use bytes of those before it.
        case "mp3": 3 * 1_152
        case "ac3", "eac3": 1_536
        default: 0
        }
    }

    /// Whether a decoder gives nothing for the first packet, because the second half of each is completed by the next.
    package var needsPredecessor: Bool { codec == "vorbis" }
}

/// A packet of a track.
package struct CodedPacket: Hashable, Sendable {
    /// Its first frame; 0 is the first frame of the recording, so the encoder's delay lies below.
    package let start: Int64
    /// The frames that a decoder makes of it.
    package let frames: Int64
    /// How many of them, from its beginning, belong to the track; the rest is padding.
    package let kept: Int64
    /// The bytes of its data.
    package let byteCount: Int

    /// The number after its last frame that belongs to the track.
    package var end: Int64 { start + kept }
}

/// A chapter of a recording.
package struct Chapter: Hashable, Sendable {
    /// Its first moment in seconds.
    package let start: Double
    /// Its end in seconds.
    package let end: Double
    /// Its name; empty if it has none.
    package let title: String

    /// Makes a chapter.
    package init(start: Double, end: Double, title: String) {
        self.start = start
        self.end = end
        self.title = title
    }
}
