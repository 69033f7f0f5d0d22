// What becomes of the media that clients send.
extension Engine {
    /// Has those end that are in nobody's queue any more, and tells of the one that is heard that it is.
    func lookAfterStreams() {
        guard let pushed, !pushed.isEmpty else { return }
        if let track = player.current, track.wasHeard { pushed.wasHeard(track.item.uri) }
        let wanted = (revision: player.queue.revision, opening: player.opening?.token)
        guard wanted != lookedAtStreams else { return }
        lookedAtStreams = wanted
        let opening = player.opening?.uri
        pushed.keep { uri in uri == opening || player.queue.items.contains { $0.uri == uri } }
    }
}
