import Application
import ControlProtocol
import ControlServer
import Decoding
import LineServer
import Media
import MediaTypes
import PlayerModel

// The methods of announcements.
extension ControlDoor {
    static let announcements: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.announce) { door, order, request in
            let wish = Application.AnnouncementWish(order)
            if let uri = order.uri {
                door.application.announce(uri, wish) { request($0.mapError(ControlError.init)) }
            } else {
                door.application.announceStream(RawSamples(order.format ?? .automatic), wish) { result in
                    request(
                        result.map { stream, announcement in
                            door.announcedStreams[request.client] = stream
                            return announcement
                        }.mapError(ControlError.init))
                }
            }
        },
        MethodBinding(Methods.Announce.cancel) { door, id, request in
            do throws(ApplicationError) {
                try door.application.cancelAnnouncement(id)
                request.succeed()
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Announce.list) { door, _, request in
            request.succeed(door.application.announcements.map(Wire.Announcement.init))
        },
    ]
}
