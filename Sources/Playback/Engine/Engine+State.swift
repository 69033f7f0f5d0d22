import Logging
package import PlayerModel

// What survives a restart of the daemon.
extension Engine {
    /// Takes over what an earlier run saved, before the first command.
    package func restore(_ saved: SavedState, playsWithServer: Bool = false) {
        var saved = saved
        for item in saved.leaveOutStreams() {
            logger.notice(
                "What a client had sent cannot be played again, and was left out of the queue.",
                metadata: ["item": "\(item.id)", "title": "\(item.title ?? item.uri)"])
        }
        perform(player.restore(saved, playsWithServer: playsWithServer))
    }

    /// Tells where the music is from now on, until anything changes that control has a part in.
    package var heardWatch: HeardWatch { HeardWatch(player, renderer, isUnheard: isUnheard) }
}
