/// What somebody may do with the daemon. Each role may do what those before it may.
package enum Role: String, CaseIterable, Comparable, Codable, Sendable {
    /// Look at everything that plays, and at the library.
    case view
    /// Add to the queue as well, at a bounded pace.
    case guest
    /// Control the player, the queue and the rooms.
    case control
    /// Look after the daemon.
    case admin
    /// Do what only programs of the user may, over the control socket. No device of the network has this role.
    case owner

    /// The roles that a device of the network can have.
    package static let ofDevices: [Role] = [.view, .guest, .control, .admin]

    /// Whether `left` may do less than `right`.
    package static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
