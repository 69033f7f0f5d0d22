extension Session {
    /// Handles `input`, which happened at `now` (CLOCK_MONOTONIC, nanoseconds), and returns the actions that follow.
    package mutating func handle(_ input: SessionInput, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            switch input {
            case .playerChanged(let activity): session.playerChanged(activity)
            case .userTookOver: session.continuation.personDecided()
            case .graphChanged(let graph): session.graphChanged(graph)
            case .mediaBegins(let channels, let isHeld):
                (session.surround.mediaChannels, session.surround.isHeld) = (channels, isHeld)
            case .soundCut: session.suspectBecomingNoisy()
            case .echoCancellerFailed(let reason): session.echoCancellerFailed(reason)
            case .targetTaken(let uid): if let target = session.outputChoices.taken(uid) { session.send(to: target) }
            case .serverLost: session.serverLost()
            case .serverConnected: session.serverConnected()
            case .otherPlayerAppeared(let name, let title, let status, let isNew):
                session.others.setTitle(title, of: name)
                if isNew { session.otherPlayerChanged(name, status, byUs: false) } else { session.otherPlayerFound(name, status) }
            case .otherPlayerChanged(let name, let status, let byUs): session.otherPlayerChanged(name, status, byUs: byUs)
            case .otherPlayersForgotten:
                session.interruptions.holding.filter { $0.reason == .otherPlayer }
                    .forEach { session.end($0, shouldResume: false) }
                session.others.forget()
            case .willSleep: session.willSleep()
            case .didWake: session.didWake()
            case .clientActed(let client): session.attention.noteCommand(of: client, at: now)
            case .clientLeft(let client):
                session.attention.clientLeft(client, at: now)
                session.clientLeft(client)
            case .localRoomKnown(let isKnown): session.localRoom.isKnown = isKnown
            case .localRoomHeard: session.localRoom.lost = nil
            case .announcementPauses(let isPausing): session.pauseForAnnouncement(isPausing)
            case .capturingChanged(let isCapturing): session.isCapturing = isCapturing
            case .sinkVolumeWanted(let level, let turn): session.moveSink(to: level, turn: turn)
            case .deadline: break
            }
        }
    }

    private mutating func playerChanged(_ new: PlayerActivity) {
        let wasPlaying = player.isPlaying
        player.activity = new
        attention.noteChange(at: now)
        switch new {
        case .playing(let byUser):
            playing(byUser: byUser)
            // A person who skips while it plays does not ask for the sound in this room.
            if !wasPlaying, player.isPlaying { playsInRooms(byUser: byUser) }
        case .paused(byUser: true): continuation.cancel()
        case .paused(byUser: false): break
        case .stopped(let endOfQueue):
            continuation.cancel()
            if endOfQueue { localRoom.lost = nil }
            deactivate(endOfQueue ? .endOfQueue : .stop)
        }
    }

    private mutating func playing(byUser: Bool) {
        // It may begin to play during an interruption, because it had been asked to before.
        let isInterrupted = interruptions.outranking != nil || (!byUser && interruptions.pauses)
        continuation.playbackBegan(byUser: byUser, isInterrupted: isInterrupted)
        if isInterrupted { return pause(.interrupted) }
        for interruption in interruptions.holding where interruption.pauses {
            interruptions.end(interruption.id)
            emit(.interruptionEnded(id: interruption.id, shouldResume: true, resumed: true))
        }
        if byUser { relink() }
        activate(byUser ? .play : .resumed)
    }

    /// Pauses the player. From here on the session counts it as paused, before the player reports that.
    mutating func pause(_ cause: PauseCause) {
        player.pause()
        decide(.pausePlayer(cause))
    }

    private mutating func graphChanged(_ new: GraphSnapshot) {
        let old = graph
        graph = new
        becomingNoisy?.sawGraph = true
        continuation.take(new)
        routes.take(new, at: now)
        noticeSettling(since: old)
        if links.take(new, since: old, whilePlaying: player.isPlaying, at: now), let held = interruptions.first(.sessionManager) {
            end(held, shouldResume: true)
        }
        if let target = outputChoices.look(at: new) { send(to: target) }
        noticeLostOutput()
        noticeInterruptingStreams()
        noticeSinkVolume()
        noticeInput()
    }

    private mutating func noticeSinkVolume() {
        guard let sink = routes.newest.sinks.first.flatMap({ graph.sink($0.uid) }), let level = sink.outputVolume else { return }
        let volume = DeviceVolume(level: level, isMuted: sink.isMuted)
        defer { given.volume = volume }
        if let told = given.volume, told != volume {
            emit(.outputVolumeChanged(level: level, isMuted: sink.isMuted))
        }
    }
}
