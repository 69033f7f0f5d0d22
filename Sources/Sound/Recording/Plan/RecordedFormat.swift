import Conversion
package import Media
import MediaTypes

/// What a recording is written as.
package enum RecordedFormat: Hashable, Sendable {
    /// The sound is encoded.
    case encoded(AudioFileFormat)
    /// The packets of what the player plays are copied, into this container; `nil` for the one that fits the codec.
    case copied(into: PacketContainer?)

    /// The word that asks for a copy.
    package static let copyName = "copy"

    /// The name of the format.
    package var name: String {
        switch self {
        case .encoded(let format): format.suffix
        case .copied: Self.copyName
        }
    }

    /// The format of sound that is encoded; `nil` for a copy.
    package var encoded: AudioFileFormat? { if case .encoded(let format) = self { format } else { nil } }

    /// The containers that a copy can be asked for. A crash leaves files of them that can be made whole.
    package static let containers: [PacketContainer] = [.mp3, .adts, .ogg, .flac, .mp4, .matroska]

    /// Returns the container for a copy of packets of `format`.
    /// - Parameter wanted: the container that somebody asked for.
    /// - Throws: ``MediaError/Code/unsupported`` if the container cannot hold the packets, with one that can.
    static func container(for format: CodedFormat, wanted: PacketContainer?) throws(MediaError) -> PacketContainer {
        let name = "what plays"
        if let wanted { return try Extraction(container: wanted).container(for: format, isChain: false, name: name) }
        let usual: PacketContainer =
            switch format.codec {
            case "mp3": .mp3
            case "aac": .adts
            case "opus", "vorbis", "speex": .ogg
            case "flac": .flac
            default: .matroska
            }
        if let fitting = try? Extraction(container: usual).container(for: format, isChain: false, name: name) { return fitting }
        return try Extraction(container: .matroska).container(for: format, isChain: false, name: name)
    }
}
