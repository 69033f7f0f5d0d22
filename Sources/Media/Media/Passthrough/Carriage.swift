import AudioTypes
import CFFmpeg

/// How the packets of a track travel to a sink that decodes them: in which format of samples, and which place each packet has there.
struct Carriage: Hashable {
    /// How bits of DSD lie in a packet.
    struct DSD: Hashable {
        /// Whether the bytes of a channel lie together.
        let isPlanar: Bool
        /// Whether the first bit of a byte is the lowest.
        let isReversed: Bool
    }

    /// The format of the samples. They have two channels, whatever is coded.
    let format: StreamFormat
    /// The frames of the track in one unit of the samples, such as a burst.
    let trackFrames: Int64
    /// The frames in front of the first audible one. The first packet begins there.
    let lead: Int64
    /// `nil` for bursts of IEC 61937.
    let dsd: DSD?

    /// Whether packets of `codec` may travel at all.
    static func mayCarry(_ codec: AVCodecID) -> Bool {
        switch codec {
        case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS: true
        default: DSD(codec) != nil
        }
    }

    /// Finds out how packets of `codec` travel; `nil` if they cannot.
    /// - Parameters:
    ///   - format: that of the decoded frames.
    ///   - frameCount: the number of frames that the first packet has.
    ///   - packet: the first packet.
    ///   - lead: the frames in front of the first audible one.
    init?(codec: AVCodecID, format: StreamFormat, frameCount: Int, packet: [UInt8], lead: Int64) {
        let rate = Int(format.sampleRate.hertz)
        switch codec {
        case AV_CODEC_ID_AC3:
            guard Self.isCommon(rate), frameCount == Self.framesOfAC3 else { return nil }
            self.init(.ac3, rate: rate, unitFrames: Self.framesOfAC3, trackFrames: Self.framesOfAC3, lead: lead)
        case AV_CODEC_ID_EAC3:
            // A burst gathers packets of fewer than six blocks.
            guard Self.isCommon(rate), frameCount > 0, Self.framesOfAC3 % frameCount == 0, frameCount % 256 == 0 else {
                return nil
            }
            self.init(.eac3, rate: 4 * rate, unitFrames: 4 * Self.framesOfAC3, trackFrames: Self.framesOfAC3, lead: lead)
        case AV_CODEC_ID_DTS:
            // What extends the core does not travel. It may have another rate.
            guard let core = DTSCore(packet), core.frameCount * rate == frameCount * core.sampleRate else { return nil }
            self.init(.dts, rate: core.sampleRate, unitFrames: core.frameCount, trackFrames: frameCount, lead: lead)
        default:
            guard let dsd = DSD(codec), format.channelCount == 2, rate % 2 == 0 else { return nil }
            // A frame of the track has eight bits of each channel, and one of the samples sixteen.
            self.init(.dop, rate: rate / 2, unitFrames: 1, trackFrames: 2, lead: lead, dsd)
        }
    }

    private init?(_ codec: PassthroughCodec, rate: Int, unitFrames: Int, trackFrames: Int, lead: Int64, _ dsd: DSD? = nil) {
        guard let sampleRate = SampleRate(hertz: rate) else { return nil }
        format = StreamFormat(
            sampleRate: sampleRate, channelLayout: .stereo, coding: SampleCoding(codec: codec, unitFrames: unitFrames))
        self.trackFrames = Int64(trackFrames)
        self.lead = lead
        self.dsd = dsd
    }

    /// Six blocks of 256.
    private static let framesOfAC3 = 1_536

    /// Whether IEC 61937 carries AC-3 at this rate.
    private static func isCommon(_ rate: Int) -> Bool { rate == 48_000 || rate == 44_100 || rate == 32_000 }

    /// The number of frames in a unit of the samples.
    private var unitFrames: Int64 { Int64(format.coding?.unitFrames ?? 1) }

    /// Returns the place among the samples of what begins at `frame` of the track. Units lie side by side from the first frame of the
    /// track on, wherever a container says that they begin.
    func place(of frame: Int64) -> Int64 { Self.floor(frame + trackFrames / 2, trackFrames) * unitFrames }

    /// Returns the frame of the track at which the first unit begins that is not before `place`; below 0 for a unit that begins in front
    /// of the first audible frame.
    func trackFrame(from place: Int64) -> Int64 { Self.floor(place + unitFrames - 1, unitFrames) * trackFrames - lead }

    /// Whether a packet of `count` frames that begins at `frame` of the track is the first of its unit. The first packet of all is.
    func beginsUnit(_ frame: Int64, count: Int) -> Bool {
        let count = Int64(count)
        guard count > 0, count < trackFrames else { return true }
        return Self.floor(frame + lead + count / 2, count) % (trackFrames / count) == 0
    }

    private static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}

extension Carriage.DSD {
    fileprivate init?(_ codec: AVCodecID) {
        switch codec {
        case AV_CODEC_ID_DSD_LSBF: self.init(isPlanar: false, isReversed: true)
        case AV_CODEC_ID_DSD_MSBF: self.init(isPlanar: false, isReversed: false)
        case AV_CODEC_ID_DSD_LSBF_PLANAR: self.init(isPlanar: true, isReversed: true)
        case AV_CODEC_ID_DSD_MSBF_PLANAR: self.init(isPlanar: true, isReversed: false)
        default: return nil
        }
    }
}

/// The header of a core of DTS (ETSI TS 102 114, section 5.3), in words of 16 bits.
struct DTSCore: Hashable {
    /// The number of frames of the core in a packet.
    let frameCount: Int
    /// In hertz.
    let sampleRate: Int

    /// Reads the header at the beginning of `packet`; `nil` if there is none that IEC 61937 carries.
    init?(_ packet: [UInt8]) {
        guard packet.count >= 10 else { return nil }
        let bytes: [UInt8]
        switch Array(packet[..<4]) {
        case [0x7F, 0xFE, 0x80, 0x01]: bytes = Array(packet[..<10])
        // The bytes of each word are swapped.
        case [0xFE, 0x7F, 0x01, 0x80]: bytes = (0..<10).map { packet[$0 ^ 1] }
        default: return nil
        }
        let isNormal = bytes[4] & 0x80 != 0
        let blocks = Int(bytes[4] & 1) << 6 | Int(bytes[5] >> 2)
        frameCount = (blocks + 1) * 32
        guard isNormal, [512, 1_024, 2_048].contains(frameCount) else { return nil }
        switch bytes[8] >> 2 & 0x0F {
        case 3: sampleRate = 32_000
        case 8: sampleRate = 44_100
        case 13: sampleRate = 48_000
        default: return nil
        }
    }
}
