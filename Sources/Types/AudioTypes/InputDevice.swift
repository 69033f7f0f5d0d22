/// The kind of device that sound comes from.
public enum InputType: String, Hashable, Sendable, CaseIterable {
    case builtInMic, headsetMic, bluetoothHFP, usbAudio, lineIn, network, virtual, unknown
}

/// An input of the sound system, as clients see it.
public struct InputDevice: Hashable, Sendable {
    /// The name that stays the same across restarts of everything: PipeWire's `node.name`.
    public let uid: String
    /// The name for people: PipeWire's `node.description`.
    public let name: String
    /// The kind of device.
    public let type: InputType
    /// The number of channels that it has.
    public let channelCount: Int

    /// Makes a description.
    public init(uid: String, name: String, type: InputType, channelCount: Int) {
        self.uid = uid
        self.name = name
        self.type = type
        self.channelCount = channelCount
    }
}
