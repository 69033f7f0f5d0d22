/// The kind of program that asks for a pause over the session bus.
package enum PauseSender: Hashable, Sendable {
    /// A key, a panel or a script: a person is behind it.
    case person
    /// The session manager of the sound server. It pauses players when a sink is lost.
    case sessionManager
    /// The power manager of the desktop. It pauses players before the machine sleeps.
    case powerManager
    /// Another daemon of this kind, which is about to play. That it plays is told by the session bus as well.
    case player

    private static let sessionManagers: Set = ["wireplumber", "pipewire-media-"]
    private static let powerManagers: Set = [
        "org_kde_powerde", "gsd-power", "csd-power", "msd-power", "mate-power-mana", "xfce4-power-man", "lxqt-powermanag",
    ]

    /// Makes the kind from the name of the sender's process as the kernel keeps it: its first 15 bytes. A process that cannot
    /// be named counts as a person.
    package init(process name: String?) {
        self =
            switch name {
            case let name? where Self.sessionManagers.contains(name): .sessionManager
            case let name? where Self.powerManagers.contains(name): .powerManager
            case "fermatad": .player
            default: .person
            }
    }
}

/// What happens to a pause that came over the session bus.
enum PauseVerdict: Hashable {
    /// The player pauses, and nothing resumes it by itself.
    case obeyed
    /// Nothing happens: the session decides by itself about what has made the program send it.
    case ignored
    /// Nothing happens for ``patience``. If by then neither the machine begins to sleep nor the session is interrupted by the player, the
    /// pause is obeyed after all.
    case held

    /// How long after such a pause the machine begins to sleep, at the latest, in nanoseconds.
    static let patience: Int64 = 2_000_000_000

    /// Judges a pause.
    /// - Parameters:
    ///   - machineSleeps: true from the announcement of sleep until the machine is awake.
    ///   - playersInterrupt: whether the session takes a player that begins for an interruption.
    ///   - playersAreDeclined: whether a client keeps the interruptions by players away.
    init(_ sender: PauseSender, machineSleeps: Bool, playersInterrupt: Bool, playersAreDeclined: Bool) {
        if machineSleeps || sender == .sessionManager {
            self = .ignored
        } else if sender == .player, !playersInterrupt {
            self = playersAreDeclined ? .ignored : .obeyed
        } else {
            self = sender == .powerManager || sender == .player ? .held : .obeyed
        }
    }
}
