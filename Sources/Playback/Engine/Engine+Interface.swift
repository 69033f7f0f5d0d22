import AudioTypes
package import Decoding
package import Media
package import MediaTypes
package import PlayerModel
package import RealtimeAudio
import Synchronization
import SystemSupport

// What the control side calls.
extension Engine {
    /// Starts the decode worker. Once. `pushed` are the streams that `opening` opens for clients who send them.
    package func start(opening: any MediaOpening, pushed: PushedStreams? = nil) {
        self.pushed = pushed
        worker = DecodeWorker(opening: opening) { [weak self] event in self?.post(.worker(event)) }
        worker?.setCrossfade(seconds: configuration.crossfadeSeconds)
    }

    /// Called with everything that happens, on the control thread.
    package func observe(_ observer: @escaping (PlayerEvent) -> Void) { self.observer = observer }

    /// Called where what must survive a restart has changed.
    package func onSave(_ save: @escaping () -> Void) { savesState = save }

    /// Called where it has to be known what a playlist or directory stands for; ``listed(_:_:)`` takes the answer, not at once.
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

    /// Carries out a command; `reply` is called now, or once the media is open.
    package func submit(_ command: PlayerCommand, reply: @escaping (PlayerAnswer) -> Void) {
        guard phase == .running else { return reply(.failed(Self.shuttingDown)) }
        lastRequest += 1
        let request = lastRequest
        replies[request] = reply
        refreshClock()
        perform(player.handle(command, request: request))
    }

    /// The player as it is now, with its clock read.
    package func currentPlayer() -> Player {
        refreshClock()
        return player
    }

    /// Takes in what files of the queue say about themselves, by the ids of their items.
    package func learn(_ facts: [Int64: MediaFacts]) {
        guard phase == .running else { return }
        refreshClock()
        perform(player.learn(facts))
    }

    /// What the callback counted since the start.
    package var statistics: RenderStatistics {
        var sum = pastStatistics
        if let renderer { sum.add(renderer.statistics) }
        return sum
    }

    /// How full the ring is, 0…1.
    package var ringFill: Double { renderer?.fill ?? 0 }

    /// Takes a changed configuration over; how long fades are takes effect with the next ring. How much the ring holds stays as it
    /// was at the start: what a stream has to deliver before it is heard goes by it.
    package func reconfigure(_ configuration: PlaybackConfiguration) {
        self.configuration = configuration
        player.apply(configuration)
        worker?.setCrossfade(seconds: configuration.crossfadeSeconds)
    }

    private static let shuttingDown = PlaybackError(.shuttingDown, "fermatad is about to end")

    /// Fades out, ends the worker and the output, then calls `reply`; where that was asked for before, once it is done.
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

    /// Hands in news. Any thread; taken in on the control thread, in order.
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

    /// Takes news in at once, behind everything that was posted before. On the control thread.
    package func accept(_ input: EngineInput) {
        drainInbox()
        take(input)
    }

    private func take(_ input: EngineInput) {
        if phase != .running {
            // All that is waited for now is the last fade.
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
        player.anchor = renderer?.clock()
        // Nothing is heard without a sink or a stream, whatever the last cycle did.
        if isUnheard { player.anchor?.isMoving = false }
        player.progress = worker?.reading
        player.now = MonotonicClock.nanoseconds
    }
}
