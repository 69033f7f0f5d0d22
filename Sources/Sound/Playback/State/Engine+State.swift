import Logging
package import PlayerModel

// The state that survives a restart of the daemon.
extension Engine {
    /// Takes over the state that an earlier run saved. To be called before the first command.
    package func restore(_ saved: SavedState, playsWithServer: Bool = false) {
        var saved = saved
        for item in saved.leaveOutStreams() {
            logger.notice(
                "What a client had sent cannot be played again, and was left out of the queue.",
                metadata: ["item": "\(item.id)", "title": "\(item.title ?? item.uri)"])
        }
        let rest = saved
        decide { $0.restore(rest, playsWithServer: playsWithServer) }
    }
}
