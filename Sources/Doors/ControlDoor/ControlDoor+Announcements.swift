import Application
import ControlProtocol
import ControlServer
import Decoding
import JSON
import LineServer
import Media
import MediaTypes
import PlayerModel

// The requests about announcements.
extension ControlDoor {
    func handle(_ request: Request.Announcement, from client: ClientID, _ reply: Reply) {
        switch request {
        case .media(let uri, let wish):
            application.announce(uri, Application.AnnouncementWish(wish)) { result in
                reply(result.map(Self.identified).mapError { ControlError($0) })
            }
        case .stream(let format, let wish):
            application.announceStream(RawSamples(format), Application.AnnouncementWish(wish)) { [self] result in
                switch result {
                case .success((let stream, let announcement)):
                    announcedStreams[client] = stream
                    reply.succeed(Self.identified(announcement))
                case .failure(let error): reply.fail(ControlError(error))
                }
            }
        case .cancel(let id):
            do throws(ApplicationError) {
                try application.cancelAnnouncement(id)
                reply.succeed(.object([:]))
            } catch {
                reply.fail(ControlError(error))
            }
        case .list: reply.succeed(.array(application.announcements.map { Wire.Announcement($0).json }))
        }
    }

    private static func identified(_ announcement: Int64) -> JSONValue { .object(["announcement": .integer(announcement)]) }
}
