import CTestCard
import Synchronization
import SystemSupport

/// A Bluetooth headset without hardware, in a private sound system: a device of BlueZ's kind with the profiles `off`, `a2dp-sink` and
/// `headset-head-unit`. In the last one it has a microphone. It makes its nodes anew with each profile, as BlueZ's devices do. The
/// session manager chooses its first profile, `a2dp-sink`.
package final class ExportedHeadset: Sendable {
    /// A profile, by its number.
    package enum Profile: Int32, Sendable {
        case off, music, call
    }

    private let card: Mutex<UnsafeMutablePointer<fermata_card>>
    /// `node.name` of its sink.
    package let sink: String
    /// `node.name` of its source.
    package let source: String
    /// `device.name`.
    package let device: String

    /// Adds a headset to the server that listens on `socket`, and waits until it plays music.
    package init(socket: String, address: String = "buds") async throws(TestSupportError) {
        guard let made = fermata_card_new() else {
            throw TestSupportError(.launchFailed, "no memory for a headset")
        }
        nonisolated(unsafe) let pointer = made
        card = Mutex(pointer)
        (sink, source, device) = ("bluez_output.\(address).1", "bluez_input.\(address).0", "bluez_card.\(address)")
        fermata_card_become_headset(pointer, address)
        guard fermata_card_export(pointer, socket, device, "bluetooth") else {
            throw TestSupportError(.launchFailed, "the headset could not be given to \(socket): \(systemReason())")
        }
        try await waitUntil("the headset to play music", poll: .milliseconds(5)) { profile == "a2dp-sink" }
    }

    deinit { card.withLock { fermata_card_destroy($0) } }

    /// The name of its profile.
    package var profile: String { card.withLock { String(cString: fermata_headset_profile_name($0)) } }

    /// The linear factor that its microphone was last asked for at its port; below 0 while it is muted.
    package var microphoneFactor: Float { card.withLock { fermata_headset_microphone($0) } }

    /// How often somebody has asked for a profile.
    package var askedCount: Int { card.withLock { Int(fermata_headset_asked($0)) } }

    /// Changes its profile, as a user does.
    package func choose(_ profile: Profile) { card.withLock { fermata_headset_choose($0, profile.rawValue) } }

    /// Ignores from now on who asks for another profile.
    package func becomeDeaf() { card.withLock { fermata_headset_become_deaf($0) } }

    /// Takes its microphone away, and no more.
    package func loseSource() { card.withLock { fermata_headset_lose_source($0) } }

    /// Removes it, as when it is out of reach.
    package func leave() {
        card.withLock {
            fermata_headset_choose($0, Profile.off.rawValue)
            fermata_card_remove($0)
        }
    }
}
