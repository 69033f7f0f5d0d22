import AudioSession
import Logging
package import Rooms
import SystemSupport

// The rooms of a Snapcast server.
extension Application {
    /// The rooms and groups as they are now.
    package func house() throws(RoomError) -> House { try rooms.house() }

    /// Sets the volume of a room, or changes it by `delta`, both in parts of 1; what is `nil` stays. Answers with the room.
    package func setRoomVolume(
        _ room: String, level: Double?, delta: Double?, isMuted: Bool?, answer: @escaping (Result<Room, RoomError>) -> Void
    ) {
        rooms.setVolume(room, level: level, delta: delta, isMuted: isMuted, answer: answer)
    }

    /// Mutes a room, or the whole group that it is in, or ends that. Answers with the room.
    package func muteRoom(
        _ room: String, _ isMuted: Bool, wholeGroup: Bool, answer: @escaping (Result<Room, RoomError>) -> Void
    ) {
        rooms.mute(room, isMuted, wholeGroup: wholeGroup, answer: answer)
    }

    /// Sets by how many seconds a room is sent to play sooner, and remembers that. Answers with the room.
    package func setRoomLatency(_ room: String, seconds: Double, answer: @escaping (Result<Room, RoomError>) -> Void) {
        rooms.setLatency(room, seconds: seconds, answer: answer)
    }

    /// Gives a room another name. Answers with the room.
    package func renameRoom(_ room: String, to name: String, answer: @escaping (Result<Room, RoomError>) -> Void) {
        rooms.rename(room, to: name, answer: answer)
    }

    /// Puts rooms into the group of the first one, and gives the group a name if there is one. Answers with the group.
    package func groupRooms(_ names: [String], name: String?, answer: @escaping (Result<RoomGroup, RoomError>) -> Void) {
        rooms.group(names, name: name, answer: answer)
    }

    /// Takes rooms out of their groups. Answers with the house.
    package func ungroupRooms(_ names: [String], answer: @escaping (Result<House, RoomError>) -> Void) {
        rooms.ungroup(names, answer: answer)
    }

    func watchRooms() {
        rooms.publish = { [weak self] change in self?.tell(.rooms(change)) }
        roomServerFinder.found = { [weak self] _ in self?.leadToRoomServer() }
        roomServerFinder.join()
        driver.muteLocalRoom = { [weak self] isMuted in self?.rooms.muteLocalRoom(isMuted) }
    }

    /// Takes over the settings, once the buses have been started.
    func configureRooms(_ settings: RoomSettings) {
        roomControl = settings.control
        if !settings.localRoom.isEmpty, settings.control == nil {
            logger.warning("The room of this machine cannot be muted: set snapcast.control, or leave snapcast.local_room empty.")
        }
        rooms.setLocalRoom(settings.localRoom) { [weak self] news in
            switch news {
            case .known(let isKnown): self?.driver.handle(.localRoomKnown(isKnown))
            case .heard: self?.driver.handle(.localRoomHeard)
            }
        }
        roomServerFinder.configure(settings)
        leadToRoomServer()
    }

    /// Tells everything that needs the server where it is.
    private func leadToRoomServer() {
        let host = roomServerFinder.host
        output.serverFound(on: host)
        roomSpeaker?.serverFound(on: host)
        rooms.configure(roomControl?.address(on: host), isLookedFor: roomControl != nil)
    }
}
