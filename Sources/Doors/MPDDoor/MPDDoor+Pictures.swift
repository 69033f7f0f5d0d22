import Application
import MPDProtocol
import Media
import MediaLibrary
import MediaTypes
import PlayerModel

/// The picture that a client fetches, piece by piece. A value.
struct FetchedPicture: Hashable {
    let client: UInt64
    let uri: String
    /// The type, as `image/jpeg`.
    let type: String
    let bytes: [UInt8]
}

/// In what the answers of the two commands differ: in MPD, one looks beside the song and the other into it. A value.
private struct PictureAnswers {
    /// Whether it is a refusal that there is no picture.
    let missesPicture: Bool
    let tellsType: Bool
    let badOffset: String
    let noSong: String

    static let albumArt = PictureAnswers(
        missesPicture: true, tellsType: false, badOffset: "Offset too large", noSong: "No file exists")
    static let readPicture = PictureAnswers(
        missesPicture: false, tellsType: true, badOffset: "Bad file offset", noSong: "No such song")
}

// The pictures of songs: inside the file, or beside it.
extension MPDDoor {
    static let pictureCommands: [MPDCommand] = [
        MPDCommand("albumart", .read, 2...2) { door, request throws(MPDFailure) in
            try door.fetchPicture(request, PictureAnswers.albumArt)
        },
        MPDCommand("readpicture", .read, 2...2) { door, request throws(MPDFailure) in
            try door.fetchPicture(request, PictureAnswers.readPicture)
        },
    ]

    /// Answers with a piece of a picture, from the offset on that the client names.
    private func fetchPicture(_ request: MPDRequest, _ answers: PictureAnswers) throws(MPDFailure) {
        let (uri, offset) = (request.text.text(0), try request.text.unsigned(1))
        let client = request.client
        if let picture = pictures.take(from: client.number, uri: uri, offset: offset) {
            return request.answer(piece(of: picture, from: offset, answers, client))
        }
        let target = try target(uri, request)
        application.findPicture(of: target, withBytes: true, for: client.origin) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let found):
                let picture = FetchedPicture(
                    client: client.number, uri: uri, type: found.type.mediaType, bytes: found.bytes ?? [])
                request.answer(piece(of: picture, from: offset, answers, client))
            case .failure(.none) where !answers.missesPicture: request.reply()
            case .failure(let error): request.answer(.failure(MPDFailure(error, answers)))
            }
        }
    }

    /// Returns what a client may look into: a song of the queue, or a file that it may name.
    private func target(_ uri: String, _ request: MPDRequest) throws(MPDFailure) -> Application.PictureTarget {
        if let item = application.snapshot.player.queue.items.first(where: { $0.uri == uri }) { return .item(item.id) }
        return .media(try address(request.text.arguments[0], request.client, unknown: .noDatabase))
    }

    private func piece(
        of picture: FetchedPicture, from offset: Int, _ answers: PictureAnswers, _ client: MPDClient
    ) -> Result<MPDReply, MPDFailure> {
        guard offset <= picture.bytes.count else { return .failure(MPDFailure(.argument, answers.badOffset)) }
        let chunk = picture.bytes[offset...].prefix(client.chunkBytes)
        // The last piece is the end of it.
        if chunk.endIndex < picture.bytes.count { keep(picture) }
        var reply = ReplyText()
        reply.add("size", picture.bytes.count)
        if answers.tellsType { reply.add("type", picture.type) }
        reply.add(binary: chunk)
        return .success(MPDReply(text: reply))
    }
}

extension MPDFailure {
    fileprivate init(_ error: PictureError, _ answers: PictureAnswers) {
        switch error {
        case .none: self.init(.noExist, "No file exists")
        case .media(.media(let error), _) where error.code == .notFound:
            self.init(.noExist, answers.noSong)
        case .player(let error): self.init(.noExist, error.message)
        case .media(.media(let error), _): self.init(.system, error.description)
        case .media(.tooManyWaiting(let limit), _):
            self.init(.system, "\(limit) pictures are being looked for, which is the limit")
        }
    }
}
