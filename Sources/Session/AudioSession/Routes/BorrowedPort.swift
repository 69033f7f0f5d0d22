/// The port of its device that the chosen sink plays through. A port plays for all programs, so Fermata borrows it and gives it back.
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
        let choice: OutputChoice
        let port: String
        /// The port that played before; `nil` if it was already the chosen one.
        let before: String?
        /// Whether we asked the device for the port, and the port neither plays yet nor was unplugged.
        var isAsked = true
        /// Whether the port has been seen to play.
        var isSeen = false
    }

    private var loan: Loan?

    /// Gives the port back if it does not belong to `choice`. Returns the switch to the port that played before; `nil` if there is none to
    /// make, or somebody else has chosen another port since.
    mutating func giveBack(unless choice: OutputChoice?, in graph: GraphSnapshot) -> (sink: String, port: String)? {
        guard let loan, loan.choice != choice else { return nil }
        self.loan = nil
        guard let before = loan.before, let sink = graph.sink(loan.choice.sink),
            loan.isAsked || sink.device?.port == loan.port, sink.offers(before)
        else { return nil }
        return (loan.choice.sink, before)
    }

    /// Follows the port of `choice`, which has one. Returns what is to be done; `nil` for nothing.
    /// - Parameter isHeard: whether the sound goes to the sink of the choice.
    mutating func follow(_ choice: OutputChoice, _ port: String, in graph: GraphSnapshot, isHeard: Bool) -> Step? {
        guard let sink = graph.sink(choice.sink), let active = sink.device?.port else {
            loan = nil
            return nil
        }
        if active == port {
            let isNew = loan?.isSeen == false && isHeard
            if loan == nil { loan = Loan(choice: choice, port: port, before: nil) }
            loan?.isAsked = false
            loan?.isSeen = true
            return isNew ? .heard : nil
        }
        guard sink.offers(port) else {
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
    /// Returns whether the sink can play through the port of this name.
    fileprivate func offers(_ port: String) -> Bool { ports.contains { $0.name == port && $0.isAvailable } }
}
