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
    package mutating func prepareInput(at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            session.inputUse.isInUse = true
            session.inputUse.releasedAt = nil
            session.inputUse.refused = nil
            session.inputUse.wantsCanceller = true
            session.borrowHeadset()
        }
    }

    /// Notes that there is no such recording any more.
    package mutating func releaseInput(at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            guard session.inputUse.isInUse else { return }
            session.inputUse.isInUse = false
            session.inputUse.releasedAt = now
        }
    }

    /// Whether ``input`` is what a recording gets that begins now, so that it need not wait.
    package var isInputReady: Bool {
        guard server.isHere else { return true }
        return !awaitsHeadset && !inputUse.wantsCanceller && inputUse.cancelling?.isSeen != false
    }

    /// Whether there are recordings that need an input of the session's choice, or are about to begin.
    package var isInputInUse: Bool { inputUse.isInUse }

    /// The profile that a headset has because of us.
    package var profileLoan: ProfileLoan? { inputUse.borrowing?.loan }

    /// Takes over a loan of an earlier run, which could not give the profile back.
    package mutating func restoreLoan(_ loan: ProfileLoan) {
        inputUse.borrowing = InputUse.Borrowing(loan: loan, serial: nil, since: 0, isSeen: true)
    }

    /// The time at which a wait for a headset or a canceller is over; `nil` while nothing is waited for.
    var inputUseDeadline: Int64? {
        guard server.isHere else { return nil }
        var due: [Int64] = []
        if inputUse.borrowing != nil {
            if !inputUse.isInUse { due.append(returnTime) }
            if awaitsHeadset, let since = inputUse.borrowing?.since { due.append(since + Self.headsetTime) }
        }
        if let held = inputUse.cancelling, held.given != nil, !held.isSeen { due.append(held.since + Self.cancellerTime) }
        return due.min()
    }

    /// Follows what was asked for, and gives back what no recording needs any more.
    mutating func judgeInputUse() {
        let before = inputUse
        judgeHeadset()
        judgeEchoCanceller()
        if inputUse != before { noticeInput() }
    }

    mutating func endInputUse() {
        inputUse.isInUse = false
        if let held = inputUse.borrowing { giveBack(held.loan) }
    }

    // MARK: The headset

    private var awaitsHeadset: Bool {
        guard let held = inputUse.borrowing, inputUse.isInUse else { return false }
        return !held.hasInput
    }

    /// Borrows a profile with a microphone from the headset that the sound goes to, if the category allows it.
    private mutating func borrowHeadset() {
        guard inputUse.borrowing == nil, server.isHere, graph.hasSessionManager, let loan = possibleLoan else { return }
        inputUse.borrowing = InputUse.Borrowing(loan: loan.loan, serial: loan.serial, since: now)
        inputUse.lentToLostServer = false
        decide(.borrowProfile(loan.loan))
    }

    private var possibleLoan: (loan: ProfileLoan, serial: UInt64)? {
        guard profile.category.hasInput, profile.options.contains(.allowBluetoothHFP),
            selectedInput.flatMap({ graph.source($0) }) == nil,
            let sink = routes.newest.sinks.first ?? graph.defaultSink.flatMap({ graph.sink($0) }), sink.isBluetooth,
            let device = graph.devices.first(where: { $0.name == sink.device?.name }), device.serial != inputUse.refused,
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
        guard var held = inputUse.borrowing else {
            if inputUse.lentToLostServer, inputUse.isInUse { borrowHeadset() }
            return
        }
        guard let device = graph.devices.first(where: { $0.name == held.loan.device }),
            held.serial == nil || held.serial == device.serial
        else { return forget(held.loan) }
        if device.profile == held.loan.profile {
            held.isSeen = true
            if graph.sources.contains(where: { $0.card == device.name }) { held.hasInput = true }
            inputUse.borrowing = held
        } else if held.isSeen {
            // Somebody else has switched it, and that choice holds.
            inputUse.refused = device.serial
            return forget(held.loan)
        }
        if awaitsHeadset, now >= held.since + Self.headsetTime {
            inputUse.refused = device.serial
            decide(.explainInput("The headset \(device.name) does not show its microphone, so another input is recorded."))
            giveBack(held.loan)
        } else if !inputUse.isInUse, now >= returnTime {
            giveBack(held.loan)
        }
    }

    /// When a borrowed headset is switched back: some time behind the last recording. For a loan of an earlier run that is over.
    private var returnTime: Int64 { inputUse.releasedAt.map { $0 + Self.returnDelay } ?? 0 }

    private mutating func giveBack(_ loan: ProfileLoan) {
        inputUse.borrowing = nil
        decide(.returnProfile(loan))
    }

    private mutating func forget(_ loan: ProfileLoan) {
        inputUse.borrowing = nil
        decide(.forgetProfile(loan))
    }

    /// Forgets what the lost server had been asked for: it is gone, and its session manager chooses the profiles anew.
    mutating func loseInputUse() {
        if let held = inputUse.borrowing {
            inputUse.lentToLostServer = inputUse.isInUse
            forget(held.loan)
        }
        inputUse.cancelling?.given = nil
        inputUse.cancelling?.isSeen = false
    }

    // MARK: The canceller of echo

    /// Whether the mode wants sound without the echo of what is played.
    var isForTalk: Bool { profile.category.hasInput && [.voiceChat, .videoChat].contains(profile.mode) }

    /// The source of our own canceller, if the input of the session is behind it.
    var cancelledInput: GraphSource? {
        guard isForTalk, let held = inputUse.cancelling, held.isSeen, held.input == plainInput?.device.uid else { return nil }
        return cancellerSource
    }

    /// The source of the canceller that was asked for. It is `nil` while the source of an earlier canceller is still there: both have
    /// one name, and a recording could be linked to the one that goes.
    private var cancellerSource: GraphSource? {
        let sources = cancellerSources
        return sources.contains { inputUse.cancelling?.earlier.contains($0.serial) ?? false } ? nil : sources.first
    }

    /// The sources of all cancellers, one of which may be about to go.
    private var cancellerSources: [GraphSource] { graph.sources.filter { $0.device.uid == EchoCanceller.uid } }

    /// The output whose sound comes back as echo; `nil` for the default one.
    private var echoingOutput: String? {
        let uid = routes.newest.sinks.first?.uid
        return uid == graph.defaultSink ? nil : uid
    }

    /// Has a canceller made while recordings need one. It stays as long as they do, also if the mode changes meanwhile: without it
    /// their input would be lost.
    private mutating func judgeEchoCanceller() {
        guard inputUse.isInUse else { return endCancelling() }
        guard server.isHere else { return }
        if inputUse.wantsCanceller, !awaitsHeadset {
            inputUse.wantsCanceller = false
            if inputUse.cancelling == nil, isForTalk, let plain = plainInput, plain.mayEcho {
                inputUse.cancelling = InputUse.Cancelling(input: plain.device.uid)
            }
        }
        guard let held = inputUse.cancelling else { return }
        let isThere = cancellerSource != nil
        let wanted = EchoCanceller(input: held.input, output: echoingOutput)
        if held.given == nil {
            guard graph.source(held.input) != nil, graph.hasSessionManager else { return }
            let earlier = cancellerSources.map(\.serial)
            inputUse.cancelling?.given = wanted
            inputUse.cancelling?.since = now
            inputUse.cancelling?.earlier = Set(earlier)
            decide(.setEchoCanceller(wanted))
        } else if held.isSeen != isThere {
            // Its input is gone, and it with it.
            if held.isSeen { endCancelling() } else { inputUse.cancelling?.isSeen = true }
        } else if !isThere, now >= held.since + Self.cancellerTime {
            echoCancellerFailed("its source does not appear")
        } else if held.given != wanted {
            inputUse.cancelling?.given = wanted
            decide(.setEchoCanceller(wanted))
        }
    }

    mutating func echoCancellerFailed(_ reason: String) {
        guard let held = inputUse.cancelling, held.given != nil else { return }
        if !held.isSeen {
            decide(.explainInput("The echo cannot be cancelled, so the plain input is recorded: \(reason)."))
        }
        endCancelling()
    }

    private mutating func endCancelling() {
        inputUse.wantsCanceller = false
        guard inputUse.cancelling != nil else { return }
        inputUse.cancelling = nil
        decide(.setEchoCanceller(nil))
    }
}

extension GraphSource {
    /// Whether the source may contain what an output plays. A headset takes that out by itself.
    fileprivate var mayEcho: Bool { !cancelsEcho && device.type != .bluetoothHFP }
}
