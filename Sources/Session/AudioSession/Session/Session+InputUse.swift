import AudioTypes

// What recordings need that leave the choice of their input to the session: the microphone of a headset, a canceller of echo.
extension Session {
    /// How long a headset may take to change its profile and show its microphone, in nanoseconds. Bluetooth takes a second or two.
    private static let headsetTime: Int64 = 5_000_000_000
    /// How long the source without echo may take to appear.
    private static let cancellerTime: Int64 = 3_000_000_000
    /// How long a headset keeps its profile after the last recording: another one may follow, and each switch is heard.
    private static let returnDelay: Int64 = 2_000_000_000

    /// Notes that a recording is about to begin that leaves the choice of its input to the session, and asks the sound system for
    /// what it needs. The recording begins once ``isInputReady``, at the latest a few seconds later.
    /// - Parameter cancelsEcho: whether the recording wants the echo cancelled, whatever the mode is.
    package mutating func prepareInput(cancelsEcho: Bool = false, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            session.inputChoices.use.isInUse = true
            session.inputChoices.use.releasedAt = nil
            session.inputChoices.use.refused = nil
            session.inputChoices.use.wantsCanceller = true
            if cancelsEcho { session.inputChoices.use.wantsCancellerAnyway = true }
            session.borrowHeadset()
        }
    }

    /// Notes that there is no such recording any more.
    package mutating func releaseInput(at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            guard session.inputChoices.use.isInUse else { return }
            session.inputChoices.use.isInUse = false
            session.inputChoices.use.releasedAt = now
        }
    }

    /// Whether ``input`` is what a recording gets that begins now, so that it need not wait.
    package var isInputReady: Bool {
        guard server.isHere else { return true }
        return !awaitsHeadset && !inputChoices.use.wantsCanceller && inputChoices.use.cancelling?.isSeen != false
    }

    /// Whether there are recordings that need an input of the session's choice, or are about to begin.
    package var isInputInUse: Bool { inputChoices.use.isInUse }

    /// The profiles that devices have because of us.
    package var profileLoans: [ProfileLoan] { [inputChoices.use.borrowing?.loan, surround.borrowing?.loan].compactMap { $0 } }

    /// Takes over a loan of an earlier run, which could not give the profile back.
    package mutating func restoreLoan(_ loan: ProfileLoan) {
        if loan.isSurround == true { return restoreSurround(loan) }
        inputChoices.use.borrowing = InputUse.Borrowing(loan: loan, serial: nil, since: 0, isSeen: true)
    }

    /// The time at which a wait for a headset or a canceller is over; `nil` while nothing is waited for.
    var inputUseDeadline: Int64? {
        guard server.isHere else { return nil }
        var due: [Int64] = []
        if inputChoices.use.borrowing != nil {
            if !inputChoices.use.isInUse { due.append(returnTime) }
            if awaitsHeadset, let since = inputChoices.use.borrowing?.since { due.append(since + Self.headsetTime) }
        }
        if let held = inputChoices.use.cancelling, held.given != nil, !held.isSeen { due.append(held.since + Self.cancellerTime) }
        return due.min()
    }

    /// Follows what was asked for, and gives back what no recording needs any more.
    mutating func judgeInputUse() {
        let before = inputChoices.use
        judgeHeadset()
        judgeEchoCanceller()
        if inputChoices.use != before { noticeInput() }
    }

    mutating func endInputUse() {
        inputChoices.use.isInUse = false
        if let held = inputChoices.use.borrowing { giveBack(held.loan) }
    }

    // MARK: The headset

    private var awaitsHeadset: Bool {
        guard let held = inputChoices.use.borrowing, inputChoices.use.isInUse else { return false }
        return !held.hasInput
    }

    /// Borrows a profile with a microphone from the headset that the sound goes to, if the category allows it.
    private mutating func borrowHeadset() {
        guard inputChoices.use.borrowing == nil, server.isHere, graph.hasSessionManager, let loan = possibleLoan else { return }
        inputChoices.use.borrowing = InputUse.Borrowing(loan: loan.loan, serial: loan.serial, since: now)
        inputChoices.use.lentToLostServer = false
        decide(.borrowProfile(loan.loan))
    }

    private var possibleLoan: (loan: ProfileLoan, serial: UInt64)? {
        guard profile.category.hasInput, profile.options.contains(.allowBluetoothHFP),
            inputChoices.choice(in: graph).flatMap({ graph.source($0.node) }) == nil,
            let sink = routes.newest.sinks.first ?? graph.defaultSink.flatMap({ graph.sink($0) }), sink.isBluetooth,
            let device = graph.devices.first(where: { $0.name == sink.device?.name }), device.serial != inputChoices.use.refused,
            !graph.sources.contains(where: { $0.card == device.name })
        else { return nil }
        let talking = device.profiles.filter {
            $0.hasInput && $0.hasOutput && $0.isAvailable && $0.name != device.profile
        }
        guard let best = talking.max(by: { $0.priority < $1.priority }) else { return nil }
        let loan = ProfileLoan(device: device.name, profile: best.name, before: device.profile)
        return loan.isBelievable ? (loan, device.serial) : nil
    }

    /// Follows a borrowed headset, and switches it back when nothing is recorded from it any more.
    private mutating func judgeHeadset() {
        guard server.isHere, graph.hasSessionManager else { return }
        followHeadset()
        if inputChoices.use.borrowing == nil, inputChoices.use.lentToLostServer, inputChoices.use.isInUse { borrowHeadset() }
    }

    private mutating func followHeadset() {
        guard var held = inputChoices.use.borrowing else { return }
        guard let device = graph.devices.first(where: { $0.name == held.loan.device }),
            held.serial == nil || held.serial == device.serial
        else { return forget(held.loan) }
        if device.profile == held.loan.profile {
            if held.serial == nil, inputChoices.use.isInUse {
                // It is recorded from again, so the loan is one of ours.
                held = InputUse.Borrowing(loan: held.loan, serial: device.serial, since: now)
                inputChoices.use.lentToLostServer = false
            }
            held.isSeen = true
            if graph.sources.contains(where: { $0.card == device.name }) { held.hasInput = true }
            inputChoices.use.borrowing = held
        } else if held.isSeen {
            // Somebody else has switched it, and that choice holds. While we were not connected, it was the session manager.
            if held.serial != nil { inputChoices.use.refused = device.serial }
            return forget(held.loan)
        }
        if awaitsHeadset, now >= held.since + Self.headsetTime {
            inputChoices.use.refused = device.serial
            decide(.explainInput("The headset \(device.name) does not show its microphone, so another input is recorded."))
            giveBack(held.loan)
        } else if !inputChoices.use.isInUse, now >= returnTime {
            giveBack(held.loan)
        }
    }

    /// When a borrowed headset is switched back: some time behind the last recording. For a loan of an earlier run that is over.
    private var returnTime: Int64 { inputChoices.use.releasedAt.map { $0 + Self.returnDelay } ?? 0 }

    private mutating func giveBack(_ loan: ProfileLoan) {
        inputChoices.use.borrowing = nil
        decide(.returnProfile(loan))
    }

    private mutating func forget(_ loan: ProfileLoan) {
        inputChoices.use.borrowing = nil
        decide(.forgetProfile(loan))
    }

    /// Keeps the loan as one of an earlier run: a server that is restarted has its session manager choose the profiles anew, but if only the
    /// connection is gone, the headset still has the borrowed one.
    mutating func loseInputUse() {
        if let held = inputChoices.use.borrowing {
            inputChoices.use.lentToLostServer = inputChoices.use.isInUse
            restoreLoan(held.loan)
        }
        inputChoices.use.cancelling?.given = nil
        inputChoices.use.cancelling?.isSeen = false
    }

    // MARK: The canceller of echo

    /// The output whose sound comes back as echo; `nil` for the default one.
    private var echoingOutput: String? {
        let uid = routes.newest.sinks.first?.uid
        return uid == graph.defaultSink ? nil : uid
    }

    /// Has a canceller made while recordings need one. It stays as long as they do, also if the mode changes meanwhile: without it
    /// their input would be lost.
    private mutating func judgeEchoCanceller() {
        guard inputChoices.use.isInUse else { return endCancelling() }
        guard server.isHere else { return }
        if inputChoices.use.wantsCanceller, !awaitsHeadset {
            let isWanted = profile.isForTalk || inputChoices.use.wantsCancellerAnyway
            inputChoices.use.wantsCanceller = false
            inputChoices.use.wantsCancellerAnyway = false
            if inputChoices.use.cancelling == nil, isWanted, let plain = plainInput, plain.mayEcho {
                inputChoices.use.cancellerFailure = nil
                inputChoices.use.cancelling = InputUse.Cancelling(input: plain.device.uid)
            }
        }
        guard let held = inputChoices.use.cancelling else { return }
        let isThere = inputChoices.canceller(in: graph) != nil
        let wanted = EchoCanceller(input: held.input, output: echoingOutput)
        if held.given == nil {
            guard graph.source(held.input) != nil, graph.hasSessionManager else { return }
            let earlier = graph.cancellerSources.map(\.serial)
            inputChoices.use.cancelling?.given = wanted
            inputChoices.use.cancelling?.since = now
            inputChoices.use.cancelling?.earlier = Set(earlier)
            decide(.setEchoCanceller(wanted))
        } else if held.isSeen != isThere {
            // Its input is gone, and it with it.
            if held.isSeen { endCancelling() } else { inputChoices.use.cancelling?.isSeen = true }
        } else if !isThere, now >= held.since + Self.cancellerTime {
            echoCancellerFailed("its source does not appear")
        } else if held.given != wanted {
            inputChoices.use.cancelling?.given = wanted
            decide(.setEchoCanceller(wanted))
        }
    }

    mutating func echoCancellerFailed(_ reason: String) {
        guard let held = inputChoices.use.cancelling, held.given != nil else { return }
        if !held.isSeen {
            inputChoices.use.cancellerFailure = reason
            let meanwhile = profile.isForTalk ? ", so the plain input is recorded" : ""
            decide(.explainInput("The echo cannot be cancelled\(meanwhile): \(reason)."))
        }
        endCancelling()
    }

    private mutating func endCancelling() {
        inputChoices.use.wantsCanceller = false
        inputChoices.use.wantsCancellerAnyway = false
        guard inputChoices.use.cancelling != nil else { return }
        inputChoices.use.cancelling = nil
        decide(.setEchoCanceller(nil))
    }
}

extension GraphSource {
    /// Whether the source may contain what an output plays. A headset takes that out by itself.
    var mayEcho: Bool { !cancelsEcho && device.type != .bluetoothHFP }
}
