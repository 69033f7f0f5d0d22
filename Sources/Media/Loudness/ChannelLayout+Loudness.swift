import AudioTypes
import CEBUR128

extension ChannelLayout {
    /// The position of each channel for libebur128, which gives it its weight; `nil` for channels that do not count.
    var measuredPositions: [channel?] {
        // Channels without a position are mono and stereo if there are no more than that.
        if count <= 2, channels.allSatisfy({ $0 == .discrete }) {
            return count == 1 ? [EBUR128_CENTER] : [EBUR128_LEFT, EBUR128_RIGHT]
        }
        return channels.map { position(of: $0) }
    }

    private func position(of channel: AudioChannel) -> channel? {
        switch channel {
        case .frontLeft: EBUR128_LEFT
        case .frontRight: EBUR128_RIGHT
        case .frontCenter, .mono: EBUR128_CENTER
        case .lowFrequency, .discrete: nil
        // Five speakers have the rear ones at 110 degrees, seven have them at 135 and those at the sides at 90 (ITU-R BS.2051,
        // systems B and I). BS.1770 gives what stands at the side more weight than what stands behind.
        case .backLeft: hasSides ? EBUR128_Mp135 : EBUR128_Mp110
        case .backRight: hasSides ? EBUR128_Mm135 : EBUR128_Mm110
        case .sideLeft: EBUR128_Mp090
        case .sideRight: EBUR128_Mm090
        case .backCenter: EBUR128_Mp180
        case .frontLeftOfCenter: EBUR128_MpSC
        case .frontRightOfCenter: EBUR128_MmSC
        case .topCenter: EBUR128_Tp000
        case .topFrontLeft: EBUR128_Up045
        case .topFrontCenter: EBUR128_Up000
        case .topFrontRight: EBUR128_Um045
        case .topBackLeft: EBUR128_Up135
        case .topBackCenter: EBUR128_Up180
        case .topBackRight: EBUR128_Um135
        }
    }

    private var hasSides: Bool { channels.contains(.sideLeft) || channels.contains(.sideRight) }
}
