import Application
import ControlProtocol
import ControlServer
import LineServer
import Rooms

// The methods of rooms.
extension ControlDoor {
    static let rooms: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Rooms.list) { door, name, request in
            do throws(RoomError) {
                let house = try door.application.rooms.house()
                request.succeed(
                    try name.map { name throws(RoomError) in Wire.House(house, try house.room(called: name)) }
                        ?? Wire.House(house))
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Rooms.setVolume) { door, parameters, request in
            let (room, change) = parameters
            door.application.rooms.setVolume(
                room, level: change.level, delta: change.delta, isMuted: change.muted, answer: answer(request))
        },
        MethodBinding(Methods.Rooms.mute) { door, parameters, request in
            let (room, muted, wholeGroup) = parameters
            door.application.rooms.mute(room, muted, wholeGroup: wholeGroup, answer: answer(request))
        },
        MethodBinding(Methods.Rooms.setLatency) { door, parameters, request in
            let (room, seconds) = parameters
            door.application.rooms.setLatency(room, seconds: seconds, answer: answer(request))
        },
        MethodBinding(Methods.Rooms.rename) { door, parameters, request in
            let (room, name) = parameters
            door.application.rooms.rename(room, to: name, answer: answer(request))
        },
        MethodBinding(Methods.Rooms.group) { door, parameters, request in
            let (rooms, name) = parameters
            door.application.rooms.group(rooms, name: name) {
                request($0.map(Wire.RoomGroup.init).mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Rooms.ungroup) { door, rooms, request in
            door.application.rooms.ungroup(rooms) { request($0.map(Wire.House.init).mapError(ControlError.init)) }
        },
    ]

    private static func answer(_ request: Request<Wire.Room>) -> (Result<Room, RoomError>) -> Void {
        { request($0.map(Wire.Room.init).mapError(ControlError.init)) }
    }
}
