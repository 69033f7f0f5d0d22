/// The port of its device that the chosen sink plays through, or the chosen source takes sound in through. A port is one for all programs,
/// so Fermata borrows it and gives it back.
struct BorrowedPort: Hashable, Sendable {
    /// What follows from a look at the port.
    enum Step: Hashable {
        /// The device is to switch to the port.
        case ask
        /// The port plays, and did not before.
        case heard
        /// Somebody else has chosen another port.
        case taken
    }

    /// A port that was chosen through Fermata, and the port to go back to.
    private struct Loan: Hashable {
        let choice: PortChoice
        let port: String
        /// The port that played before; `nil` if it was already the chosen one.
        let before: String?
        /// Whether we asked the device for the port, and the port neither plays yet nor was unplugged.
        var isAsked = true
        /// Whether the port has been seen to play.
        var isSeen = false
        /// Whether the device was asked for another port last, and has not followed yet: it is asked for this one even if this one plays.
        var isContested = false

        /// Whether nobody else has chosen another port since.
        func isOurs(in now: CardPorts) -> Bool { isAsked || isContested || now.active == port }
    }

    private var loan: Loan?

    /// Ends the loan, and returns it for `choice` and its port, so that it goes back to what was before both. The next look asks for the port.
    /// Returns an empty loan, and leaves this one, if it is of another node.
    /// - Parameter now: the ports of the node; `nil` if it is not there. A loan whose port somebody else has changed is over.
    mutating func handOver(to choice: PortChoice, _ port: String, in now: CardPorts?) -> BorrowedPort {
        var next = BorrowedPort()
        guard let held = loan, held.choice.node == choice.node else { return next }
        loan = nil
        guard let now, held.isOurs(in: now) else { return next }
        let before = held.before ?? held.port
        next.loan = Loan(
            choice: choice, port: port, before: before == port ? nil : before, isAsked: false, isContested: held.isAsked)
        return next
    }

    /// Gives the port back if it does not belong to `choice`; for another port of the same node, the loan goes on with that. Returns the
    /// switch to the port that played before; `nil` if there is none to make, or somebody else has chosen another port since.
    /// - Parameter ports: the ports of the node with that uid; `nil` if there is none.
    mutating func giveBack(unless choice: PortChoice?, _ ports: (String) -> CardPorts?) -> (node: String, port: String)? {
        guard let held = loan, held.choice != choice else { return nil }
        let now = ports(held.choice.node)
        if let choice, choice.node == held.choice.node, let port = choice.port, now?.offered.contains(port) == true {
            self = handOver(to: choice, port, in: now)
            return nil
        }
        loan = nil
        guard let before = held.before, let now, held.isOurs(in: now), now.offered.contains(before) else { return nil }
        return (held.choice.node, before)
    }

    /// Follows the port of `choice`, which has one. Returns what is to be done; `nil` for nothing.
    /// - Parameters:
    ///   - now: the ports of the chosen node; `nil` if it is not there.
    ///   - isHeard: whether the sound goes to the node of the choice, or comes from it.
    mutating func follow(_ choice: PortChoice, _ port: String, in now: CardPorts?, isHeard: Bool) -> Step? {
        guard let now else {
            loan = nil
            return nil
        }
        let active = now.active
        if active == port, loan?.isContested != true {
            let isNew = loan?.isSeen == false && isHeard
            if loan == nil { loan = Loan(choice: choice, port: port, before: nil) }
            loan?.isAsked = false
            loan?.isSeen = true
            return isNew ? .heard : nil
        }
        guard now.offered.contains(port) else {
            // The port was unplugged. It is chosen again when something is plugged in again.
            loan?.isAsked = false
            loan?.isSeen = false
            return nil
        }
        if loan?.isSeen == true {
            loan = nil
            return .taken
        }
        if loan?.isAsked == true { return nil }
        loan = Loan(choice: choice, port: port, before: loan.map(\.before) ?? active)
        return .ask
    }
}

extension GraphSink {
    /// The ports that the sink has; `nil` without a device.
    var cardPorts: CardPorts? {
        device.map { CardPorts(active: $0.port, offered: Set(ports.lazy.filter(\.isAvailable).map(\.name))) }
    }
}
