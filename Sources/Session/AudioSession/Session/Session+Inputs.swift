package import AudioTypes

// The inputs, and which of them sound comes from.
extension Session {
    /// The inputs that clients can choose, oldest first.
    package var inputs: [InputDevice] { graph.sources.flatMap(\.inputs) }

    /// The input that sound comes from, or would come from: the one that a client chose, while it is there; else that of a headset
    /// that is borrowed; else the default one, if category and mode want such a one; else another that they want. While our canceller
    /// of echo works for that input, its source. `nil` if there is none.
    package var input: InputDevice? { inputSource?.device }

    /// The source of ``input``.
    package var inputSource: GraphSource? { inputChoices.source(in: graph, for: profile) }

    /// The source of ``input``, without our canceller. It has the volume.
    package var plainInput: GraphSource? { inputChoices.plain(in: graph, for: profile) }

    /// The uids of the inputs whose mute switches are on. The source of our canceller is muted with the input behind it.
    package var mutedInputs: Set<String> {
        var uids = Set(graph.sources.lazy.filter(\.isMuted).map(\.device.uid))
        if let behind = inputChoices.use.cancelling?.input, uids.contains(behind) { uids.insert(graph.canceller) }
        return uids
    }

    /// The uid of the default input; `nil` if there is none.
    package var defaultInput: String? { graph.defaultSource }

    /// The uid of the input that a client chose, whether or not it exists now.
    package var chosenInput: String? { inputChoices.selected }

    /// Chooses the input that recordings use if they name none; `nil` for the default one.
    /// - Throws: `mediaServicesFailed` while the server is away, `inputNotFound` if there is no such input.
    package mutating func selectInput(_ uid: String?, at now: Int64) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            try session.requireServer()
            if let uid { try session.requireChoosableInput(uid) }
            session.inputChoices.selected = uid
            session.yieldRecordedPort()
            session.inputChoices.look(at: session.graph, for: session.profile, at: now)
            // Our own doing is reported at once.
            session.settleInput()
        }
    }

    /// The ports through which sources take sound in now, by the uids of the sources.
    package var inputPorts: [String: String] {
        let active = graph.sources.lazy.filter { !$0.port.isEmpty }.map { ($0.device.uid, $0.port) }
        return Dictionary(active) { first, _ in first }
    }

    /// Returns what to capture for a recording of `source`: a source of the sound system by its own name, and the port that is named; `nil`
    /// for whichever it uses.
    /// - Throws: `inputNotFound` for a port through which the source does not take sound in now.
    package func captured(_ source: CaptureSource) throws(SessionError) -> (source: CaptureSource, port: String?) {
        guard case .input(let uid?) = source else { return (source, nil) }
        let choice = PortChoice(uid: uid) { graph.source($0) != nil }
        guard let port = choice.port, let found = graph.source(choice.node) else { return (source, nil) }
        guard found.port == port else {
            throw SessionError(
                .inputNotFound,
                "\(choice.node) takes sound in through another port than \(port), and has not switched to it: choose that port "
                    + "(session.setPreferredInput), then record")
        }
        return (.input(uid: choice.node), port)
    }

    /// Switches the device to the chosen port of an input, or back to the previous one.
    mutating func judgeInputPort() {
        guard !inputChoices.isEnding else { return }
        judgeRecordedPorts()
        let choice = inputChoices.choice(in: graph)
        returnInputPort(unless: choice)
        // A port that is recorded, which has the loan of what was chosen before, stays until the recording is over.
        guard let choice, let port = choice.port, inputChoices.recorded.port(of: choice.node) == nil else { return }
        let isHeard = plainInput?.device.uid == choice.node
        switch inputChoices.port.follow(choice, port, in: graph.source(choice.node)?.cardPorts, isHeard: isHeard) {
        case .ask: decide(.setInputPort(source: choice.node, port: port))
        case .heard: settleInput()
        // The newer choice holds, and the input stays.
        case .taken: inputChoices.selected = choice.node
        case nil: break
        }
    }

    /// Gives a borrowed port of an input back when the daemon ends.
    mutating func endInputPort() {
        inputChoices.isEnding = true
        endRecordedPorts()
        returnInputPort(unless: nil)
    }

    mutating func returnInputPort(unless choice: PortChoice?) {
        guard let back = inputChoices.port.giveBack(unless: choice, { graph.source($0)?.cardPorts }) else { return }
        decide(.setInputPort(source: back.node, port: back.port))
    }

    /// The longest uid that a client can choose, in bytes.
    private static let longestUID = 1_024

    /// Takes over the input that a client had chosen in an earlier run, whether or not it exists now.
    /// - Returns: whether a client can have chosen it; otherwise none is chosen.
    package mutating func restoreInput(_ uid: String?) -> Bool {
        let isBelievable =
            uid.map { uid in
                !uid.isEmpty && uid.utf8.count <= Self.longestUID && !EchoCanceller.isMade(uid)
                    && !uid.unicodeScalars.contains { $0.properties.generalCategory == .control }
            } ?? true
        inputChoices.selected = isBelievable ? uid : nil
        return isBelievable
    }

    /// The inputs of the route: one at most, and only in a category with input.
    var routeInputs: [RouteInput] { profile.category.hasInput ? routeInput.map { [$0] } ?? [] : [] }

    private var routeInput: RouteInput? {
        guard var input = inputChoices.input(in: graph, for: profile) else { return nil }
        input.level = plainInput?.inputVolume
        input.isMuted = plainInput?.isMuted ?? false
        return input
    }

    /// Sets the volume of the input that recordings take which name none, and its mute switch.
    /// - Parameters:
    ///   - level: the level on the cubic scale of mixers; beyond 0…1 it is clamped. `nil` leaves it as it is.
    ///   - delta: what to add to the level as it is.
    /// - Returns: the volume as it will be, and the actions that follow.
    /// - Throws: `mediaServicesFailed` while the server is away, `inputNotFound` if there is no input.
    package mutating func setInputVolume(
        level: Double?, delta: Double?, isMuted: Bool?, at now: Int64
    ) throws(SessionError) -> (volume: RouteVolume, actions: [SessionAction]) {
        try requireServer()
        guard let source = plainInput else {
            throw SessionError(.inputNotFound, "there is no input whose volume could be set: connect a microphone")
        }
        let old = RouteVolume(level: source.inputVolume ?? 1, isMuted: source.isMuted)
        let wanted = (level ?? delta.map { old.level + $0 }).map { min(1, max(0, $0)) }
        let actions = deciding(at: now) { session in
            session.decide(.setInputVolume(uid: source.device.uid, level: wanted, isMuted: isMuted))
        }
        return (RouteVolume(level: wanted ?? old.level, isMuted: isMuted ?? old.isMuted), actions)
    }

    /// The volume of the input that recordings take which name none; `nil` while it is unknown, or there is none.
    package var inputVolume: RouteVolume? {
        plainInput.flatMap { source in source.inputVolume.map { RouteVolume(level: $0, isMuted: source.isMuted) } }
    }

    /// Looks at the inputs of a new graph.
    mutating func noticeInput() {
        inputChoices.look(at: graph, for: profile, at: now)
        guard let source = plainInput, let level = source.inputVolume else { return }
        let volume = DeviceVolume(level: level, isMuted: source.isMuted)
        defer { given.inputVolume = volume }
        if let told = given.inputVolume, told != volume { emit(.inputVolumeChanged(level: level, isMuted: source.isMuted)) }
    }

    /// Takes the input as it is now for settled, because the change was reported already.
    mutating func adoptInput() {
        inputChoices.look(at: graph, for: profile, at: now)
        _ = inputChoices.tracker.settle()
    }

    /// When the input settles; `nil` while it stands still, or without a session manager, which decides about it.
    var inputDeadline: Int64? {
        guard let changedAt = inputChoices.tracker.changedAt, graph.hasSessionManager else { return nil }
        return routes.afterManagersReturn(changedAt + policy.settleTime, policy)
    }

    mutating func judgeInput() {
        if let due = inputDeadline, now >= due { settleInput() }
    }

    mutating func settleInput() {
        guard var change = inputChoices.tracker.settle(), profile.category.hasInput else { return }
        change.current = routeInput
        let outputs = routes.route.outputs
        emit(
            .routeChanged(
                RouteTracker.Change(
                    reason: change.reason, previous: Route(outputs: outputs, inputs: change.previous.map { [$0] } ?? []),
                    current: Route(outputs: outputs, inputs: change.current.map { [$0] } ?? []))))
    }

    /// Returns a change of the outputs with the inputs, which are the same on both sides.
    func withInputs(_ change: RouteTracker.Change) -> RouteTracker.Change {
        var change = change
        change.previous.inputs = routeInputs
        change.current.inputs = routeInputs
        return change
    }

    /// Throws if a client cannot choose the input `uid`.
    private func requireChoosableInput(_ uid: String) throws(SessionError) {
        try requireInput(uid)
        guard !EchoCanceller.isMade(uid) else {
            throw SessionError(
                .inputNotFound, "\(uid) lasts only as long as its recordings: choose another input, and set the mode voiceChat")
        }
    }

    func requireInput(_ uid: String) throws(SessionError) {
        guard graph.source(uid) == nil, !inputs.contains(where: { $0.uid == uid }) else { return }
        let known = inputs.map(\.uid).joined(separator: ", ")
        throw SessionError(.inputNotFound, "no input has the uid \(uid); there is \(known.isEmpty ? "none" : known)")
    }
}
