/// The stream's volume as the owner wants it and as the graph has it.
struct VolumeState {
    /// What the owner set or a mixer did, whichever came last; `nil` until either happened.
    var wanted: Volume?
    /// The same for the mute switch.
    var isMuted: Bool?
    /// The volume of the stream as the graph told or as it was set last; `nil` until either happened.
    var applied: Volume?
    /// Whether a new stream was given what is known from before: until then, what it tells is only its beginning.
    var isInherited = false
    /// Whether the graph lets the stream's volume be set yet.
    var isSettable = false
    /// On its way from one to the other.
    var ramp: VolumeRamp?
    /// Whether what the graph tells now is the answer to our own setting.
    var isApplying = false

    /// Whether the volume is known better than the session manager can.
    var isSet: Bool { wanted != nil }

    mutating func streamEnded() {
        applied = nil
        isSettable = false
        isInherited = false
        ramp = nil
    }
}
