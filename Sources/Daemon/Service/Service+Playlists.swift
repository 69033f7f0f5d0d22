import ControlProtocol
import ControlServer
import Media
import MediaLibrary
import Playback
import PlayerModel

// Playlists and directories in place of media.
extension Service {
    /// Adds what `uris` stand for. The next request of the connection comes when this one is answered, so it cannot overtake
    /// this one.
    ///
    /// If playlists or directories must be read first, and the client leaves meanwhile, nothing is added.
    func add(_ uris: [String], _ insertion: QueueInsertion, from client: ClientID, _ reply: Reply) {
        guard uris.contains(where: PlaylistExpansion.mayBeMany) else {
            return submit(.addItems(uris.map { QueueItem(id: 0, uri: $0) }, insertion), reply)
        }
        let limit = snapshot().player.queue.limit
        let cancellation = cancellation(of: client)
        playlists.read(uris, limit: limit, cancellation: cancellation) { [weak self] result in
            // A client that left gets no answer. If the daemon ends, the client already has one.
            guard let self, !cancellation.isCancelled else { return }
            switch result {
            case .success(let expansion):
                expansion.skipped.forEach(leftOut)
                submit(.addItems(expansion.items, insertion), reply, skipped: expansion.skipped)
            case .failure(let error): reply.fail(ControlError(error))
            }
        }
    }

    /// Replaces the queue with what `uri` stands for, and plays it.
    func play(_ uri: String, _ reply: Reply) {
        submit(PlaylistExpansion.mayBeMany(uri) ? .playList(uri) : .playURI(uri), reply)
    }

    /// Reads what a playlist or directory stands for that is to be played, and gives the result to the engine.
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
