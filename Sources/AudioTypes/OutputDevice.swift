/// What kind of thing a sound comes out of.
public enum OutputType: String, Hashable, Sendable, CaseIterable {
    case builtInSpeaker, headphones, headset, bluetoothA2DP, bluetoothHFP, usbAudio, hdmi, displayPort, lineOut, airPlay,
        network, virtual, unknown
}

/// A sink of the sound system, as clients see it.
public struct OutputDevice: Hashable, Sendable {
    /// Stays the same across restarts of everything: PipeWire's `node.name`.
    public let uid: String
    /// For people: PipeWire's `node.description`.
    public let name: String
    /// What kind of thing it is.
    public let type: OutputType
    /// How many channels it plays.
    public let channelCount: Int

    /// Makes a description.
    public init(uid: String, name: String, type: OutputType, channelCount: Int) {
        self.uid = uid
        self.name = name
        self.type = type
        self.channelCount = channelCount
    }
}
