import AudioTypes
import CPipeWire
import RealtimeAudio

extension ChannelLayout {
    /// PipeWire's constant `SPA_AUDIO_CHANNEL_*` for the position of each channel. Channels without a position are
    /// numbered.
    var positions: [UInt32] {
        var unplaced: UInt32 = 0
        return channels.map { channel in
            if let position = channel.position { return position }
            defer { unplaced += 1 }
            return SPA_AUDIO_CHANNEL_AUX0.rawValue + unplaced
        }
    }
}

extension AudioChannel {
    /// PipeWire's constant for the channel's position; `nil` for a channel without one.
    fileprivate var position: UInt32? {
        switch self {
        case .frontLeft: SPA_AUDIO_CHANNEL_FL.rawValue
        case .frontRight: SPA_AUDIO_CHANNEL_FR.rawValue
        case .frontCenter: SPA_AUDIO_CHANNEL_FC.rawValue
        case .lowFrequency: SPA_AUDIO_CHANNEL_LFE.rawValue
        case .backLeft: SPA_AUDIO_CHANNEL_RL.rawValue
        case .backRight: SPA_AUDIO_CHANNEL_RR.rawValue
        case .frontLeftOfCenter: SPA_AUDIO_CHANNEL_FLC.rawValue
        case .frontRightOfCenter: SPA_AUDIO_CHANNEL_FRC.rawValue
        case .backCenter: SPA_AUDIO_CHANNEL_RC.rawValue
        case .sideLeft: SPA_AUDIO_CHANNEL_SL.rawValue
        case .sideRight: SPA_AUDIO_CHANNEL_SR.rawValue
        case .topCenter: SPA_AUDIO_CHANNEL_TC.rawValue
        case .topFrontLeft: SPA_AUDIO_CHANNEL_TFL.rawValue
        case .topFrontCenter: SPA_AUDIO_CHANNEL_TFC.rawValue
        case .topFrontRight: SPA_AUDIO_CHANNEL_TFR.rawValue
        case .topBackLeft: SPA_AUDIO_CHANNEL_TRL.rawValue
        case .topBackCenter: SPA_AUDIO_CHANNEL_TRC.rawValue
        case .topBackRight: SPA_AUDIO_CHANNEL_TRR.rawValue
        case .mono: SPA_AUDIO_CHANNEL_MONO.rawValue
        case .discrete: nil
        }
    }
}

extension StreamFormat {
    /// Returns the value of `node.latency` for a cycle of ``AudioTypes/OutputOrders/cycle`` seconds.
    func latencyProperty(cycle: Double) -> String {
        "\(max(1, FrameCount(seconds: cycle, at: sampleRate).value))/\(sampleRate.hertz)"
    }
}
