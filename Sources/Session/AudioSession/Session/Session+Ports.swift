/// A port of a device that was chosen through Fermata, and the port to go back to.
struct PortLoan: Hashable {
    let choice: OutputChoice
    let port: String
    /// The port that played before; `nil` if it was already the chosen one.
    let before: String?
    /// Whether we asked the device for the port, and the port neither plays yet nor was unplugged.
    var isAsked = true
    /// Whether the port has been seen to play.
    var isSeen = false
}

// The port of its device that the chosen sink plays through. A port plays for all programs, so Fermata borrows it and gives it
// back.
extension Session {
    /// Switches the device to the chosen port, or back to the previous one.
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
            // The port was unplugged. It is chosen again when something is plugged in again.
            portLoan?.isAsked = false
            portLoan?.isSeen = false
        } else if portLoan?.isSeen == true {
            portTaken(choice)
        } else if portLoan?.isAsked != true {
            portLoan = PortLoan(choice: choice, port: port, before: portLoan.map(\.before) ?? active)
            decide(.setPort(sink: choice.sink, port: port))
        }
    }

    /// Switches the device back to the port that played before, unless somebody else has chosen another port since.
    mutating func returnPort() {
        guard let loan = portLoan else { return }
        portLoan = nil
        guard let before = loan.before, let sink = graph.sink(loan.choice.sink),
            loan.isAsked || sink.device?.port == loan.port,
            sink.ports.contains(where: { $0.name == before && $0.isAvailable })
        else { return }
        decide(.setPort(sink: loan.choice.sink, port: before))
    }

    /// Handles that somebody else has chosen another port of the sink. The newer choice holds, and the sound stays on that
    /// sink.
    private mutating func portTaken(_ choice: OutputChoice) {
        portLoan = nil
        let staysByItself = (selected == nil || selected == choice) && graph.defaultSink == choice.sink
        overridden = nil
        selected = staysByItself ? nil : OutputChoice(sink: choice.sink)
        send(to: selected)
    }

    /// Returns the actions that give a borrowed port and a borrowed profile back when the daemon ends. The session decides nothing
    /// after this.
    package mutating func end(at now: Int64) -> [SessionAction] {
        let decided = deciding(at: now) { session in
            session.overridden = nil
            session.selected = nil
            session.selection = nil
            session.endInputUse()
        }
        return decided.filter {
            switch $0 {
            case .setPort, .returnProfile: true
            default: false
            }
        }
    }
}
