import AudioSession
import AudioTypes
import Logging
import NIOCore
import Rooms
import SystemSupport

/// Leads everything that needs the Snapcast server to it: at the host that the configuration names, or that was found in the network.
/// Confined to the control thread.
final class RoomServerGuide {
    private let finder: RoomServerFinder
    private let rooms: RoomControl
    private let speaker: RoomSpeaker?
    private let output: any Output
    /// Where the server takes orders; `nil` for nowhere.
    private var control: ServerAddress?

    /// Makes a guide that uses the buses of `driver`.
    /// - Parameter speaker: plays announcements in rooms; `nil` if nothing can be announced there.
    init(
        _ driver: SessionDriver, rooms: RoomControl, speaker: RoomSpeaker?, output: any Output, eventLoop: any EventLoop,
        logger: Logger
    ) {
        finder = RoomServerFinder(driver, eventLoop: eventLoop, logger: logger)
        self.rooms = rooms
        self.speaker = speaker
        self.output = output
    }

    /// Gets itself a place on the system bus, before the buses are started.
    func join() {
        finder.found = { [weak self] _ in self?.lead() }
        finder.join()
    }

    /// Takes over the configuration, once the buses have been started.
    func configure(_ settings: RoomSettings) {
        control = settings.control
        finder.configure(settings)
        lead()
    }

    /// Has announcements to rooms go through what the rooms' sound goes through, and be no louder, and has each room keep to its own ceiling.
    func apply(_ orders: OutputOrders) {
        speaker?.apply(orders)
        rooms.setVolumes(orders.volumes)
    }

    /// Forgets the server, and ends what was sent to it. The last call.
    func shutDown() {
        finder.stop()
        speaker?.shutDown()
        rooms.shutDown()
    }

    private func lead() {
        let host = finder.host
        output.serverFound(on: host)
        speaker?.serverFound(on: host)
        rooms.configure(control?.address(on: host), isLookedFor: control != nil)
    }
}
