/// The kind of device that sound comes from.
public enum InputType: String, Hashable, Sendable, CaseIterable {
    case builtInMic, headsetMic, bluetoothHFP, bluetoothLE, usbAudio, lineIn, network, virtual, unknown
}

/// An input of the sound system, as clients see it.
public struct InputDevice: Hashable, Sendable {
    /// The name that stays the same across restarts of everything: PipeWire's `node.name`. If the source has several ports, `#` and
    /// the name of the port follow.
    public let uid: String
    /// The name for people: PipeWire's `node.description`. If the source has several ports, the title of the port follows.
    public let name: String
    /// The kind of device.
    public let type: InputType
    /// The number of channels that it has.
    public let channelCount: Int
    /// The positions of the channels in PipeWire's words, such as `FL`; empty if they are not known.
    public let channelNames: [String]

    /// Makes a description.
    public init(uid: String, name: String, type: InputType, channelCount: Int, channelNames: [String] = []) {
        self.uid = uid
        self.name = name
        self.type = type
        self.channelCount = channelCount
        self.channelNames = channelNames
    }
}
