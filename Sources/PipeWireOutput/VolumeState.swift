/// The stream's volume as the owner wants it and as the graph has it.
struct VolumeState {
    /// What the owner set or a mixer did, whichever came last; `nil` until either happened.
    var wanted: Volume?
    /// The same for the mute switch.
    var isMuted: Bool?
    /// The volume of the stream as the graph told or as it was set last; `nil` until the graph has told.
    var applied: Volume?
    /// Whether a new stream was given what is known from before: until then, what it tells is only its beginning.
    var isInherited = false
    /// How many channels the graph says the volume has.
    var channelCount = 0
    /// On its way from one to the other.
    var ramp: VolumeRamp?
    /// Whether what the graph tells now is the answer to our own setting.
    var isApplying = false

    /// Whether the volume is known better than the session manager can.
    var isSet: Bool { wanted != nil }

    mutating func streamEnded() {
        applied = nil
        channelCount = 0
        isInherited = false
        ramp = nil
    }
}
