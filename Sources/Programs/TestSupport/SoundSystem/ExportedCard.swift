import CTestCard
import Synchronization
import SystemSupport

/// A sound card without hardware in a private sound system. It has sockets into which a test can plug something.
///
/// PipeWire sees a device like one that stands for an ALSA card. It has a profile, ports (`EnumRoute`) of which one is active
/// (`Route`), and one sink: a null sink that names the card as its own. WirePlumber treats it like any other card, and chooses
/// the best port that is available. The card lives in this process and goes away with this object.
package final class ExportedCard: Sendable {
    /// A port of the card. The later ports have the higher priority.
    package struct Port: Hashable, Sendable {
        /// The port's name in PipeWire.
        package var name: String
        /// PipeWire's `port.type`, such as `headphones`.
        package var type: String
        /// Whether something is plugged in at first.
        package var isAvailable: Bool
        /// Whether sound comes in through it.
        package var isInput: Bool

        /// Describes a port.
        package init(name: String, type: String, isAvailable: Bool, isInput: Bool = false) {
            self.name = name
            self.type = type
            self.isAvailable = isAvailable
            self.isInput = isInput
        }
    }

    private let card: Mutex<UnsafeMutablePointer<fermata_card>>
    private let ports: [Port]

    /// Adds a card and its sink to the server that listens on `socket`.
    /// - Parameters:
    ///   - socket: an absolute path.
    ///   - name: `device.name` of the card.
    ///   - sink: `node.name` of its sink.
    ///   - priority: `priority.session` of its sink.
    ///   - bus: `device.bus`.
    ///   - ports: at most eight. The first one of each direction is active until somebody chooses another.
    ///   - source: `node.name` of the source that takes sound in through the ports for that; `nil` for none.
    package init(
        socket: String, name: String, sink: String, priority: Int = 3000, bus: String = "pci",
        ports: [Port] = [.speaker, .headphones], source: String? = nil
    ) async throws(TestSupportError) {
        guard let made = fermata_card_new() else {
            throw TestSupportError(.launchFailed, "no memory for a sound card")
        }
        nonisolated(unsafe) let pointer = made
        card = Mutex(pointer)
        self.ports = ports
        for port in ports { fermata_card_add_port(pointer, port.name, port.type, port.isAvailable, port.isInput) }
        guard fermata_card_export(pointer, socket, name, bus) else {
            throw TestSupportError(.launchFailed, "the card \(name) could not be given to \(socket): \(systemReason())")
        }
        try await waitUntil("a number for the card \(name)", poll: .milliseconds(5)) {
            card.withLock { fermata_card_id($0) } != UInt32.max
        }
        guard fermata_card_add_sink(pointer, sink, String(priority)) else {
            throw TestSupportError(.launchFailed, "the sink \(sink) could not be made: \(systemReason())")
        }
        if let source, !fermata_card_add_source(pointer, source) {
            throw TestSupportError(.launchFailed, "the source \(source) could not be made: \(systemReason())")
        }
    }

    deinit { card.withLock { fermata_card_destroy($0) } }

    /// Plugs something into the port `name`, or unplugs it.
    package func setAvailable(_ isAvailable: Bool, port name: String) {
        withPort(name) { fermata_card_set_available($0, $1, isAvailable) }
    }

    /// Plays through the port `name`, whatever is plugged in.
    package func setActive(port name: String) { withPort(name) { fermata_card_set_active($0, $1) } }

    /// Takes sound in through the port `name`, whatever is plugged in.
    package func setActive(input name: String) { withPort(name) { fermata_card_set_active_input($0, $1) } }

    /// The name of the port through which the card plays now.
    package var activePort: String { ports[card.withLock { Int(fermata_card_active($0)) }].name }

    /// The name of the port through which the card takes sound in now.
    package var activeInput: String { ports[card.withLock { Int(fermata_card_active_input($0)) }].name }

    /// Removes the card, but not its sink.
    package func removeCard() { card.withLock { fermata_card_remove($0) } }

    private func withPort(_ name: String, _ body: (UnsafeMutablePointer<fermata_card>, UInt32) -> Void) {
        guard let index = ports.firstIndex(where: { $0.name == name }) else { return }
        card.withLock { body($0, UInt32(index)) }
    }
}

extension ExportedCard.Port {
    /// The speaker of a laptop, which is always available.
    package static let speaker = Self(name: "speaker-out", type: "speaker", isAvailable: true)
    /// The microphone of a laptop, which is always available.
    package static let microphone = Self(name: "analog-input-internal-mic", type: "mic", isAvailable: true, isInput: true)
    /// The microphone of a headset in a socket, with nothing plugged in yet.
    package static let headsetMicrophone = Self(
        name: "analog-input-headset-mic", type: "headset", isAvailable: false, isInput: true)
    /// A headphone socket with nothing plugged in yet.
    package static let headphones = Self(name: "headphones-out", type: "headphones", isAvailable: false)
}
