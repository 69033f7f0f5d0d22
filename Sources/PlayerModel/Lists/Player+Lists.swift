import MediaTypes

// Playlists and directories that are to be played. Until it is known what they stand for they wait as media do that are being
// opened, so that every later command means the same to both.
extension Player {
    /// It is known what the playlist or directory read as `token` stands for.
    package mutating func listed(_ token: SourceToken, _ list: MediaList) -> [PlayerAction] {
        let items = list.items
        guard let pending = opening, pending.token == token, case .list(let uri) = pending.target else { return [] }
        // A file that is itself needs no list to be kept.
        if items.count == 1, items[0].location == uri { return reopen(pending, as: .uri(uri)) }
        let entries: ListEntries?
        do throws(PlaybackError) {
            let numbered = try queue.number(items, below: pending.replacesBelow)
            entries = ListEntries(numbered, order: queue.orderOfPlaying(numbered))
        } catch {
            return giveUp(pending, error)
        }
        guard let entries else {
            let name = MediaAddress.shown(uri)
            return giveUp(pending, PlaybackError(.nothingToPlay, "there is nothing to play in \(name)", uri: uri))
        }
        return reopen(pending, as: .entries(entries), skipped: list.skipped)
    }

    /// The one of them that was tried cannot be opened: tries the next, unless it was the last.
    mutating func failed(_ pending: Opening, _ entries: ListEntries, _ error: PlaybackError) -> [PlayerAction] {
        let report = PlayerAction.emit(.itemFailed(entries.item, error))
        var (rest, next) = (entries, pending)
        next.skips.add(error)
        let skips = next.skips
        guard !skips.isExhausted, rest.skip(besides: skips.include) else { return [report] + giveUp(pending, error) }
        next.seconds = 0
        return [report] + reopen(next, as: .entries(rest), skipped: pending.skipped)
    }

    /// Has something else opened for the same commands.
    private mutating func reopen(
        _ pending: Opening, as target: Opening.Target, skipped: [SkippedEntry] = []
    ) -> [PlayerAction] {
        var pending = pending
        pending.target = target
        pending.token = makeToken()
        pending.skipped = skipped
        opening = pending
        return [pending.firstStep]
    }
}
