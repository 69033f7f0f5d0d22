/// Tickets for listening, which stand in addresses, because players send no token with a request. Each is worth nothing but listening, and that
/// for some hours only. A value; times are in nanoseconds of one clock.
package struct ListenTickets: Sendable {
    /// For how long a ticket counts, in nanoseconds: a player that lost the stream comes again.
    package static let lifetime: Int64 = 12 * 3_600 * 1_000_000_000
    /// How many of a device count; one more ends its oldest one.
    package static let mostOfDevice = 8

    private struct Ticket {
        let text: String
        let grant: Grant
        let endsAt: Int64
    }

    private var tickets: [Ticket] = []

    /// Makes it without tickets.
    package init() {}

    /// Adds a ticket that a connection with `grant` has asked for; `nil` for one of the control socket.
    package mutating func add(_ text: String, for grant: Grant?, at time: Int64) {
        tickets.removeAll { $0.endsAt <= time }
        let device = grant?.device
        if tickets.count(where: { $0.grant.device == device }) >= Self.mostOfDevice,
            let oldest = tickets.firstIndex(where: { $0.grant.device == device })
        {
            tickets.remove(at: oldest)
        }
        tickets.append(
            Ticket(
                text: text, grant: Grant(device: device, name: grant?.name ?? "a listener", role: .view),
                endsAt: time + Self.lifetime))
    }

    /// Returns what somebody may do who has this ticket; `nil` if it does not count. It takes as long whichever it is.
    package func grant(_ text: String, at time: Int64) -> Grant? {
        var found: Grant?
        for ticket in tickets where SecretText.isEqual(ticket.text, text) && time < ticket.endsAt { found = ticket.grant }
        return found
    }

    /// Ends the tickets of a device.
    package mutating func revoke(_ device: Int64) { tickets.removeAll { $0.grant.device == device } }
}
