import Application
import LineServer
import NIOCore
import PlayerModel
import Remotes

// What somebody says into a browser: `POST /announce`, whose body is the sound.
extension NetworkDoor {
    /// How many sounds may come or be opened at a time: each is in memory.
    private static let mostVoices = 4

    /// Takes a sound, and answers with the id of its announcement once it is open.
    func voicePlan(_ request: WebRequest, _ connection: HTTPConnection) throws(WebRefusal) -> WebPlan {
        let client = connection.line.id.number
        if let refusal = application.remotes.refusal(of: Voice.role, to: client) {
            return .refused(Self.failure(403, refusal.description))
        }
        // A page of somebody else cannot send this type without asking first, and nobody answers that.
        guard request.contentType?.hasPrefix("audio/") == true else {
            return .refused(Self.failure(415, "the sound has to be of a type audio/…"))
        }
        guard voices < Self.mostVoices else { throw .unavailable }
        voices += 1
        connection.onceAnswered { [weak self] in self?.voices -= 1 }
        return .body(
            WebPlan.Taking(limit: Voice.longest) { [weak self] body, answer in
                guard let self else { return answer(WebRefusal.unavailable.response) }
                let origin = Origin(.control, client: client, isFar: true)
                application.announceVoice(Array(body.readableBytesView), for: origin) { [weak self] result in
                    guard let self else { return }
                    switch result {
                    case .success(let announcement):
                        let body = ByteBuffer(string: "{\"announcement\":\(announcement)}")
                        answer(WebResponse(status: 200, type: "application/json", body: body))
                    case .failure(let error):
                        answer(Self.failure(Self.status(of: error), application.sentence(error.message, for: origin)))
                    }
                }
            })
    }

    private static func status(of error: ApplicationError) -> Int {
        switch error {
        case .player(let error), .stream(let error):
            switch error.code {
            case .limitExceeded, .shuttingDown, .mediaServicesFailed: 503
            case .media: 415
            default: 409
            }
        case .session, .rooms: 409
        }
    }

    private static func failure(_ status: Int, _ sentence: String) -> WebResponse {
        WebResponse(status: status, type: "application/json", body: ByteText.object([("error", sentence)]))
    }
}
