package import AudioTypes

extension OutputType {
    /// Whether only the listener hears such an output. If it is lost, the sound must not come out of a speaker instead.
    ///
    /// A USB device counts only if it says that it is a headset: a plain one may be a loudspeaker.
    package var isPrivate: Bool {
        switch self {
        case .headphones, .headset, .bluetoothA2DP, .bluetoothHFP: true
        case .builtInSpeaker, .usbAudio, .hdmi, .displayPort, .lineOut, .airPlay, .network, .virtual, .unknown: false
        }
    }
}
