/// What the connections over the network may do. A value; times are in nanoseconds of one clock.
package struct RemoteAccess: Sendable {
    private var grants: [UInt64: Grant] = [:]
    private var paces: [Int64?: GuestPace] = [:]

    /// How many connections a device may have at a time, so that none takes the places of all others. A browser has ten.
    package static let connectionsOfDevice = 64

    /// Makes one without connections.
    package init() {}

    /// Whether a client may be one more connection of a device.
    package func hasRoom(for grant: Grant, as client: UInt64) -> Bool {
        // Tickets of this machine have no device, and are in other hands than its programs.
        guard grant != .ofThisMachine else { return true }
        let others = grants.count { $0.key != client && $0.value.device == grant.device && $0.value != .ofThisMachine }
        return others < Self.connectionsOfDevice
    }

    /// Notes what a connection may do, by the number of its client.
    package mutating func admit(_ client: UInt64, as grant: Grant) { grants[client] = grant }

    /// Notes that a connection has ended.
    package mutating func forget(_ client: UInt64) { grants[client] = nil }

    /// Notes that a device may do nothing any more. Its connections may do nothing from now on.
    ///
    /// - Returns: the clients whose connections these are.
    package mutating func revoke(_ device: Int64) -> [UInt64] {
        let clients = grants.filter { $0.value.device == device }.keys.sorted()
        for client in clients { grants[client] = nil }
        paces[device] = nil
        return clients
    }

    /// Returns what a connection may do; `nil` if nothing.
    package func grant(of client: UInt64) -> Grant? { grants[client] }

    /// How many connections a device has.
    package func connections(of device: Int64) -> Int { grants.values.count { $0.device == device } }

    /// Returns why a connection may not do what needs the role `needed`; `nil` if it may. What a guest adds is counted.
    package mutating func refusal(of needed: Role, to client: UInt64, at time: Int64) -> RemoteRefusal? {
        guard let grant = grants[client] else { return .unknown }
        guard needed <= grant.role else { return needed == .owner ? .ownerOnly : .roleNeeded(needed, has: grant.role) }
        if grant.role == .guest, needed == .guest, !paces[grant.device, default: GuestPace()].allows(at: time) {
            return .tooOften
        }
        return nil
    }
}

/// Why a connection over the network may not do something.
package enum RemoteRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing was allowed to the connection, or not any more.
    case unknown
    /// Only programs of the user may, over the control socket.
    case ownerOnly
    /// The device has a role that does not suffice.
    case roleNeeded(Role, has: Role)
    /// The guest has added too often.
    case tooOften

    /// A sentence for a person.
    package var description: String {
        switch self {
        case .unknown: "this device is not paired, or not any more"
        case .ownerOnly: "only programs of the user may do this, over the control socket"
        case .roleNeeded(let role, let has): "this needs the role \(role.rawValue), and this device has the role \(has.rawValue)"
        case .tooOften:
            "a guest may add \(GuestPace.burst) times in a row, and then once in \(GuestPace.pause / 1_000_000_000) seconds"
        }
    }
}
