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

// The pictures of songs: inside the file, or beside it.
extension MPDDoor {
    /// Answers with a piece of a picture, from the offset on that the client names.
    func fetchPicture(
        _ command: Command, _ text: CommandText, _ client: MPDClient, answer: @escaping Answer
    ) throws(MPDFailure) {
        let (uri, offset) = (text.text(0), try text.unsigned(1))
        if let picture = pictures.take(from: client.number, uri: uri, offset: offset) {
            return answer(piece(of: picture, from: offset, command, client))
        }
        let target = try target(uri, text, client)
        application.findPicture(of: target, withBytes: true, for: client.origin) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let found):
                let picture = FetchedPicture(
                    client: client.number, uri: uri, type: found.type.mediaType, bytes: found.bytes ?? [])
                answer(piece(of: picture, from: offset, command, client))
            case .failure(.none) where command == .readpicture: answer(.success(MPDReply()))
            case .failure(let error): answer(.failure(MPDFailure(error, of: command)))
            }
        }
    }

    /// Returns what a client may look into: a song of the queue, or a file that it may name.
    private func target(
        _ uri: String, _ text: CommandText, _ client: MPDClient
    ) throws(MPDFailure) -> Application.PictureTarget {
        if let item = application.snapshot.player.queue.items.first(where: { $0.uri == uri }) { return .item(item.id) }
        return .media(try address(text.arguments[0], client, unknown: .noDatabase))
    }

    private func piece(
        of picture: FetchedPicture, from offset: Int, _ command: Command, _ client: MPDClient
    ) -> Result<MPDReply, MPDFailure> {
        guard offset <= picture.bytes.count else {
            // MPD has a sentence of its own for each.
            return .failure(MPDFailure(.argument, command == .readpicture ? "Bad file offset" : "Offset too large"))
        }
        let chunk = picture.bytes[offset...].prefix(client.chunkBytes)
        // The last piece is the end of it.
        if chunk.endIndex < picture.bytes.count { keep(picture) }
        var reply = ReplyText()
        reply.add("size", picture.bytes.count)
        if command == .readpicture { reply.add("type", picture.type) }
        reply.add(binary: chunk)
        return .success(MPDReply(text: reply))
    }
}

extension MPDFailure {
    fileprivate init(_ error: PictureError, of command: Command) {
        switch error {
        case .none: self.init(.noExist, "No file exists")
        case .media(.media(let error), _) where error.code == .notFound:
            self.init(.noExist, command == .albumart ? "No file exists" : "No such song")
        case .player(let error): self.init(.noExist, error.message)
        case .media(.media(let error), _): self.init(.system, error.description)
        case .media(.tooManyWaiting(let limit), _):
            self.init(.system, "\(limit) pictures are being looked for, which is the limit")
        }
    }
}
