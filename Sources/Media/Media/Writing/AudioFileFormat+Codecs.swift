package import AudioTypes
package import MediaTypes

// What each codec can store.
extension AudioFileFormat.Codec {
    /// The name for people.
    package var name: String {
        switch self {
        case .pcm: "PCM"
        case .flac: "FLAC"
        case .opus: "Opus"
        case .vorbis: "Vorbis"
        case .mp3: "MP3"
        case .aac: "AAC"
        }
    }

    /// How a sample may be stored; empty for lossy codecs.
    package var sampleKinds: [AudioFileFormat.SampleKind] {
        switch self {
        case .pcm: [.signed16, .signed24, .float32]
        case .flac: [.signed16, .signed24]
        case .opus, .vorbis, .mp3, .aac: []
        }
    }

    /// The bit rates that may be asked for, of all channels together; `nil` for lossless codecs.
    package var bitRates: ClosedRange<Int>? {
        switch self {
        case .pcm, .flac: nil
        // RFC 6716, section 2.1.1: from 6 kbit/s. libopus takes up to 256 kbit/s for each channel here.
        case .opus: 6_000...2_048_000
        // The lowest and highest of MPEG 2.5 and MPEG 1, layer 3.
        case .mp3: 8_000...320_000
        // 6,144 bits for each channel and packet (ISO/IEC 14496-3, section 4.5.3): 288 kbit/s for each at 48 kHz.
        case .aac: 8_000...2_304_000
        // From the lowest mode of mono at 8 kHz to the highest of eight channels.
        case .vorbis: 8_000...2_000_000
        }
    }

    /// The qualities that may be asked for; `nil` for codecs without a scale of their own.
    package var qualities: ClosedRange<Int>? {
        switch self {
        case .vorbis: -1...10
        case .mp3: 0...9
        case .pcm, .flac, .opus, .aac: nil
        }
    }

    /// The most channels.
    package var mostChannels: Int {
        switch self {
        case .pcm: ChannelLayout.maximumChannelCount
        case .flac, .opus, .vorbis, .aac: 8
        case .mp3: 2
        }
    }

    /// The rate at which sound of `rate` is stored: the same, or else the lowest higher one, so that no sound is lost. If there
    /// is none, it is the highest.
    func storedRate(_ rate: SampleRate) -> SampleRate {
        let hertz = Int(rate.hertz)
        let stored: Int =
            switch self {
            case .pcm: hertz
            // RFC 9639, section 9.1.2: up to 65,535 Hz, and multiples of 10 Hz above.
            case .flac: hertz <= 65_535 || hertz <= 655_350 && hertz % 10 == 0 ? hertz : 384_000
            case .opus: 48_000
            // libvorbis has modes between these rates.
            case .vorbis: min(max(hertz, 8_000), 192_000)
            case .mp3: Self.lowest(of: Self.mp3Rates, from: hertz)
            case .aac: Self.lowest(of: Self.aacRates, from: hertz)
            }
        return SampleRate(hertz: stored) ?? rate
    }

    private static func lowest(of rates: [Int], from hertz: Int) -> Int {
        rates.first { $0 >= hertz } ?? rates.last ?? hertz
    }

    /// The rates of MPEG 1, 2 and 2.5.
    private static let mp3Rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    /// The rates that AAC has numbers for (ISO/IEC 14496-3, table 1.16).
    private static let aacRates = [
        7_350, 8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]

    /// The names under which channels of `layout` are stored; their order and number never change.
    ///
    /// PCM and FLAC keep the names, unless a channel has no position or the order is not that of ``AudioChannel``. Opus and
    /// Vorbis have one layout for each number of channels (Vorbis I, section 4.3.9), and MP3 and AAC have few. A layout that
    /// cannot be kept becomes the standard one.
    func storedLayout(_ layout: ChannelLayout) -> ChannelLayout {
        let standard = ChannelLayout.standard(channelCount: layout.count) ?? layout
        switch self {
        case .pcm, .flac: return layout.nativeMask != nil ? layout : standard
        case .opus, .vorbis: return Self.vorbisLayout(channelCount: layout.count) ?? standard
        case .aac: return Self.aacLayouts.contains(layout.channels) ? layout : standard
        case .mp3: return standard
        }
    }

    /// Layouts that the encoder of AAC has besides the standard ones: without the low frequencies, with speakers at the back in
    /// place of the centre, and with speakers at the sides.
    private static let aacLayouts: [[AudioChannel]] = [
        [.frontLeft, .frontRight, .frontCenter], [.frontLeft, .frontRight, .backLeft, .backRight],
        [.frontLeft, .frontRight, .frontCenter, .sideLeft, .sideRight],
        [.frontLeft, .frontRight, .frontCenter, .lowFrequency, .sideLeft, .sideRight],
    ]

    private static func vorbisLayout(channelCount: Int) -> ChannelLayout? {
        switch channelCount {
        case 3: ChannelLayout([.frontLeft, .frontRight, .frontCenter])
        case 4: ChannelLayout([.frontLeft, .frontRight, .backLeft, .backRight])
        default: ChannelLayout.standard(channelCount: channelCount)
        }
    }
}

extension AudioFileFormat {
    /// The format in which sound of `input` is stored: the rate and the names of the channels may differ.
    /// - Throws: ``MediaError/Code/unsupported`` if the codec has not enough channels, or does not have the bit rate with them.
    package func stored(_ input: StreamFormat) throws(MediaError) -> StreamFormat {
        guard input.channelCount <= codec.mostChannels else {
            throw MediaError(.unsupported, "\(codec.name) has at most \(codec.mostChannels) channels, not \(input.channelCount)")
        }
        let most = Self.mostOpusBits * input.channelCount
        if codec == .opus, case .bitRate(let rate) = effort, rate > most {
            throw MediaError(
                .unsupported, "Opus has at most \(most) bit/s with \(input.channelCount) channels, not \(rate)")
        }
        return StreamFormat(
            sampleRate: codec.storedRate(input.sampleRate), channelLayout: codec.storedLayout(input.channelLayout))
    }

    /// The most bits per second for each channel that FFmpeg's wrapper of libopus takes.
    private static let mostOpusBits = 256_000
}
