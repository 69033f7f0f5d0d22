import ControlProtocol
import ControlServer
import Media
import Playback

/// A `play` that waits for what it named to be looked at.
struct WaitingPlay {
    let reply: Reply
    let cancellation: CancellationToken
}

// Playlists and directories in the place of media.
extension Service {
    /// Adds what the URIs stand for. The connection's next request comes when this one is answered, so nothing overtakes it.
    func add(_ uris: [String], _ insertion: QueueInsertion, _ reply: Reply) {
        guard uris.contains(where: PlaylistExpansion.mayBeMany) else {
            return submit(.addItems(uris.map { QueueItem(id: 0, uri: $0) }, insertion), reply)
        }
        let limit = snapshot().player.queue.limit
        _ = playlists.read(uris, limit: limit) { [weak self] result in
            guard let self else { return }
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
        guard PlaylistExpansion.mayBeMany(uri) else { return submit(.playURI(uri), reply) }
        let limit = snapshot().player.queue.limit
        let cancellation = playlists.read([uri], limit: limit) { [weak self] result in
            guard let self, waitingPlay?.reply === reply else { return }
            waitingPlay = nil
            switch result {
            case .success(let expansion):
                expansion.skipped.forEach(leftOut)
                play(expansion, uri, reply)
            case .failure(let error): reply.fail(ControlError(error))
            }
        }
        waitingPlay = WaitingPlay(reply: reply, cancellation: cancellation)
    }

    /// Ends the wait of a `play` for its playlist where a later request decides what is played.
    func supersedeWaitingPlay(by request: Request) {
        switch request {
        case .play, .stop, .next, .previous, .toggle, .pause, .streamOpen(_, _, play: true):
            waitingPlay?.cancellation.cancel()
            waitingPlay?.reply.fail(ControlError(.superseded, "a later command took the place of this one"))
            waitingPlay = nil
        default: break
        }
    }

    private func play(_ expansion: PlaylistExpansion, _ uri: String, _ reply: Reply) {
        let items = expansion.items
        // A file that is itself: where that cannot be opened, nothing changes.
        if items.count == 1, items[0].uri == uri { return submit(.playURI(uri), reply) }
        // What would refuse the new queue is asked before the old one is gone.
        guard !snapshot().player.serverIsLost else {
            return reply.fail(
                ControlError(
                    .mediaServicesFailed, "the sound server is away: nothing can be played until it is back", uri: uri))
        }
        engine.assumeIsolated { engine in
            engine.submit(.clear) { _ in }
            engine.submit(.addItems(items)) { _ in }
        }
        submit(.play, reply, skipped: expansion.skipped)
    }
}

extension Wire.SkippedEntry {
    init(_ entry: SkippedEntry) { self.init(uri: entry.uri, message: entry.message) }
}
