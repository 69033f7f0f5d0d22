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
            // Where a person has sent the sound elsewhere, it begins there.
            return held.sink.map { sink in
                outputChoices.current?.sink == sink && !routes.newest.sinks.contains { $0.uid == sink }
            } ?? true
        }
        return possibleSurround(forChannels: min(count, mostSwitchedChannels)) != nil
    }

    /// For how many channels a card is to be switched for the media that is heard.
    private var wantedChannels: Int { min(surround.mediaChannels, mostSwitchedChannels) }

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
            guard isActive, surround.isHeld else { return }
            surround.isHeld = false
            guard let wanted = possibleSurround(forChannels: wantedChannels) else { return }
            surround.borrowing = wanted
            surround.unwantedSince = nil
            decide(.borrowProfile(wanted.loan))
            return
        }
        if held.serial == nil, let own = takenOver(held) {
            held = own
            surround.unwantedSince = nil
        }
        guard let device = graph.devices.first(where: { $0.name == held.loan.device }),
            held.serial == nil || held.serial == device.serial
        else { return forgetSurround(held) }
        if device.profile == held.loan.profile {
            held.isSeen = true
            if held.sink == nil, let sink = newSink(of: held) {
                held.sink = sink.uid
                if let target = outputChoices.switchTo(sink.uid) { send(to: target) }
            }
            surround.borrowing = held
        } else if held.isSeen {
            // Somebody else has switched it, and that choice holds. While we were not connected, it was the session manager.
            if held.serial != nil { surround.refused = device.serial }
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
        guard now >= since + Self.keepTime else { return }
        if isSentElsewhere(held) { surround.refused = device.serial }
        giveBackSurround(held)
    }

    /// Whether somebody has sent the sound away from the sink that the card has for its channels.
    private func isSentElsewhere(_ held: SurroundUse.Borrowing) -> Bool {
        held.serial != nil && held.sink.map { outputChoices.current?.sink != $0 } ?? false
    }

    /// Returns a loan of an earlier run, or of an earlier connection to the server, as one of ours, if what is heard now has more channels than
    /// the card had before. So the card is not switched back under it.
    private func takenOver(_ held: SurroundUse.Borrowing) -> SurroundUse.Borrowing? {
        guard isActive, profile.category.hasOutput, !outputChoices.isShared, let sink = routedSink,
            let device = device(of: sink), device.name == held.loan.device, device.profile == held.loan.profile,
            let before = CardLayout(profile: held.loan.before)?.channelCount, before < wantedChannels
        else { return nil }
        return SurroundUse.Borrowing(
            loan: held.loan, serial: device.serial, channelCount: wantedChannels, before: "", since: now, isSeen: true)
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
        return !isSentElsewhere(held)
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
        if let target = outputChoices.endSwitch() { send(to: target) }
    }

    /// Gives the profile back when the daemon ends.
    mutating func endSurround() {
        surround.isEnding = true
        if let held = surround.borrowing { giveBackSurround(held) }
    }

    /// Keeps the loan as one of an earlier run: a server that is restarted has its session manager choose the profiles anew, but if only the
    /// connection is gone, the card still has the borrowed one.
    mutating func loseSurround() {
        surround.isHeld = false
        guard let held = surround.borrowing else { return }
        endSurroundTarget(held)
        restoreSurround(held.loan)
    }
}
