/// The kind of device that sound comes out of.
public enum OutputType: String, Hashable, Sendable, CaseIterable {
    /// `builtInReceiver` is the earpiece of a telephone.
    case builtInSpeaker, builtInReceiver, headphones, headset, bluetoothA2DP, bluetoothHFP, bluetoothLE, usbAudio, hdmi,
        displayPort, lineOut, airPlay,
        network, virtual, unknown
}

/// An output of the sound system, as clients see it.
public struct OutputDevice: Hashable, Sendable {
    /// The name that stays the same across restarts of everything: PipeWire's `node.name`. If the sink has several ports, `#`
    /// and the name of the port follow.
    public let uid: String
    /// The name for people: PipeWire's `node.description`. If the sink has several ports, the title of the port follows.
    public let name: String
    /// The kind of device.
    public let type: OutputType
    /// The number of channels that it plays.
    public let channelCount: Int
    /// The positions of the channels in PipeWire's words, such as `FL`; empty if they are not known.
    public let channelNames: [String]

    /// Makes a description.
    public init(uid: String, name: String, type: OutputType, channelCount: Int, channelNames: [String] = []) {
        self.uid = uid
        self.name = name
        self.type = type
        self.channelCount = channelCount
        self.channelNames = channelNames
    }
}
