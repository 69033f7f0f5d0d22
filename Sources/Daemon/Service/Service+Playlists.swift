import ControlProtocol
import ControlServer
import Playback

// Playlist files in the place of media.
extension Service {
    /// Adds what the URIs stand for. The connection's next request comes when this one is answered, so nothing overtakes it.
    func add(_ uris: [String], at position: Int?, _ reply: Reply) {
        guard uris.contains(where: PlaylistExpansion.isPlaylist) else {
            return submit(.add(uris, position: position), reply)
        }
        playlists.read(uris) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let expansion):
                expansion.faults.forEach(leftOut)
                submit(.addItems(expansion.items, position: position), reply)
            case .failure(let error): reply.fail(ControlError(error))
            }
        }
    }

    /// Replaces the queue with what the URI stands for, and plays it.
    func play(_ uri: String, _ reply: Reply) {
        guard PlaylistExpansion.isPlaylist(uri) else { return submit(.playURI(uri), reply) }
        waitingPlay = reply
        playlists.read([uri]) { [weak self] result in
            guard let self, waitingPlay === reply else { return }
            waitingPlay = nil
            switch result {
            case .success(let expansion):
                expansion.faults.forEach(leftOut)
                play(expansion.items, uri, reply)
            case .failure(let error): reply.fail(ControlError(error))
            }
        }
    }

    /// Ends the wait of a `play` for its playlist where a later request decides what is played.
    func supersedeWaitingPlay(by request: Request) {
        switch request {
        case .play, .stop, .next, .previous, .toggle, .pause, .streamOpen(_, _, play: true):
            waitingPlay?.fail(ControlError(.superseded, "a later command took the place of this one"))
            waitingPlay = nil
        default: break
        }
    }

    private func play(_ items: [QueueItem], _ uri: String, _ reply: Reply) {
        let player = snapshot().player
        // What would refuse the new queue is asked before the old one is gone.
        guard !player.serverIsLost else {
            return reply.fail(
                ControlError(
                    .mediaServicesFailed, "the sound server is away: nothing can be played until it is back", uri: uri))
        }
        guard items.count <= player.queue.limit else {
            return reply.fail(
                ControlError(
                    .queueFull,
                    "the queue holds at most \(player.queue.limit) items, and the playlist has \(items.count)", uri: uri))
        }
        engine.assumeIsolated { engine in
            engine.submit(.clear) { _ in }
            engine.submit(.addItems(items, position: nil)) { _ in }
        }
        submit(.play, reply)
    }
}
