/// A profile of a device: which sinks and sources it has, of which one profile is active at a time.
package struct DeviceProfile: Hashable, Sendable {
    /// PipeWire's name for the profile, such as `a2dp-sink` or `headset-head-unit`.
    package var name: String
    /// How much the device prefers the profile; the highest is the best.
    package var priority: Int
    /// Whether the device has a source in this profile.
    package var hasInput: Bool
    /// Whether the device has a sink in this profile.
    package var hasOutput: Bool
    /// `false` only if the device says that the profile cannot be used now.
    package var isAvailable: Bool

    /// Makes a description.
    package init(name: String, priority: Int, hasInput: Bool, hasOutput: Bool, isAvailable: Bool = true) {
        self.name = name
        self.priority = priority
        self.hasInput = hasInput
        self.hasOutput = hasOutput
        self.isAvailable = isAvailable
    }
}
