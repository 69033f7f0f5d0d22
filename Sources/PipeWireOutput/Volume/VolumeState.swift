/// The stream's volume as the owner wants it and as the graph has it.
struct VolumeState {
    /// The volume that the owner or a mixer has set, whichever came last; `nil` until either happened.
    var wanted: Volume?
    /// The mute switch that the owner or a mixer has set last; `nil` until either happened.
    var isMuted: Bool?
    /// The stream's volume as the graph reported it or as it was set last; `nil` until either happened.
    var applied: Volume?
    /// Whether the volume known from before has been given to the new stream. Until then, what the stream reports is only
    /// its initial volume.
    var isInherited = false
    /// Whether the graph accepts settings of the stream's volume yet.
    var isSettable = false
    /// The ramp from the applied to the wanted volume, while one runs.
    var ramp: VolumeRamp?
    /// Whether what the graph reports now is the answer to our own setting.
    var isApplying = false

    /// Whether the wanted volume is known, so that the session manager's memory of it does not count.
    var isSet: Bool { wanted != nil }

    mutating func streamEnded() {
        applied = nil
        isSettable = false
        isInherited = false
        ramp = nil
    }
}
