import AudioTypes

/// The input of recordings that name none, and who may record: what a client chose, and what was asked of the sound system for it.
struct InputChoices: Hashable, Sendable {
    /// The uid of the input that a client chose, whether or not it exists.
    var selected: String?
    /// The port that was switched for the choice.
    var port = BorrowedPort()
    /// The ports that are switched for recordings.
    var recorded = RecordedPorts()
    /// Whether the daemon ends, and asks for no port any more.
    var isEnding = false
    var tracker = InputTracker()
    var use = InputUse()
    /// What a person answered to the question whether clients may record.
    var recordAnswer: Bool?

    /// Returns whether clients may record.
    func permission(_ policy: SessionPolicy) -> RecordPermission {
        switch policy.recording {
        case .allow: .granted
        case .deny: .denied
        case .ask: recordAnswer.map { $0 ? .granted : .denied } ?? .undetermined
        }
    }

    /// Returns the source that sound comes from: that of our canceller of echo, while it works for ``plain(in:for:)``; else that itself.
    func source(in graph: GraphSnapshot, for profile: SessionProfile) -> GraphSource? {
        let plain = plain(in: graph, for: profile)
        guard profile.isForTalk, let held = use.cancelling, held.isSeen, held.input == plain?.device.uid else { return plain }
        return canceller(in: graph) ?? plain
    }

    /// Returns what a client chose: a source, and perhaps a port of it.
    func choice(in graph: GraphSnapshot) -> PortChoice? {
        selected.map { uid in PortChoice(uid: uid) { graph.source($0) != nil } }
    }

    /// Returns the source without our canceller, or that of another daemon: the one that a client chose, while it is there; else that of a headset that is borrowed;
    /// else the default one, if category and mode want such a one; else another that they want. `nil` if there is none.
    func plain(in graph: GraphSnapshot, for profile: SessionProfile) -> GraphSource? {
        if let chosen = choice(in: graph).flatMap({ graph.source($0.node) }) { return chosen }
        let sources = graph.sources.filter { !EchoCanceller.isMade($0.device.uid) }
        if let held = use.borrowing, held.hasInput, let own = sources.first(where: { $0.card == held.loan.device }) {
            return own
        }
        let byRank = sources.filter { $0.device.uid == graph.defaultSource } + sources
        return byRank.min { profile.misfit(of: $0) < profile.misfit(of: $1) }
    }

    /// Returns the source of the canceller that was asked for. It is `nil` while the source of an earlier canceller is still there: both
    /// have one name, and a recording could be linked to the one that goes.
    func canceller(in graph: GraphSnapshot) -> GraphSource? {
        let sources = graph.cancellerSources
        return sources.contains { use.cancelling?.earlier.contains($0.serial) ?? false } ? nil : sources.first
    }

    /// Looks at the inputs of a new graph, or after a choice.
    mutating func look(at graph: GraphSnapshot, for profile: SessionProfile, at now: Int64) {
        tracker.take(
            InputTracker.Picture(
                input: input(in: graph, for: profile), existing: Set(graph.sources.flatMap(\.inputs).map(\.uid)), wish: selected),
            at: now)
    }

    /// Returns the input without its volume, which has no part in where the sound comes from.
    func input(in graph: GraphSnapshot, for profile: SessionProfile) -> RouteInput? {
        source(in: graph, for: profile).map { RouteInput(device: $0.input, isDefault: $0.device.uid == graph.defaultSource) }
    }
}

extension GraphSnapshot {
    /// The sources of all cancellers of this daemon, one of which may be about to go.
    var cancellerSources: [GraphSource] { sources.filter { $0.device.uid == canceller } }
}

extension SessionProfile {
    /// Whether the mode wants sound without the echo of what is played.
    var isForTalk: Bool { category.hasInput && [.voiceChat, .videoChat].contains(mode) }

    /// Returns how little a source goes with mode and options; 0 if nothing speaks against it.
    fileprivate func misfit(of source: GraphSource) -> Int {
        // A headset whose microphone is used may play in the quality of a telephone.
        let isUnwantedHeadset = source.device.type == .bluetoothHFP && !options.contains(.allowBluetoothHFP)
        let isWronglyProcessed = isForTalk ? !source.cancelsEcho : mode == .measurement && source.cancelsEcho
        return (isUnwantedHeadset ? 2 : 0) + (isWronglyProcessed ? 1 : 0)
    }
}
