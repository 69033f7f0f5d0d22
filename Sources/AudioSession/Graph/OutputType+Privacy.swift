package import AudioTypes

extension OutputType {
    /// Whether only who wears it hears it: when such an output goes, the sound must not come out of a speaker instead.
    ///
    /// A USB device counts only where it says that it is a headset; a plain one may as well be a loudspeaker.
    package var isPrivate: Bool {
        switch self {
        case .headphones, .headset, .bluetoothA2DP, .bluetoothHFP: true
        case .builtInSpeaker, .usbAudio, .hdmi, .displayPort, .lineOut, .airPlay, .network, .virtual, .unknown: false
        }
    }
}
