/// What a connection over the network was allowed, and as whom.
package struct Grant: Hashable, Sendable {
    /// The number of the paired device; `nil` for a program of the user on this machine.
    package let device: Int64?
    /// The name of the device, for people.
    package let name: String
    /// What it may do.
    package let role: Role

    /// Makes a grant.
    package init(device: Int64?, name: String, role: Role) {
        self.device = device
        self.name = name
        self.role = role
    }

    /// What programs of the user get who connect from this machine.
    package static let ofThisMachine = Grant(device: nil, name: "this machine", role: .admin)
}
