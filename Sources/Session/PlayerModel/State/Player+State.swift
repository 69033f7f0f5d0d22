package import AudioTypes

// The part of the player that survives a restart of the daemon.
extension Player {
    /// The state to save now.
    package var savedState: SavedState {
        SavedState(
            items: queue.itemsOffAir, currentID: item?.id,
            seconds: current == nil ? (standstill.restoredSeconds ?? 0) : secondsNow,
            wasPlaying: status.isRunning || expectsServer, wasStopped: state == .stopped,
            modes: queue.modes, volume: volumeToSave, nextID: queue.nextID, shuffleOrder: queue.shuffleOrder,
            marksEstimates: true, hasAlbumTags: true, stopAfter: stopAfter.map { SavedStop($0) },
            chosenOptions: chosen.isEmpty ? nil : chosen, loadedPlaylist: queue.loadedPlaylist)
    }

    /// Takes over the state that an earlier run saved, before the first command; nothing plays.
    /// - Parameter playsWithServer: whether the item that played is opened now, and heard as soon as the sound server is there.
    package mutating func restore(_ saved: SavedState, playsWithServer: Bool = false) -> [PlayerAction] {
        queue.restore(
            items: saved.markedItems, currentID: saved.currentID, modes: saved.modes, nextID: saved.nextID,
            loadedPlaylist: saved.loadedPlaylist)
        if let order = saved.shuffleOrder { queue.restore(order) }
        let wasStopped = saved.wasStopped ?? (saved.seconds <= 0)
        stopAfter = saved.stopAfter.flatMap { StopAfter($0, at: readings) }
        if case .item(let id) = stopAfter, queue.index(of: id) == nil { stopAfter = nil }
        standstill.leave()
        if let id = queue.currentID, !wasStopped { standstill.stand(inRestored: id, at: saved.seconds) }
        // Nothing is open, but clients see the item at its old position.
        status.restore(isPaused: standstill.restoredID != nil)
        chosenVolume = saved.volume.clamped
        let options = saved.chosenOptions.map { restore($0) } ?? []
        guard playsWithServer, let first = firstToPlay() else { return options + [.applyVolume(chosenVolume)] }
        server.awaitFirst()
        status.restoreForServer()
        return options + [.applyVolume(chosenVolume)] + openFirst(first, for: [], hold: .mediaServicesLost)
    }

    /// The player without its queue: enough for ``place(by:at:)``. A copy that keeps the queue would make the player copy it at
    /// its next change.
    package var withoutQueue: Player {
        var player = self
        player.queue = PlayQueue()
        return player
    }

    /// Returns the heard item and position by the reading `anchor` of the callback's clock, counted on to `now`
    /// (CLOCK_MONOTONIC in nanoseconds); `nil` if the callback is at a segment that this player does not know.
    package func place(by anchor: RenderAnchor, at now: Int64) -> HeardPlace? {
        guard let current else { return nil }
        let isPlaying = status.isRunning
        if anchor.segment == current.segment {
            var player = self
            player.observe(PlayerReadings(anchor: anchor, progress: readings.progress, now: now))
            return HeardPlace(
                itemID: current.item.id, seconds: player.secondsNow, wasPlaying: isPlaying, wasStopped: false)
        }
        guard let next = tracks.ahead.first(where: { $0.segment == anchor.segment }), let timeLine = tracks.timeLine(of: next)
        else { return nil }
        let seconds = timeLine.seconds(at: FrameCount(anchor.mediaFrame), heardAfter: anchor.delay)
        return HeardPlace(itemID: next.item.id, seconds: max(0, seconds), wasPlaying: isPlaying, wasStopped: false)
    }
}
