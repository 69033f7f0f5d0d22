import AudioTypes
package import Decoding
package import Media
package import MediaTypes
package import PlayerModel
package import RealtimeAudio
import Synchronization
import SystemSupport

// The calls of the control side.
extension Engine {
    /// Starts the decode worker; called once. `pushed` are the streams of clients that `opening` opens.
    package func start(opening: any MediaOpening, pushed: PushedStreams? = nil) {
        self.pushed = pushed
        worker = DecodeWorker(opening: opening) { [weak self] event in self?.post(.worker(event)) }
        worker?.setCrossfade(seconds: configuration.crossfadeSeconds)
    }

    /// Sets the closure that gets every event of the player, on the control thread.
    package func observe(_ observer: @escaping (PlayerEvent) -> Void) { self.observer = observer }

    /// Sets the closure to call when something has changed that must survive a restart.
    package func onSave(_ save: @escaping () -> Void) { savesState = save }

    /// Sets the closure that reads what a playlist or directory stands for. ``listed(_:_:)`` takes the result, later than in
    /// this call.
    package func onRead(_ read: @escaping (SourceToken, String) -> CancellationToken) { readsList = read }

    /// Takes in what a playlist or directory stands for.
    package func listed(_ token: SourceToken, _ result: Result<MediaList, PlaybackError>) {
        guard phase == .running else { return }
        cancellations[token] = nil
        refreshClock()
        switch result {
        case .success(let list): perform(player.listed(token, list))
        case .failure(let error): perform(player.handle(.failedToOpen(token, error)))
        }
    }

    /// Carries out `command`. `reply` is called now, or once the media are open.
    package func submit(_ command: PlayerCommand, reply: @escaping (PlayerAnswer) -> Void) {
        guard phase == .running else { return reply(.failed(Self.shuttingDown)) }
        lastRequest += 1
        let request = lastRequest
        replies[request] = reply
        refreshClock()
        perform(player.handle(command, request: request))
    }

    /// Returns the player as it is now, with its clock read.
    package func currentPlayer() -> Player {
        refreshClock()
        return player
    }

    /// Takes in what files in the queue say about themselves, by the ids of their items.
    package func learn(_ facts: [Int64: MediaFacts]) {
        guard phase == .running else { return }
        refreshClock()
        perform(player.learn(facts))
    }

    /// What the callback has counted since the start.
    package var statistics: RenderStatistics {
        var sum = pastStatistics
        if let renderer { sum.add(renderer.statistics) }
        return sum
    }

    /// How full the ring is, 0…1.
    package var ringFill: Double { renderer?.fill ?? 0 }

    /// Takes over a changed configuration. A changed fade time applies from the next ring on. The caller keeps the size of the
    /// ring as it was at the start, because it decides how much a stream must deliver before it is heard.
    package func reconfigure(_ configuration: PlaybackConfiguration) {
        self.configuration = configuration
        player.apply(configuration)
        worker?.setCrossfade(seconds: configuration.crossfadeSeconds)
    }

    private static let shuttingDown = PlaybackError(.shuttingDown, "fermatad is about to end")

    /// Fades out, ends the worker and the output, then calls `reply`. If that is under way already, `reply` is called when it
    /// is done.
    package func shutDown(reply: @escaping () -> Void) {
        guard phase != .shutDown else { return reply() }
        shutDownReplies.append(reply)
        guard phase == .running else { return }
        phase = .shuttingDown
        let pending = Array(replies.values)
        replies = [:]
        for answer in pending { answer(.failed(Self.shuttingDown)) }
        let isAudible = player.state == .playing && streamState == .streaming
        guard isAudible, let renderer else { return finishShutDown() }
        renderer.setPlays(false)
        watchFade()
    }

    /// Posts an event. Any thread; the engine takes the events in on the control thread, in order.
    package nonisolated func post(_ input: EngineInput) {
        let isFirst = inbox.withLock { inbox in
            inbox.append(input)
            return inbox.count == 1
        }
        if isFirst { scheduler.execute { self.assumeIsolated { $0.drainInbox() } } }
    }

    private func drainInbox() {
        let inputs = inbox.withLock { inbox in
            let taken = inbox
            inbox.removeAll(keepingCapacity: true)
            return taken
        }
        for input in inputs { take(input) }
    }

    /// Takes an event in at once, after everything that was posted before. Control thread.
    package func accept(_ input: EngineInput) {
        drainInbox()
        take(input)
    }

    private func take(_ input: EngineInput) {
        if phase != .running {
            // The engine now waits only for the last fade.
            if case .render(let event) = input, event.kind == .paused, phase == .shuttingDown { finishShutDown() }
            return
        }
        refreshClock()
        switch input {
        case .worker(let event):
            if case .failedToOpen(let token, _) = event { cancellations[token] = nil }
            if case .skipped(let packets) = event { decodeErrors += UInt64(packets) }
            perform(player.handle(event))
        case .output(let event): take(event)
        case .render(let event): take(event)
        }
    }

    /// Whether nothing is heard, because there is no sink or no stream.
    var isUnheard: Bool {
        switch streamState {
        case .waiting, .failed: true
        case .closed, .paused, .streaming: false
        }
    }

    func refreshClock() {
        var anchor = renderer?.clock()
        // Without a sink or a stream nothing is heard, whatever the last cycle did.
        if isUnheard { anchor?.isMoving = false }
        player.observe(PlayerReadings(anchor: anchor, progress: worker?.reading, now: MonotonicClock.nanoseconds))
    }
}
