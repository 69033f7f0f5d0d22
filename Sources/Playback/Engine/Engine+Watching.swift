import PlayerModel

// What has to be looked at again while nothing reports: only while something is waited for, so that nothing wakes otherwise.
extension Engine {
    /// How often to look how much a stream has delivered, in nanoseconds.
    private static let bufferInterval: Int64 = 100_000_000
    /// How often to look whether what follows something short is there, in nanoseconds.
    private static let joinInterval: Int64 = 5_000_000

    /// Looks again soon, as long as the player waits for a stream, or for what follows something short.
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

    /// Comes back when the next title is heard.
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
