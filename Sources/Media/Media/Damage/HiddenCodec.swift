import CFFmpeg
import MediaTypes

/// Looks for coded sound in decoded samples: DTS as it is on some discs, and the bursts of IEC 61937 that carry AC-3 and others to a
/// receiver. Played as samples they are noise at full scale.
///
/// The coded sound may begin behind silence. The search ends when enough samples were seen, so that it costs next to nothing.
struct HiddenCodec {
    /// How many frames that are not silence are looked at: more than the longest distance of two sync words, many times.
    private static let reach = 1 << 16
    /// How many frames of silence are looked at: 4 MiB of samples of 16 bits, or 20 s.
    private static let silenceReach = 1 << 20
    /// The words of 16 bits in which a sync word and what must follow it are found.
    private static let span = 4

    /// The number of frames still to be looked at.
    private var left: Int
    /// The number of them that may be silence at the beginning.
    private var silenceLeft = silenceReach
    /// The last words of the frame before: a sync word may go across.
    private var rest: [UInt16] = []

    /// Makes the search in the output of a decoder. What a codec gives that always has losses is never coded sound; some, as WavPack, have
    /// them or not.
    init(codec: AVCodecID) {
        let properties = unsafe avcodec_descriptor_get(codec)?.pointee.props ?? 0
        left = properties & AV_CODEC_PROP_LOSSLESS != 0 ? Self.reach : 0
    }

    /// Forgets the end of the frame before, because the next one is from another position.
    mutating func reset() { rest = [] }

    /// Looks at a decoded frame; returns the name of the codec that is found in it.
    mutating func find(in frame: borrowing Frame) -> String? {
        guard left > 0, frame.channelCount == 2 else { return nil }
        let words = Self.words(of: frame)
        guard let first = words.firstIndex(where: { $0 != 0 }) else {
            rest = []
            silenceLeft -= frame.count
            if silenceLeft <= 0 { left = 0 }
            return nil
        }
        left -= (words.count - first) / 2
        let all = rest + words[first...]
        rest = Array(words.suffix(Self.span - 1))
        return Self.find(in: all)
    }

    /// Returns the name of the codec whose sync word is among `words`, which are samples of both channels.
    static func find(in words: [UInt16]) -> String? {
        for index in 0..<max(0, words.count - span + 1) {
            switch words[index] {
            case 0xF872 where words[index + 1] == 0x4E1F:
                if let name = burst(words[index + 2], length: words[index + 3]) { return name }
            case 0x72F8 where words[index + 1] == 0x1F4E:
                if let name = burst(words[index + 2].byteSwapped, length: words[index + 3]) { return name }
            case 0x7FFE where words[index + 1] == 0x8001, 0xFE7F where words[index + 1] == 0x0180:
                // The kind of packet, which is a normal one, its number of missing samples, which is none, and its blocks less one.
                let next = words[index] == 0x7FFE ? words[index + 2] : words[index + 2].byteSwapped
                if next & 0xFC00 == 0xFC00, [7, 15, 31, 63, 127].contains(next >> 2 & 0x7F) { return "DTS" }
            case 0x1FFF where words[index + 1] == 0xE800 && words[index + 2] & 0xFFF0 == 0x07F0: return "DTS"
            case 0xFF1F where words[index + 1] == 0x00E8 && words[index + 2].byteSwapped & 0xFFF0 == 0x07F0: return "DTS"
            default: continue
            }
        }
        return nil
    }

    /// The codec of a burst by the word that tells the kind of its data (IEC 61937-2); `nil` for pauses and unknown kinds, and for what
    /// has bits that no device sets: reserved ones, errors, a second stream.
    private static func burst(_ kind: UInt16, length: UInt16) -> String? {
        guard kind & 0xE0E0 == 0, length > 0 else { return nil }
        return switch kind & 0x1F {
        case 1: "AC-3"
        case 4...6, 8, 9: "MPEG audio"
        case 7, 10, 19, 20: "AAC"
        case 11...13, 17: "DTS"
        case 21: "E-AC-3"
        case 22: "TrueHD"
        default: nil
        }
    }

    /// The upper 16 bits of the samples of both channels, frame after frame; nothing for samples of 8 bits.
    private static func words(of frame: borrowing Frame) -> [UInt16] {
        let count = 2 * frame.count
        guard let first = unsafe frame.pointer.pointee.extended_data[0] else { return [] }
        let second = unsafe av_sample_fmt_is_planar(frame.sampleFormat) != 0 ? frame.pointer.pointee.extended_data[1] : nil
        func read<Sample>(_ convert: (Sample) -> UInt16) -> [UInt16] {
            let left = unsafe UnsafeRawPointer(first).assumingMemoryBound(to: Sample.self)
            let right = unsafe second.map { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Sample.self) }
            return unsafe [UInt16](unsafeUninitializedCapacity: count) { words, initialized in
                for index in 0..<count {
                    let sample: Sample
                    if let right = unsafe right {
                        sample = unsafe index & 1 == 0 ? left[index / 2] : right[index / 2]
                    } else {
                        sample = unsafe left[index]
                    }
                    unsafe words[index] = convert(sample)
                }
                initialized = count
            }
        }
        // Numbers with a point: what was an integer of 16 bits is a multiple of 2⁻¹⁵.
        func whole(_ value: Float) -> UInt16 {
            let scaled = value * 0x1p15
            return scaled.magnitude <= 0x1p15 ? UInt16(truncatingIfNeeded: Int32(scaled)) : 0
        }
        return switch frame.sampleFormat {
        case AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P: read { (sample: UInt16) in sample }
        case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P: read { (sample: UInt32) in UInt16(sample >> 16) }
        case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP: read { (sample: Float) in whole(sample) }
        default: []
        }
    }
}
