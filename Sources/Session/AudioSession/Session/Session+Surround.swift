import AudioTypes

// Cards that play with more channels for media that has them, in another profile.
extension Session {
    /// How long a card may take to show the sink of another profile, in nanoseconds. The sound waits for it.
    private static let switchTime: Int64 = 3_000_000_000
    /// How long a card keeps the profile once nothing wants it: a screen is dark for a moment with each switch, and more may follow.
    private static let keepTime: Int64 = 2_000_000_000

    /// Has cards be switched for media with up to so many channels, whatever the configuration says, until the daemon ends; 0 for what the
    /// configuration says.
    package mutating func setPreferredOutputNumberOfChannels(_ count: Int, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            let range = SessionPreferences.outputChannels
            session.preferred.outputNumberOfChannels = min(max(0, count), range.upperBound)
        }
    }

    /// The most channels that the output can have: those of the profiles of its card, if they say so; 0 without an output.
    package var maximumOutputNumberOfChannels: Int {
        guard let sink = routedSink else { return 0 }
        return max(sink.channelCount, device(of: sink)?.mostChannels ?? 0)
    }

    /// Whether media with so many channels, which is about to be heard, has to wait until a card is switched.
    package func awaitsProfile(forChannels count: Int) -> Bool {
        if let held = surround.borrowing, held.serial != nil {
            return held.sink.map { sink in !routes.newest.sinks.contains { $0.uid == sink } } ?? true
        }
        return possibleSurround(forChannels: min(count, mostSwitchedChannels)) != nil
    }

    /// For how many channels cards are switched at most; 0: never.
    private var mostSwitchedChannels: Int {
        preferred.outputNumberOfChannels > 0 ? preferred.outputNumberOfChannels : policy.switchesProfiles ? .max : 0
    }

    private func device(of sink: GraphSink) -> GraphDevice? { graph.devices.first { $0.name == sink.device?.name } }

    /// Returns the switch for media with so many channels: of the card that alone plays, and is no headset.
    private func possibleSurround(forChannels count: Int) -> SurroundUse.Borrowing? {
        guard server.isHere, graph.hasSessionManager, surround.borrowing == nil, profile.category.hasOutput,
            !outputChoices.isShared,
            routes.newest.sinks.count == 1, let sink = routedSink, !sink.isIndependent, !sink.type.isPrivate,
            sink.channelCount < count, let device = device(of: sink), device.serial != surround.refused,
            let wanted = device.profile(forChannels: count)
        else { return nil }
        var loan = ProfileLoan(device: device.name, profile: wanted.name, before: device.profile)
        loan.isSurround = true
        guard loan.isBelievable else { return nil }
        return SurroundUse.Borrowing(
            loan: loan, serial: device.serial, channelCount: count, before: sink.uid, since: now)
    }

    // MARK: The loan

    /// Takes over a loan of an earlier run, which could not give the profile back.
    mutating func restoreSurround(_ loan: ProfileLoan) {
        surround.borrowing = SurroundUse.Borrowing(
            loan: loan, serial: nil, channelCount: 0, before: "", since: 0, sink: "", isSeen: true)
    }

    /// Borrows a profile, follows it, and gives it back once nothing wants it any more.
    mutating func judgeSurround() {
        guard server.isHere, graph.hasSessionManager, !surround.isEnding else { return }
        guard var held = surround.borrowing else {
            if !isActive { surround.refused = nil }
            guard isActive, let wanted = possibleSurround(forChannels: min(surround.mediaChannels, mostSwitchedChannels)) else {
                return
            }
            surround.borrowing = wanted
            surround.unwantedSince = nil
            decide(.borrowProfile(wanted.loan))
            return
        }
        guard let device = graph.devices.first(where: { $0.name == held.loan.device }),
            held.serial == nil || held.serial == device.serial
        else { return forgetSurround(held) }
        if device.profile == held.loan.profile {
            held.isSeen = true
            if held.sink == nil, let sink = newSink(of: held) {
                held.sink = sink.uid
                surround.borrowing = held
                send(to: outputChoices.override(OutputChoice(sink: sink.uid)))
            }
            surround.borrowing = held
        } else if held.isSeen {
            // Somebody else has switched it, and that choice holds.
            surround.refused = device.serial
            return forgetSurround(held)
        }
        if held.sink == nil, now >= held.since + Self.switchTime {
            surround.refused = device.serial
            decide(
                .explainInput(
                    "The card \(device.name) does not play in the profile \(held.loan.profile), so fewer channels are heard."))
            return giveBackSurround(held)
        }
        guard !isWanted(held) else { return surround.unwantedSince = nil }
        let since = surround.unwantedSince ?? now
        surround.unwantedSince = since
        if now >= since + Self.keepTime { giveBackSurround(held) }
    }

    /// Returns the sink that the card has in the borrowed profile.
    private func newSink(of held: SurroundUse.Borrowing) -> GraphSink? {
        graph.sinks.first {
            $0.device?.name == held.loan.device && ($0.uid != held.before || $0.channelCount >= held.channelCount)
        }
    }

    /// Whether the borrowed profile is still wanted: the session is active, and nobody has chosen another output, or fewer channels.
    private func isWanted(_ held: SurroundUse.Borrowing) -> Bool {
        guard held.serial != nil, isActive, profile.category.hasOutput, held.channelCount <= mostSwitchedChannels else {
            return false
        }
        return held.sink.map { outputChoices.current?.sink == $0 } ?? true
    }

    /// When a card has to have switched, or is switched back; `nil` while neither is awaited.
    var surroundDeadline: Int64? {
        guard server.isHere, let held = surround.borrowing else { return nil }
        let waits = held.sink == nil ? held.since + Self.switchTime : nil
        return [waits, surround.unwantedSince.map { $0 + Self.keepTime }].compactMap { $0 }.min()
    }

    private mutating func giveBackSurround(_ held: SurroundUse.Borrowing) {
        endSurroundTarget(held)
        decide(.returnProfile(held.loan))
    }

    private mutating func forgetSurround(_ held: SurroundUse.Borrowing) {
        endSurroundTarget(held)
        decide(.forgetProfile(held.loan))
    }

    /// Sends the sound back to where it belongs, unless somebody has sent it elsewhere.
    private mutating func endSurroundTarget(_ held: SurroundUse.Borrowing) {
        (surround.borrowing, surround.unwantedSince) = (nil, nil)
        guard let sink = held.sink, held.serial != nil, outputChoices.current == OutputChoice(sink: sink),
            let target = outputChoices.endOverride()
        else { return }
        send(to: target)
    }

    /// Gives the profile back when the daemon ends.
    mutating func endSurround() {
        surround.isEnding = true
        if let held = surround.borrowing { giveBackSurround(held) }
    }

    /// Forgets what the lost server had been asked for: its session manager chooses the profiles anew.
    mutating func loseSurround() {
        if let held = surround.borrowing { forgetSurround(held) }
    }
}
