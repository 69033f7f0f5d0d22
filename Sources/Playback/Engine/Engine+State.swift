import Logging
package import PlayerModel

// The state that survives a restart of the daemon.
extension Engine {
    /// Sets the modes of the queue. To be called before the first command.
    package func setInitialModes(_ modes: QueueModes) { player.setInitialModes(modes) }

    /// Takes over the state that an earlier run saved. To be called before the first command.
    package func restore(_ saved: SavedState, playsWithServer: Bool = false) {
        var saved = saved
        for item in saved.leaveOutStreams() {
            logger.notice(
                "What a client had sent cannot be played again, and was left out of the queue.",
                metadata: ["item": "\(item.id)", "title": "\(item.title ?? item.uri)"])
        }
        perform(player.restore(saved, playsWithServer: playsWithServer))
    }

    /// A value that tells the position from now on, until something changes in which control has a part.
    package var heardWatch: HeardWatch { HeardWatch(player, renderer, isUnheard: isUnheard) }
}
