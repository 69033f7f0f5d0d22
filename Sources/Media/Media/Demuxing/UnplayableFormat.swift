import Containers
import MediaTypes

/// Formats of sound that are known and cannot be played here.
enum UnplayableFormat {
    /// Says what the media hold, if they begin with something that is no sound as it is, or sound for which there is no decoder; `nil`
    /// for all else. If the media come over the network, only the bytes that are here already are looked at.
    static func reason(_ input: borrowing InputContext, _ name: String) throws(MediaError) -> String? {
        let source = input.stream.source
        let start = source.isLocal ? try MPEGAudioHeader.endOfTags(source) : 0
        let range = start..<start + Int64(MPEGAudioHeader.size)
        let head = source.isLocal ? try source.bytes(in: range) : input.firstBytes(MPEGAudioHeader.size)
        if head.starts(with: [0x1F, 0x8B, 8]) { return "\(name) is packed with gzip: unpack it first" }
        if head.elementsEqual("ADIF".utf8) {
            return "\(name) is AAC with a single header (ADIF), which cannot be decoded here: convert it to ADTS or MP4"
        }
        if isFreeFormat(head) {
            return "\(name) is MPEG audio of free format, whose packets do not state their bit rate, and cannot be decoded here"
        }
        return nil
    }

    /// Whether a header of MPEG audio has no bit rate, and is right otherwise.
    private static func isFreeFormat(_ head: [UInt8]) -> Bool {
        guard head.count == MPEGAudioHeader.size, head[2] >> 4 == 0 else { return false }
        // With any bit rate it would be a header.
        return MPEGAudioHeader([head[0], head[1], head[2] | 0x10, head[3]]) != nil
    }
}
