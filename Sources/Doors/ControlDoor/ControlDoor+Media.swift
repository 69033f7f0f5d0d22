import Application
import ControlProtocol
import ControlServer
import LineServer
import Media
import MediaTypes
import PlayerModel

// The methods about media that need not be in the queue yet.
extension ControlDoor {
    static let media: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Stream.open) { door, parameters, request in
            let (format, title, play, latency, start) = parameters
            let client = request.client
            door.application.openStream(
                RawSamples(format), title: title, play: play, latency: latency, at: start.flatMap(StartTime.init),
                for: Origin(client)
            ) { result in
                request(
                    result.map { stream, item in
                        door.announcedStreams[client] = stream
                        return item
                    }.mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Stream.flush) { door, item, request in
            do throws(ApplicationError) {
                try door.application.flushStream(item)
                request.succeed()
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Media.probe) { door, uri, request in
            door.application.probe(uri, for: Origin(request.client)) { result in
                request(result.map(Wire.MediaDescription.init).mapError { ControlError($0, uri: uri) })
            }
        },
        MethodBinding(Methods.Media.chapters) { door, uri, request in
            let player = door.application.snapshot.player
            guard let uri = uri ?? player.item?.location else {
                return request.fail(ControlError(.nothingToPlay, "there is no current item whose chapters could be listed"))
            }
            // What is open need not be read again.
            if player.sourceDescription != nil, uri == player.item?.location {
                return request.succeed(Wire.Chapters(player.chapters, current: player.chapterIndex))
            }
            door.application.chapters(of: uri, for: Origin(request.client)) { result in
                request(result.map { Wire.Chapters($0, current: nil) }.mapError { ControlError($0, uri: uri) })
            }
        },
        MethodBinding(Methods.Media.lyrics) { door, uri, request in
            do throws(PlaybackError) {
                try door.application.lyrics(of: uri, for: Origin(request.client)) { result in
                    request(
                        result.map { $0.map { Wire.Lyrics($0.found, current: $0.line) } ?? Wire.Lyrics(lines: []) }
                            .mapError { ControlError($0, uri: uri ?? "") })
                }
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Media.picture) { door, parameters, request in
            let (target, withData) = parameters
            door.findPicture(of: target, withData, request)
        },
    ]

    /// Answers with the picture of media.
    func findPicture(of target: Wire.PictureTarget, _ withData: Bool, _ request: Request<Wire.Picture>) {
        let target = Application.PictureTarget(target)
        application.findPicture(of: target, withBytes: withData, for: Origin(request.client)) { result in
            request(
                result.mapError(ControlError.init).flatMap { picture in
                    Result { () throws(ControlError) in try Wire.Picture(picture) }
                })
        }
    }
}
