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
    }

    private var loan: Loan?

    /// The uid of the node whose port it is; `nil` if none was chosen.
    var node: String? { loan?.choice.node }

    /// Goes on with `choice` and its port, which another port of the same node had to wait for: that loan is over and was not given back.
    /// The next look asks for the port, and it goes back to what played before both.
    mutating func resume(_ choice: PortChoice, _ port: String, after other: BorrowedPort) {
        let own = loan?.choice == choice ? loan?.before : nil
        let before = own ?? other.loan.flatMap { $0.before ?? ($0.port == port ? nil : $0.port) }
        loan = Loan(choice: choice, port: port, before: before == port ? nil : before, isAsked: false)
    }

    /// Gives the port back if it does not belong to `choice`. Returns the switch to the port that played before; `nil` if there is none to
    /// make, or somebody else has chosen another port since.
    /// - Parameter ports: the ports of the node with that uid; `nil` if there is none.
    mutating func giveBack(unless choice: PortChoice?, _ ports: (String) -> CardPorts?) -> (node: String, port: String)? {
        guard let loan, loan.choice != choice else { return nil }
        self.loan = nil
        guard let before = loan.before, let now = ports(loan.choice.node), loan.isAsked || now.active == loan.port,
            now.offered.contains(before)
        else { return nil }
        return (loan.choice.node, before)
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
        if active == port {
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
