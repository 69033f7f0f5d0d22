import CTestCard
import Synchronization
import SystemSupport

/// A screen behind HDMI without hardware, in a private sound system: a card with the profiles `off`, `output:hdmi-stereo` and
/// `output:hdmi-surround71`, in each of which it has another sink. The session manager chooses `output:hdmi-stereo` first.
package final class ExportedScreen: Sendable {
    /// A profile, by its number.
    package enum Profile: Int32, Sendable {
        case off, stereo, surround
    }

    private let card: Mutex<UnsafeMutablePointer<fermata_card>>
    /// `device.name`, and part of the names of its sinks.
    package let device: String

    /// Adds a screen to the server that listens on `socket`, and waits until it plays two channels.
    package init(socket: String, device: String = "screen") async throws(TestSupportError) {
        guard let made = fermata_card_new() else { throw TestSupportError(.launchFailed, "no memory for a screen") }
        nonisolated(unsafe) let pointer = made
        card = Mutex(pointer)
        self.device = device
        fermata_card_become_screen(pointer, device)
        guard fermata_card_export(pointer, socket, device, "pci") else {
            throw TestSupportError(.launchFailed, "the screen could not be given to \(socket): \(systemReason())")
        }
        try await waitUntil("the screen to play two channels", poll: .milliseconds(5)) { profile == "output:hdmi-stereo" }
    }

    deinit { card.withLock { fermata_card_destroy($0) } }

    /// The name of its profile.
    package var profile: String { card.withLock { String(cString: fermata_headset_profile_name($0)) } }

    /// Changes its profile, as a user does.
    package func choose(_ profile: Profile) { card.withLock { fermata_headset_choose($0, profile.rawValue) } }

    /// Ignores from now on who asks for another profile.
    package func becomeDeaf() { card.withLock { fermata_headset_become_deaf($0) } }
}
