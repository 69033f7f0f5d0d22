import MediaTypes

// Playlists and directories that are to be played. Until their entries are known, they wait in `opening` as media do that are
// being opened, so that every later command treats both in the same way.
extension Player {
    /// Takes in the entries of the playlist or directory that was read as `token`, and opens the first one.
    package mutating func listed(_ token: SourceToken, _ list: MediaList) -> [PlayerAction] {
        guard let pending = opening, pending.token == token, case .list(let uri) = pending.target else { return [] }
        let items = list.items.map { $0.choosing(pending.track) }
        // If the only entry is the address itself, it is opened as a file.
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

    /// Reports that the current entry cannot be opened, and tries the next one. If there is none, or too many have failed, the
    /// opening fails.
    mutating func failed(_ pending: Opening, _ entries: ListEntries, _ error: PlaybackError) -> [PlayerAction] {
        let report = PlayerAction.emit(.itemFailed(entries.item, error))
        var next = pending
        guard next.skipEntry(after: error) else { return [report] + giveUp(pending, error) }
        let skipped = pending.skipped + [SkippedEntry(uri: entries.item.uri, message: error.message)]
        return [report] + reopen(next, as: next.target, skipped: skipped)
    }

    /// Opens `target` for the same commands, in the place of what `pending` opened.
    private mutating func reopen(
        _ pending: Opening, as target: Opening.Target, skipped: [SkippedEntry] = []
    ) -> [PlayerAction] {
        var pending = pending
        pending.reopen(target, as: numbers.makeToken(), skipped: skipped)
        opening = pending
        return [pending.firstStep]
    }
}
