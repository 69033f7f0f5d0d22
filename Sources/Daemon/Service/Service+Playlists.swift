import ControlProtocol
import ControlServer
import Media
import MediaLibrary
import Playback
import PlayerModel

// Playlists and directories in the place of media.
extension Service {
    /// Adds what the URIs stand for. The connection's next request comes when this one is answered, so nothing overtakes it.
    ///
    /// What has to be looked at first is not added any more once its client has left.
    func add(_ uris: [String], _ insertion: QueueInsertion, from client: ClientID, _ reply: Reply) {
        guard uris.contains(where: PlaylistExpansion.mayBeMany) else {
            return submit(.addItems(uris.map { QueueItem(id: 0, uri: $0) }, insertion), reply)
        }
        let limit = snapshot().player.queue.limit
        let cancellation = cancellation(of: client)
        playlists.read(uris, limit: limit, cancellation: cancellation) { [weak self] result in
            // Whoever left is not answered, and who waited for a daemon that ends has been.
            guard let self, !cancellation.isCancelled else { return }
            switch result {
            case .success(let expansion):
                expansion.skipped.forEach(leftOut)
                submit(.addItems(expansion.items, insertion), reply, skipped: expansion.skipped)
            case .failure(let error): reply.fail(ControlError(error))
            }
        }
    }

    /// Replaces the queue with what the URI stands for, and plays it.
    func play(_ uri: String, _ reply: Reply) {
        submit(PlaylistExpansion.mayBeMany(uri) ? .playList(uri) : .playURI(uri), reply)
    }

    /// Looks what a playlist or directory that is to be played stands for, and tells the engine.
    func read(_ uri: String, as token: SourceToken) -> CancellationToken {
        let cancellation = CancellationToken()
        let limit = snapshot().player.queue.limit
        playlists.read([uri], limit: limit, cancellation: cancellation) { [weak self] result in
            guard let self else { return }
            if case .success(let expansion) = result { expansion.skipped.forEach(leftOut) }
            engine.assumeIsolated { $0.listed(token, result) }
        }
        return cancellation
    }
}

extension Wire.SkippedEntry {
    init(_ entry: SkippedEntry) { self.init(uri: entry.uri, message: entry.message) }
}
