/// A port of a device that was chosen through us, and the one to go back to.
struct PortLoan: Hashable {
    let choice: OutputChoice
    let port: String
    /// The port that played before; `nil` where it was the chosen one already.
    let before: String?
    /// Whether the device was asked for the port and has not told that it plays, or lost it.
    var isAsked = true
    /// Whether the port was seen to play.
    var isSeen = false
}

// Which port of its device the chosen sink plays through. A port is everybody's: it is borrowed, and given back.
extension Session {
    /// Brings the device's port into line with what is chosen.
    mutating func judgePort() {
        let choice = overridden ?? selected
        if let loan = portLoan, loan.choice != choice { returnPort() }
        guard let choice, let port = choice.port else { return }
        guard let sink = graph.sink(choice.sink), let active = sink.device?.port else {
            portLoan = nil
            return
        }
        if active == port {
            // A choice needs no time to settle; see `noticeChoice()`.
            let isNew = portLoan?.isSeen == false && routes.newest.sinks.first?.uid == choice.sink
            if portLoan == nil { portLoan = PortLoan(choice: choice, port: port, before: nil) }
            portLoan?.isAsked = false
            portLoan?.isSeen = true
            if isNew { settleRoute() }
        } else if !sink.ports.contains(where: { $0.name == port && $0.isAvailable }) {
            // Unplugged: it is chosen again when it is back.
            portLoan?.isAsked = false
            portLoan?.isSeen = false
        } else if portLoan?.isSeen == true {
            portTaken(choice)
        } else if portLoan?.isAsked != true {
            portLoan = PortLoan(choice: choice, port: port, before: portLoan.map(\.before) ?? active)
            decide(.setPort(sink: choice.sink, port: port))
        }
    }

    /// Gives the port back that was borrowed, where nobody else has chosen another since.
    mutating func returnPort() {
        guard let loan = portLoan else { return }
        portLoan = nil
        guard let before = loan.before, let sink = graph.sink(loan.choice.sink),
            loan.isAsked || sink.device?.port == loan.port,
            sink.ports.contains(where: { $0.name == before && $0.isAvailable })
        else { return }
        decide(.setPort(sink: loan.choice.sink, port: before))
    }

    /// Somebody else has chosen another port of the sink: the newer choice holds, and the sound stays on that sink.
    private mutating func portTaken(_ choice: OutputChoice) {
        portLoan = nil
        let staysByItself = (selected == nil || selected == choice) && graph.defaultSink == choice.sink
        overridden = nil
        selected = staysByItself ? nil : OutputChoice(sink: choice.sink)
        send(to: selected)
    }

    /// The daemon ends: what has to be given back now. Nothing else is decided after it.
    package mutating func end(at now: Int64) -> [SessionAction] {
        let decided = deciding(at: now) { session in
            session.overridden = nil
            session.selected = nil
        }
        return decided.filter { if case .setPort = $0 { true } else { false } }
    }
}
