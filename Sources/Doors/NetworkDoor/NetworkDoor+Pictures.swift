import Application
import Database
import LineServer
import Media
import MediaLibrary
import MusicLibrary
import NIOCore
import NIOHTTP1
import Playlists

// The pictures of what plays and of the library: `/picture/item/7` of an item of the queue, `/picture/song/12` of a song.
extension NetworkDoor {
    /// What has a picture.
    private enum Target {
        case item(Int64)
        case song(Int64)

        init?(path: String) {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[3].utf8.count < 19, parts[3].allSatisfy(\.isWholeNumber), let number = Int64(parts[3])
            else { return nil }
            switch parts[2] {
            case "item": self = .item(number)
            case "song": self = .song(number)
            default: return nil
            }
        }
    }

    /// Answers with a picture, once it is its turn.
    func picturePlan(_ request: WebRequest, _ connection: HTTPConnection) throws(WebRefusal) -> WebPlan {
        guard let target = Target(path: request.path) else { throw .notFound }
        let client = connection.line.id.number
        let origin = Origin(.control, client: client, isFar: true)
        return .later { [weak self, weak connection] answer in
            guard let self, let connection else { return }
            connection.onceAnswered { [weak self] in self?.pictures.leave(client)?() }
            do throws(WebRefusal) {
                let begin = try pictures.enter(client) { [weak self] in
                    self?.find(target, for: origin) { found in
                        guard var response = found else { return answer(WebRefusal.notFound.response) }
                        response = response.tagged(knownTags: request.knownTags)
                        response.isHeadOnly = request.method == .HEAD
                        answer(response)
                    }
                }
                begin?()
            } catch {
                answer(error.response)
            }
        }
    }

    private func find(_ target: Target, for origin: Origin, answer: @escaping (WebResponse?) -> Void) {
        switch target {
        case .item(let id): find(Application.PictureTarget.item(id), for: origin, answer: answer)
        case .song(let id):
            application.library.ask(for: origin, { store throws(DatabaseError) in try store.song(id)?.path }) {
                [weak self] result in
                guard case .success(let path?) = result else { return answer(nil) }
                self?.find(.media(LocationResolver.uri(ofAbsolutePath: path)), for: origin, answer: answer)
            }
        }
    }

    private func find(
        _ target: Application.PictureTarget, for origin: Origin, answer: @escaping (WebResponse?) -> Void
    ) {
        application.findPicture(of: target, withBytes: true, for: origin) { result in
            guard case .success(let picture) = result, let bytes = picture.bytes else { return answer(nil) }
            var response = WebResponse(status: 200, type: picture.type.mediaType, body: ByteBuffer(bytes: bytes))
            response.keeping = "private, max-age=600"
            answer(response)
        }
    }
}
