import AudioTypes

/// What calls and lost headphones of this machine do while the sound goes to rooms, one of which this machine plays itself.
package enum LocalRoomRule: String, Hashable, Sendable {
    /// The room of this machine is mute, and the other rooms play on.
    case mute
    /// Playback pauses in all rooms.
    case pause
}

/// The room that this machine plays itself, while the sound goes to rooms. Another program plays it, on the default output.
struct LocalRoom: Hashable {
    /// Whether it is known, so that it can be muted.
    var isKnown = false
    /// The private output that it is heard on, or was until a moment ago.
    var privateSink: GraphSink?
    /// The time since which the default output is not that private one any more.
    var leftAt: Int64?
    /// The private output that was lost, so that the room would be heard by everybody.
    var lost: GraphSink?
    /// The time until which the return of that output makes the room heard again.
    var returnsUntil: Int64 = 0
    /// Whether the sound server was away since the private output was there: outputs may be slow to come back with it.
    var isPatient = false
}

// The rules of this machine while the sound goes to rooms. They concern the room of this machine, and leave the others alone if it can be
// muted.
extension Session {
    /// Whether the sound goes to rooms, beside the sound server.
    var isHeardInRooms: Bool { routes.newest.sinks.contains(where: \.isIndependent) }

    /// Whether what disturbs this machine mutes its room, and pauses nothing. A room that was muted stays so while its server is away.
    private var mutesInsteadOfPausing: Bool {
        policy.localRoom == .mute && isHeardInRooms && (localRoom.isKnown || given.mutesLocalRoom)
    }

    /// Returns what `interruption` does, as things are now.
    func effect(of interruption: Interruption) -> Interruption.Effect {
        interruption.reason.concernsThisMachine && mutesInsteadOfPausing ? .mutesLocalRoom : interruption.usualEffect
    }

    /// Has the interruptions in force do what they do where the sound goes now.
    mutating func judgeEffects() {
        var pauses = false
        for held in interruptions.holding {
            let effect = effect(of: held)
            guard effect != held.effect else { continue }
            interruptions.setEffect(effect, of: held.id)
            pauses = pauses || effect == .pauses
        }
        if pauses {
            pauseForInterruption()
        } else if interruptions.mutesLocalRoom, resumesAfterInterruptions() {
            decide(.resumePlayer(.interrupted))
        }
    }

    /// Handles that playback has begun: a person who presses play wants to hear it here as well.
    mutating func playsInRooms(byUser: Bool) {
        if byUser || policy.localRoom == .pause { localRoom.lost = nil }
        guard byUser else { return }
        for held in interruptions.holding where held.effect == .mutesLocalRoom && !held.reason.outranksUser {
            end(held, shouldResume: true)
        }
    }

    /// The default output, on which the room of this machine is heard.
    private var localSink: GraphSink? { graph.defaultSink.flatMap { graph.sink($0) }.flatMap { $0.isIndependent ? nil : $0 } }

    /// The private output of the room of this machine, if the graph shows that it is being lost.
    private var sinkBeingLost: GraphSink? {
        // Without a sound server the room is silent. What becomes of its output is known when the server is back.
        guard graph.hasSoundServer, let sink = localRoom.privateSink, graph.hasLost(sink) else { return nil }
        return sink
    }

    var localRoomDeadline: Int64? {
        guard let sink = localRoom.privateSink, let leftAt = localRoom.leftAt, graph.hasSessionManager else { return nil }
        let wait = localRoom.isPatient ? Self.privateTimeout : noisyWait(for: sink)
        return routes.afterManagersReturn(leftAt + wait, policy)
    }

    /// Looks whether the room of this machine has lost its private output, and whether that is back.
    mutating func judgeLocalRoom() {
        guard policy.localRoom != nil, isHeardInRooms else {
            localRoom = LocalRoom(isKnown: localRoom.isKnown)
            return
        }
        guard graph.hasSoundServer else {
            localRoom.isPatient = true
            return
        }
        if let sink = localSink, sink.isHeardPrivately {
            localRoom.privateSink = sink
            localRoom.leftAt = nil
            localRoom.isPatient = false
            returnToPrivate(sink)
        } else if localRoom.privateSink != nil {
            localRoom.leftAt = localRoom.leftAt ?? now
            guard let due = localRoomDeadline, now >= due else { return }
            let lost = sinkBeingLost
            localRoom.privateSink = nil
            localRoom.leftAt = nil
            localRoom.isPatient = false
            let isHeardLater = player.opens || continuation.isPromised
            if let lost, player.isPlaying || isHeardLater, pausesWhenNoisy { loseLocalOutput(lost) }
        }
    }

    private mutating func returnToPrivate(_ sink: GraphSink) {
        guard let lost = localRoom.lost, sink.isPrivateOutput(lost), now <= localRoom.returnsUntil else { return }
        localRoom.lost = nil
        if continuation.loss?.sink == lost { resumeOnReturn() }
    }

    private mutating func loseLocalOutput(_ sink: GraphSink) {
        let effect: Interruption.Effect = mutesInsteadOfPausing ? .mutesLocalRoom : .pauses
        emit(
            .interruptionBegan(
                Interruption(
                    id: interruptions.makeID(), reason: .routeDisconnected, source: .route, sourceName: sink.name,
                    effect: effect)))
        localRoom.lost = sink
        localRoom.returnsUntil = policy.resumeOnReconnect > 0 ? now + policy.resumeOnReconnect : 0
        if effect == .pauses { pauseForLoss(of: sink) }
    }

    /// Mutes the room of this machine while something disturbs it, and lets it be heard again after that.
    mutating func updateLocalRoom() {
        let isLosing = pausesWhenNoisy && sinkBeingLost != nil
        let isSilenced = localRoom.lost != nil || (isLosing && (player.isPlaying || given.mutesLocalRoom))
        // The rooms still play what the server holds back, so it stays mute until all is over, whatever is chosen meanwhile.
        let stays = isSilenced || interruptions.holding.contains(where: \.reason.concernsThisMachine)
        let begins = localRoom.isKnown && isHeardInRooms && player.isPlaying && (isSilenced || interruptions.mutesLocalRoom)
        let wanted = policy.localRoom != nil && (given.mutesLocalRoom ? stays : begins)
        guard wanted != given.mutesLocalRoom else { return }
        given.mutesLocalRoom = wanted
        decide(.muteLocalRoom(wanted))
    }
}
