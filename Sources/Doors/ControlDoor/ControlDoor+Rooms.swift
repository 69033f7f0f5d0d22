import Application
import ControlProtocol
import ControlServer
import JSON
import Rooms

// The requests about rooms.
extension ControlDoor {
    func handle(_ request: Request.Rooms, _ reply: Reply) {
        let answer: (Result<Room, RoomError>) -> Void = { reply($0.map { Wire.Room($0).json }.mapError(ControlError.init)) }
        switch request {
        case .list(let name):
            do throws(RoomError) {
                let house = try application.rooms.house()
                reply.succeed(
                    try name.map { name throws(RoomError) in Wire.House(house, try house.room(called: name)) }
                        ?? Wire.House(house))
            } catch {
                reply.fail(ControlError(error))
            }
        case .setVolume(let room, let level, let delta, let muted):
            application.rooms.setVolume(room, level: level, delta: delta, isMuted: muted, answer: answer)
        case .mute(let room, let muted, let wholeGroup):
            application.rooms.mute(room, muted, wholeGroup: wholeGroup, answer: answer)
        case .setLatency(let room, let seconds): application.rooms.setLatency(room, seconds: seconds, answer: answer)
        case .rename(let room, let name): application.rooms.rename(room, to: name, answer: answer)
        case .group(let rooms, let name):
            application.rooms.group(rooms, name: name) { reply($0.map { Wire.RoomGroup($0).json }.mapError(ControlError.init)) }
        case .ungroup(let rooms):
            application.rooms.ungroup(rooms) { reply($0.map { Wire.House($0).json }.mapError(ControlError.init)) }
        }
    }
}
