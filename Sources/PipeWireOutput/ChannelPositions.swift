import AudioTypes
import CPipeWire

extension AudioChannel {
    /// PipeWire's name of the place; discrete channels count up from AUX0 by their `index` in the layout.
    func position(index: Int) -> UInt32 {
        let place: spa_audio_channel =
            switch self {
            case .frontLeft: SPA_AUDIO_CHANNEL_FL
            case .frontRight: SPA_AUDIO_CHANNEL_FR
            case .frontCenter: SPA_AUDIO_CHANNEL_FC
            case .lowFrequency: SPA_AUDIO_CHANNEL_LFE
            case .backLeft: SPA_AUDIO_CHANNEL_RL
            case .backRight: SPA_AUDIO_CHANNEL_RR
            case .frontLeftOfCenter: SPA_AUDIO_CHANNEL_FLC
            case .frontRightOfCenter: SPA_AUDIO_CHANNEL_FRC
            case .backCenter: SPA_AUDIO_CHANNEL_RC
            case .sideLeft: SPA_AUDIO_CHANNEL_SL
            case .sideRight: SPA_AUDIO_CHANNEL_SR
            case .topCenter: SPA_AUDIO_CHANNEL_TC
            case .topFrontLeft: SPA_AUDIO_CHANNEL_TFL
            case .topFrontCenter: SPA_AUDIO_CHANNEL_TFC
            case .topFrontRight: SPA_AUDIO_CHANNEL_TFR
            case .topBackLeft: SPA_AUDIO_CHANNEL_TRL
            case .topBackCenter: SPA_AUDIO_CHANNEL_TRC
            case .topBackRight: SPA_AUDIO_CHANNEL_TRR
            case .mono: SPA_AUDIO_CHANNEL_MONO
            case .discrete: SPA_AUDIO_CHANNEL_AUX0
            }
        return place.rawValue + (self == .discrete ? UInt32(index) : 0)
    }
}

extension ChannelLayout {
    /// One of PipeWire's positions a channel.
    var positions: [UInt32] { channels.enumerated().map { $0.element.position(index: $0.offset) } }
}
