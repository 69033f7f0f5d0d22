import AudioSession
package import PlayerModel

/// What commands to the player would achieve now.
package struct PlayerAbilities: Hashable, Sendable {
    /// Whether a person can have the player play.
    package var play = false
    /// Whether there is an item that can be paused.
    package var pause = false
    /// Whether the current item has positions to go to.
    package var seek = false
    /// Whether an item follows.
    package var goForward = false
    /// Whether there is an item to go back to.
    package var goBack = false

    /// Makes the abilities of a player that has nothing to play.
    package init() {}
}

extension Application {
    /// Returns what commands would achieve now. `player` is the player of ``snapshot``.
    package func abilities(of player: Player) -> PlayerAbilities {
        var abilities = PlayerAbilities()
        abilities.pause = player.item != nil
        abilities.seek = player.canSeek
        guard !player.serverIsLost else { return abilities }
        abilities.play = player.hasSomethingToPlay && (try? driver.session.checkPlay()) != nil
        // The specification of MPRIS: a stopped player stays stopped. Next would start it.
        guard player.state != .stopped else { return abilities }
        abilities.goForward = player.hasNextItem
        abilities.goBack = player.hasPreviousItem
        return abilities
    }
}
