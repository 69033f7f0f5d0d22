import Application
import ControlProtocol
import ControlServer
import JSON
import LineServer

// The requests about recordings.
extension ControlDoor {
    func handle(_ request: Request.Recording, from client: ClientID, _ reply: Reply) {
        do throws(RecordingError) {
            switch request {
            case .start(let wish):
                application.record(try RecordingRequest(wish), for: Origin(client), by: server.process(of: client)) { result in
                    reply(result.map { Wire.Recording($0).json }.mapError { ControlError($0) })
                }
            case .open(let wish, let inChunks):
                var request = try RecordingRequest(wish)
                request.isOnConnection = true
                application.record(request, for: Origin(client), by: server.process(of: client)) { [self] result in
                    if case .success(let status) = result {
                        announcedSinks[client] = AnnouncedSink(isChunked: inChunks) { [application] connection in
                            application.recordings.connect(status.id, connection)
                        }
                    }
                    reply(result.map { Wire.Recording($0).json }.mapError { ControlError($0) })
                }
            case .pause(let id): reply.succeed(Wire.Recording(try application.recordings.pause(id)))
            case .resume(let id): reply.succeed(Wire.Recording(try application.recordings.resume(id)))
            case .split(let id, let title):
                try application.recordings.split(id, title: title)
                reply.succeed(.object([:]))
            case .stop(let id):
                try application.recordings.stop(id) { result in
                    reply.succeed(Wire.RecordingResult(id, result))
                }
            case .list: reply.succeed(.array(application.recordings.all.map { Wire.Recording($0).json }))
            }
        } catch {
            reply.fail(ControlError(error))
        }
    }
}
