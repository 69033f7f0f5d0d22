extension Wire {
    /// What somebody may do with the daemon. Each role may do what those before it may.
    public enum Role: String, CaseIterable, Hashable, Sendable {
        /// Look at everything that plays, and at the library.
        case view
        /// Add to the queue as well.
        case guest
        /// Control the player, the queue and the rooms.
        case control
        /// Look after the daemon.
        case admin
        /// What only programs of the user may do, over the control socket.
        case owner
    }
}
