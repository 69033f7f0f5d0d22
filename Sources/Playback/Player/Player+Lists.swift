// Playlists and directories that are to be played. Until it is known what they stand for they wait as media do that are being
// opened, so that every later command means the same to both.
extension Player {
    /// It is known what the playlist or directory read as `token` stands for.
    package mutating func listed(
        _ token: SourceToken, _ items: [QueueItem], skipped: [SkippedEntry]
    ) -> [PlayerAction] {
        guard var pending = opening, pending.token == token, case .list(let uri) = pending.target else { return [] }
        if items.count == 1, items[0].uri == uri {
            // A file that is itself: where that cannot be opened, nothing changes.
            pending.target = .uri(uri)
            pending.token = makeToken()
            opening = pending
            return [pending.firstStep]
        }
        opening = nil
        do throws(PlaybackError) {
            try queue.replace(below: pending.replacesBelow, with: items)
        } catch {
            return pending.requests.map { .answer($0, .failed(error)) } + (leaveRemoved() ?? prepareNext())
        }
        guard let first = queue.item(ahead: 1) else { return queueChanged() + stop(.user) }
        // What is heard goes on until the first is open, as it does where that is played alone.
        return queueChanged()
            + open(
                .item(first), for: pending.requests, at: pending.seconds, reason: .play, step: .forward,
                onFailure: .tryNext(tries: 1), hold: pending.hold, skipped: skipped)
            + reviewAhead()
    }
}
