package import AudioTypes

// The inputs, and which of them sound comes from.
extension Session {
    /// The inputs that clients can choose, oldest first.
    package var inputs: [InputDevice] { graph.sources.map(\.device) }

    /// The input that sound comes from, or would come from: the one that a client chose, while it is there; else the default one, if
    /// category and mode want such a one; else another that they want. `nil` if there is none.
    package var input: InputDevice? {
        if let chosen = selectedInput.flatMap({ graph.source($0) }) { return chosen.device }
        let byRank = [graph.defaultSource.flatMap { graph.source($0) }].compactMap { $0 } + graph.sources
        return byRank.min { misfit($0) < misfit($1) }?.device
    }

    /// How little a source goes with mode and options; 0 if nothing speaks against it.
    private func misfit(_ source: GraphSource) -> Int {
        // A headset whose microphone is used may play in the quality of a telephone.
        let isUnwantedHeadset = source.device.type == .bluetoothHFP && !profile.options.contains(.allowBluetoothHFP)
        let isForTalk = [.voiceChat, .videoChat].contains(profile.mode)
        let isWronglyProcessed = isForTalk ? !source.cancelsEcho : profile.mode == .measurement && source.cancelsEcho
        return (isUnwantedHeadset ? 2 : 0) + (isWronglyProcessed ? 1 : 0)
    }

    /// The uid of the default input; `nil` if there is none.
    package var defaultInput: String? { graph.defaultSource }

    /// The uid of the input that a client chose, whether or not it exists now.
    package var chosenInput: String? { selectedInput }

    /// Chooses the input that recordings use if they name none; `nil` for the default one.
    /// - Throws: `mediaServicesFailed` while the server is away, `inputNotFound` if there is no such input.
    package mutating func selectInput(_ uid: String?, at now: Int64) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            try session.requireServer()
            if let uid { try session.requireInput(uid) }
            session.selectedInput = uid
            session.inputTracker.take(session.inputPicture, at: now)
            // Our own doing is reported at once.
            session.settleInput()
        }
    }

    /// Takes over the input that a client had chosen in an earlier run, whether or not it exists.
    package mutating func restoreInput(_ uid: String?) { selectedInput = uid }

    /// The inputs of the route: one at most, and only in a category with input.
    var routeInputs: [RouteInput] { profile.category.hasInput ? routeInput.map { [$0] } ?? [] : [] }

    private var routeInput: RouteInput? { input.map { RouteInput(device: $0, isDefault: $0.uid == defaultInput) } }

    private var inputPicture: InputTracker.Picture {
        InputTracker.Picture(input: routeInput, existing: Set(inputs.map(\.uid)), wish: selectedInput)
    }

    /// The source of ``input``, with its volume.
    package var inputSource: GraphSource? { input.flatMap { graph.source($0.uid) } }

    /// Looks at the inputs of a new graph.
    mutating func noticeInput() {
        inputTracker.take(inputPicture, at: now)
        guard profile.category.hasInput, let source = inputSource, let level = source.inputVolume else { return }
        let volume = DeviceVolume(level: level, isMuted: source.isMuted)
        defer { given.inputVolume = volume }
        if let told = given.inputVolume, told != volume { emit(.inputVolumeChanged(level: level, isMuted: source.isMuted)) }
    }

    /// Takes the input as it is now for settled, because the change was reported already.
    mutating func adoptInput() {
        inputTracker.take(inputPicture, at: now)
        _ = inputTracker.settle()
    }

    /// When the input settles; `nil` while it stands still, or without a session manager, which decides about it.
    var inputDeadline: Int64? {
        guard let changedAt = inputTracker.changedAt, graph.hasSessionManager else { return nil }
        return routes.afterManagersReturn(changedAt + policy.settleTime, policy)
    }

    mutating func judgeInput() {
        if let due = inputDeadline, now >= due { settleInput() }
    }

    private mutating func settleInput() {
        guard let change = inputTracker.settle(), profile.category.hasInput else { return }
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

    func requireInput(_ uid: String) throws(SessionError) {
        guard graph.source(uid) == nil else { return }
        let known = inputs.map(\.uid).joined(separator: ", ")
        throw SessionError(.inputNotFound, "no input has the uid \(uid); there is \(known.isEmpty ? "none" : known)")
    }
}
