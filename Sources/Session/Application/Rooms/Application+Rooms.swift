import AudioSession
import Logging
import Rooms
import SystemSupport

// The rooms of a Snapcast server.
extension Application {
    func watchRooms() {
        rooms.publish = { [weak self] change in self?.tell(.rooms(change)) }
        roomServer.join()
        driver.ordered = { [weak self] orders in self?.roomServer.apply(orders) }
        driver.muteLocalRoom = { [weak self] isMuted in self?.rooms.muteLocalRoom(isMuted) }
    }

    /// Takes over the settings, once the buses have been started.
    func configureRooms(_ settings: RoomSettings) {
        if !settings.localRoom.isEmpty, settings.control == nil {
            logger.warning("The room of this machine cannot be muted: set snapcast.control, or leave snapcast.local_room empty.")
        }
        rooms.setLocalRoom(settings.localRoom) { [weak self] news in
            switch news {
            case .known(let isKnown): self?.driver.handle(.localRoomKnown(isKnown))
            case .heard: self?.driver.handle(.localRoomHeard)
            }
        }
        roomServer.configure(settings)
    }
}
