package import AudioTypes

extension AudioFileFormat {
    /// The frames that a reader gives before the sound, at the rate that is stored, because the container cannot tell it the
    /// encoder's delay.
    /// - Parameter canRewrite: whether the sink can go back, which MP3 needs to state the delay.
    package func unstatedDelay(canRewrite: Bool) -> FrameCount {
        switch (container, codec) {
        case (.adts, _), (.matroska, .aac): FrameCount(1_024)
        // LAME's delay and that of decoders.
        case (.matroska, .mp3): FrameCount(576 + 528 + 1)
        case (.mp3, _): FrameCount(canRewrite ? 0 : 576 + 528 + 1)
        default: .zero
        }
    }
}
