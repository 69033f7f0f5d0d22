import AudioTypes

// The ports of inputs that recordings name: each is borrowed while it is recorded.
extension Session {
    /// Throws if a recording of the input `uid` would take the port from another recording.
    /// - Throws: `inputNotFound`.
    package func checkInputPort(_ uid: String) throws(SessionError) {
        let choice = portChoice(uid)
        guard let port = choice.port, let recorded = inputChoices.recorded.port(of: choice.node), recorded != port else { return }
        throw SessionError(
            .inputNotFound,
            "\(choice.node) takes sound in through one port at a time, and \(recorded) is being recorded: end that recording "
                + "first, or record \(PortChoice(node: choice.node, port: recorded).uid)")
    }

    /// Whether `uid` names a port of an input.
    package func namesInputPort(_ uid: String) -> Bool { portChoice(uid).port != nil }

    /// Borrows the port that a recording names, until ``keepInputPorts(of:at:)`` no longer names it. The recording begins once
    /// ``isInputPortReady(_:)``.
    /// - Throws: `inputNotFound` if another port of the same input is recorded, or there is no such port.
    package mutating func holdInputPort(_ uid: String, at now: Int64) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            try session.requireInput(uid)
            try session.checkInputPort(uid)
            let choice = session.portChoice(uid)
            let ports = session.graph.source(choice.node)?.cardPorts
            session.inputChoices.recorded.hold(choice, after: &session.inputChoices.port, in: ports)
        }
    }

    /// Gives back the ports that were borrowed for recordings, but those of the inputs `uids`, which are still recorded.
    package mutating func keepInputPorts(of uids: Set<String>, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            for (node, loan) in session.inputChoices.recorded.keep(uids) { session.returnRecordedPort(of: node, loan) }
        }
    }

    /// Whether sound comes in through the port that `uid` names.
    package func isInputPortReady(_ uid: String) -> Bool {
        let choice = portChoice(uid)
        guard let port = choice.port, let source = graph.source(choice.node) else { return true }
        return source.port == port
    }

    /// Follows the ports that are recorded.
    mutating func judgeRecordedPorts() {
        for (node, port, step) in inputChoices.recorded.follow({ graph.source($0)?.cardPorts }, heard: plainInput?.device.uid) {
            switch step {
            case .ask: decide(.setInputPort(source: node, port: port))
            case .heard: settleInput()
            // The newer choice holds, also in the place of what a client chose before.
            case .taken: if let choice = inputChoices.choice(in: graph), choice.node == node { inputChoices.selected = node }
            }
        }
    }

    /// Gives the port of a source back behind the last recording of it: to the port that a client has chosen, if it has chosen one of that
    /// source, else to the one from before both.
    private mutating func returnRecordedPort(of node: String, _ loan: BorrowedPort) {
        var loan = loan
        if !inputChoices.isEnding, let choice = inputChoices.choice(in: graph), choice.node == node, let port = choice.port {
            inputChoices.port = loan.handOver(to: choice, port, in: graph.source(node)?.cardPorts)
        } else if let back = loan.giveBack(unless: nil, { graph.source($0)?.cardPorts }) {
            decide(.setInputPort(source: back.node, port: back.port))
        }
    }

    /// Gives all ports back that were borrowed for recordings, because the daemon ends.
    mutating func endRecordedPorts() {
        for (node, loan) in inputChoices.recorded.keep([]) { returnRecordedPort(of: node, loan) }
    }

    /// A client has chosen another port of a source that is recorded: that holds, and the recording loses the port.
    mutating func yieldRecordedPort() {
        guard let choice = inputChoices.choice(in: graph), let port = choice.port,
            let recorded = inputChoices.recorded.port(of: choice.node), recorded != port
        else { return }
        returnInputPort(unless: choice)
        var loan = inputChoices.recorded.yield(choice.node)
        inputChoices.port = loan.handOver(to: choice, port, in: graph.source(choice.node)?.cardPorts)
    }

    private func portChoice(_ uid: String) -> PortChoice { PortChoice(uid: uid) { graph.source($0) != nil } }
}
