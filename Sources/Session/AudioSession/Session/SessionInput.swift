/// An input of the session: everything that happens. Requests of clients have methods of their own.
package enum SessionInput: Hashable, Sendable {
    /// The player's activity changed.
    case playerChanged(PlayerActivity)
    /// A person paused, stopped, skipped or sought through a client, and the command succeeded. From here on nothing resumes by
    /// itself, except a player that still waits for the sound server.
    case userTookOver
    /// The graph of the sound system changed.
    case graphChanged(GraphSnapshot)
    /// Our output went silent by itself: the private sink is being lost.
    case soundCut
    /// The canceller of echo could not be made, or ended by itself, with the reason for a person.
    case echoCancellerFailed(String)
    /// Somebody has sent our stream elsewhere, away from the sink with this uid, to which we had sent it.
    case targetTaken(String)
    case serverLost
    /// A server answers again, or for the first time.
    case serverConnected
    /// Another player is there: its name on the bus, its name for people, and its status. `isNew` is false if it was there
    /// before Fermata first searched for players.
    case otherPlayerAppeared(String, title: String, OtherPlayerStatus, isNew: Bool)
    /// The status of another player changed; `nil` if the player has left. `byUs`: the change follows a command of ours.
    case otherPlayerChanged(String, OtherPlayerStatus?, byUs: Bool)
    /// The session bus is gone, and with it everything known about other players.
    case otherPlayersForgotten
    /// The machine is about to sleep, and waits for us.
    case willSleep
    case didWake
    /// This client has given a command. Its number is 0 if it came through a door without connections.
    case clientActed(UInt64)
    /// The connection of this client ended.
    case clientLeft(UInt64)
    /// Whether the room of this machine is known, so that it can be muted.
    case localRoomKnown(Bool)
    /// A person lets the room of this machine be heard, although it was to be mute.
    case localRoomHeard
    /// An announcement wants the music to pause, or no longer.
    case announcementPauses(Bool)
    /// Whether an input or an output is recorded now.
    case capturingChanged(Bool)
    /// Media with so many channels is about to be heard, or is held until a card is switched for it.
    case mediaBegins(channels: Int, isHeld: Bool)
    /// The player has another volume, which is to be that of the sink, 0…1; `turn` was ``Session/sinkTurn`` when it chose that.
    case sinkVolumeWanted(Double, turn: Int)
    /// The time ``Session/deadline`` has come.
    case deadline
}

/// The activity of the player, and who caused it.
package enum PlayerActivity: Hashable, Sendable {
    /// `byUser`: a person asked for it; otherwise playback resumed by itself.
    case playing(byUser: Bool)
    /// `byUser`: a person asked for it; otherwise the system paused it.
    case paused(byUser: Bool)
    /// `endOfQueue`: the player had nothing more to play; otherwise somebody stopped it.
    case stopped(endOfQueue: Bool)
}
