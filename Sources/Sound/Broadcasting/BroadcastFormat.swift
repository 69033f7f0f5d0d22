import AudioTypes
import Media
import MediaTypes

/// How listeners of the network get what plays. The names are the suffixes of their addresses.
package enum BroadcastFormat: String, CaseIterable, Hashable, Sendable {
    case mp3, opus, flac

    /// The media type of the stream.
    package var mediaType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .opus: "audio/ogg"
        case .flac: "audio/flac"
        }
    }

    /// How many bytes may wait for a listener who does not read: about ten seconds of music.
    package var mostUnsent: Int {
        switch self {
        case .mp3: 256 << 10
        case .opus: 160 << 10
        case .flac: 1 << 20
        }
    }

    /// The most channels of a broadcast, because MP3 has no more.
    package static let mostChannels = 2

    /// Returns how sound is written whose samples have so many bits.
    func file(_ sample: PCMFormat.Sample) throws(MediaError) -> AudioFileFormat {
        var options = AudioFileFormat.Options()
        if self == .flac { options.samples = sample == .bits16 ? .signed16 : .signed24 }
        return try AudioFileFormat(named: rawValue, options)
    }
}
