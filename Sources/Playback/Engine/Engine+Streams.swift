// What becomes of the media that clients send.
extension Engine {
    /// Has those end that are in nobody's queue any more, and tells of the one that is heard that it is.
    func lookAfterStreams() {
        guard let pushed, !pushed.isEmpty else { return }
        if let track = player.current, track.wasHeard { pushed.wasHeard(track.item.uri) }
        let wanted = (
            revision: player.queue.revision, opening: player.opening?.token, current: player.current?.token
        )
        guard lookedAtStreams.map({ $0 != wanted }) ?? true else { return }
        lookedAtStreams = wanted
        // What is heard, though it is removed, is heard until the next is open.
        let used = [player.opening?.uri, player.current?.item.uri]
        pushed.keep { uri in used.contains(uri) || player.queue.items.contains { $0.uri == uri } }
    }
}
