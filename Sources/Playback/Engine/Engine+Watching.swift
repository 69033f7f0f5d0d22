import PlayerModel

// Looks that no event replaces. The engine schedules them only while it waits for something, so that nothing wakes otherwise.
extension Engine {
    /// How often to look how much a stream has delivered, in nanoseconds.
    private static let bufferInterval: Int64 = 100_000_000
    /// How often to look whether the item after a short one is in the ring, in nanoseconds.
    private static let joinInterval: Int64 = 5_000_000

    /// Schedules a look while the player waits for a stream, or for the item after a short one.
    func watchBuffer() {
        guard player.state == .buffering || player.waitsToJoin, bufferWatch == nil, phase == .running else { return }
        let interval = player.waitsToJoin ? Self.joinInterval : Self.bufferInterval
        bufferWatch = scheduler.schedule(afterNanoseconds: interval) {
            self.assumeIsolated { $0.lookAtBuffer() }
        }
    }

    private func lookAtBuffer() {
        bufferWatch = nil
        guard phase == .running else { return }
        refreshClock()
        perform(player.lookAgain())
    }

    /// Schedules a look for when the next title is heard.
    func watchTags() {
        tagsWatch?.cancel()
        tagsWatch = nil
        guard phase == .running, let time = player.timeToTags else { return }
        tagsWatch = scheduler.schedule(afterNanoseconds: time) {
            self.assumeIsolated { $0.announceTags() }
        }
    }

    private func announceTags() {
        tagsWatch = nil
        guard phase == .running else { return }
        refreshClock()
        perform(player.announceTags())
    }
}
