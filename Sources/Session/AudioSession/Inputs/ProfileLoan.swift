/// A profile that a device has because of us, and the profile to go back to: a Bluetooth headset because something is recorded from it, or
/// a card because media has more channels. It is written down before the device is switched, so that the next run can switch it back after
/// a crash.
package struct ProfileLoan: Codable, Hashable, Sendable {
    /// The name of the device, PipeWire's `device.name`.
    package var device: String
    /// The name of the borrowed profile.
    package var profile: String
    /// The name of the profile from before.
    package var before: String
    /// Whether the device is a card that was switched for its channels; `nil` as false.
    package var isSurround: Bool?

    /// Makes a loan.
    package init(device: String, profile: String, before: String) {
        self.device = device
        self.profile = profile
        self.before = before
    }

    /// Whether a run of the daemon can have written this: every name is one that the server can report.
    package var isBelievable: Bool {
        [device, profile, before].allSatisfy { !$0.isEmpty && $0.utf8.count <= Self.longestName } && profile != before
    }

    /// The longest name that is kept of what the server reports, in bytes.
    private static let longestName = 4_096
}
