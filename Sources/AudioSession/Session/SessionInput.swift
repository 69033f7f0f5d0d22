/// What the session is told. Everything that happens comes in here; what clients ask for has methods of its own.
package enum SessionInput: Hashable, Sendable {
    /// The player does something else now.
    case playerChanged(PlayerActivity)
    /// A person, through a client, paused, stopped, skipped or sought, and was not refused: from here on nothing goes on by
    /// itself, but for a player that still waits for the sound server.
    case userTookOver
    /// The sound system looks different.
    case graphChanged(GraphSnapshot)
    /// Our output went silent by itself: the private sink is going.
    case hushed
    /// Somebody has sent our stream elsewhere, though we had sent it to the sink of that uid.
    case targetTaken(String)
    case serverLost
    /// A server answers again, or for the first time.
    case serverConnected
    /// Another player is there; what people call it, and what it does. Not `isNew` where it was there before anybody looked.
    case otherPlayerAppeared(String, title: String, OtherPlayerStatus, isNew: Bool)
    /// Another player does something else; `nil` where it has left.
    case otherPlayerChanged(String, OtherPlayerStatus?, byUs: Bool)
    /// The session bus is gone, and with it what was known of the other players.
    case otherPlayersForgotten
    /// The machine goes to sleep, and waits for us.
    case willSleep
    case didWake
    /// A client's connection ended.
    case clientLeft(UInt64)
    /// ``Session/deadline`` has come.
    case deadline
}

/// What the player does, and by whose will it plays.
package enum PlayerActivity: Hashable, Sendable {
    /// `byUser`: because a person asked for it; otherwise because it went on by itself.
    case playing(byUser: Bool)
    /// `byUser`: because a person asked for it; otherwise because the system did.
    case paused(byUser: Bool)
    /// `endOfQueue`: it had nothing more to play; otherwise it was stopped.
    case stopped(endOfQueue: Bool)
}
