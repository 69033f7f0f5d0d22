package import AudioSession
package import AudioTypes
package import Playback
package import RealtimeAudio
package import Recording
import Synchronization

/// The output of the sound server with a further one beside it. The player's stream goes to the one that was chosen last; everything
/// else, such as announcements and recordings, stays with the sound server.
///
/// The control thread calls the methods, as for each output. Events come from the threads of both outputs; a lock keeps them in their
/// order. It is not held while a method of an output runs, because an output holds locks of its own while it reports.
package final class OutputSwitch: Sendable {
    private struct State {
        var presence: OutputPresence
        var renderer: Renderer?
        var isActive = false
        var events: @Sendable (OutputEvent) -> Void = { _ in }
        var renderEvents: @Sendable (RenderEvent) -> Void = { _ in }
        var graphChanged: @Sendable (GraphSnapshot) -> Void = { _ in }
    }

    private let main: any Output & SwitchableOutput
    private let further: any FurtherOutput
    private let state: Mutex<State>

    /// Makes an output that plays with `main` until `further` is chosen.
    package init(_ main: any Output & SwitchableOutput, and further: any FurtherOutput) {
        self.main = main
        self.further = further
        state = Mutex(State(presence: OutputPresence(device: further.device, format: further.format)))
    }

    private var isFurther: Bool { state.withLock { $0.presence.isFurther } }

    private var chosen: any SwitchableOutput { isFurther ? further : main }

    /// Changes what is known, and tells what follows.
    private func tell(_ change: (inout OutputPresence) -> OutputPresence.News) {
        state.withLock { state in
            let news = change(&state.presence)
            news.events.forEach(state.events)
            if let graph = news.graph { state.graphChanged(graph) }
        }
    }
}

// MARK: - The player's stream

extension OutputSwitch: AudioOutput {
    package func open(_ renderer: Renderer) {
        state.withLock { state in
            state.renderer = renderer
            state.isActive = false
        }
        give(renderer)
    }

    /// Has the chosen output play `renderer`. The further output would take coded sound for sound: the player makes another renderer for
    /// it once it knows the one format that is played there.
    private func give(_ renderer: Renderer) {
        if isFurther, renderer.format.coding != nil { return further.close() }
        chosen.open(renderer)
    }

    package func close() {
        state.withLock { state in
            state.renderer = nil
            state.isActive = false
        }
        chosen.close()
    }

    package func setActive(_ isActive: Bool) {
        state.withLock { $0.isActive = isActive }
        chosen.setActive(isActive)
    }

    package func setVolume(_ level: Double) {
        main.setVolume(level)
        further.setVolume(level)
    }

    package func setMuted(_ isMuted: Bool) {
        main.setMuted(isMuted)
        further.setMuted(isMuted)
    }

    package func setTitle(_ title: String?) {
        main.setTitle(title)
        further.setTitle(title)
    }

    package var graphRate: Int { chosen.graphRate }

    package func shutDown() {
        further.shutDown()
        main.shutDown()
    }

    /// Has the stream go on with the other output, at the next frame.
    private func choose(further isFurther: Bool) {
        guard isFurther != self.isFurther else { return }
        let wasLost = state.withLock { $0.presence.isFurtherLost }
        chosen.close()
        tell { $0.choose(further: isFurther) }
        let (renderer, isActive) = state.withLock { ($0.renderer, $0.isActive) }
        guard let renderer else { return }
        // The guard of a private output may have silenced it; what it guarded is no longer played to.
        renderer.setCut(false)
        if wasLost { renderer.leaveAtOnce() }
        give(renderer)
        if isActive { chosen.setActive(true) }
    }
}

// MARK: - The session

extension OutputSwitch: SessionOutput {
    package var libraryVersion: String { main.libraryVersion }

    package func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void,
        graphChanged: @escaping @Sendable (GraphSnapshot) -> Void
    ) throws {
        state.withLock { state in
            state.events = events
            state.graphChanged = graphChanged
        }
        further.start(events: { event in self.tell { $0.take(further: event) } }, renderEvents: renderEvents)
        try main.start(
            events: { event in
                // A mixer's volume is that of the player, wherever it plays.
                if case .volumeChanged(let level, let isMuted) = event {
                    self.further.setVolume(level)
                    self.further.setMuted(isMuted)
                }
                self.tell { $0.take(main: event) }
            }, renderEvents: renderEvents,
            graphChanged: { graph in self.tell { $0.take(graph) } })
    }

    package func setTarget(uid: String?) {
        let isFurther = uid == further.device.uid
        if !isFurther { main.setTarget(uid: uid) }
        choose(further: isFurther)
    }

    package func setTargets(_ uids: [String]) {
        main.setTargets(uids)
        choose(further: false)
    }

    package func apply(_ orders: OutputOrders) {
        main.apply(orders)
        further.apply(orders)
    }

    package var latencies: [String: OutputLatency] {
        isFurther ? [further.device.uid: OutputLatency(own: further.timing().latency)] : main.latencies
    }

    package var filterReports: [String: OutputFilterReport] {
        isFurther ? further.filterReport.map { [further.device.uid: $0] } ?? [:] : main.filterReports
    }

    package func setVolume(_ level: Double?, isMuted: Bool?, ofOutput uid: String) {
        main.setVolume(level, isMuted: isMuted, ofOutput: uid)
    }

    package var independentOutput: String? { further.device.uid }

    package func serverFound(on host: String?) { further.serverFound(on: host) }

    package func relink() { if !isFurther { main.relink() } }

    package func setPort(_ port: String, ofSink sink: String) { main.setPort(port, ofSink: sink) }

    package func setPort(_ port: String, ofSource source: String) { main.setPort(port, ofSource: source) }

    package func setProfile(_ profile: String, ofDevice device: String) { main.setProfile(profile, ofDevice: device) }

    package func setVolume(_ level: Double?, isMuted: Bool?, ofInput uid: String) {
        main.setVolume(level, isMuted: isMuted, ofInput: uid)
    }

    package func setEchoCanceller(_ canceller: EchoCanceller?, failed: @escaping @Sendable (String) -> Void) {
        main.setEchoCanceller(canceller, failed: failed)
    }

    package func setCut(_ isCut: Bool) { main.setCut(isCut) }

    package var wouldChangeRate: Bool { !isFurther && main.wouldChangeRate }

    package func timing() -> OutputTiming { chosen.timing() }

    package var hasRealtimePriority: Bool? { main.hasRealtimePriority }

    package func recordDucking(_ changed: @escaping @Sendable (DuckBook) -> Void) { main.recordDucking(changed) }

    package func duckBookWritten(_ revision: UInt64) { main.duckBookWritten(revision) }

    package func duckOthers(decibels: Double) { main.duckOthers(decibels: decibels) }

    package func endDucking() { main.endDucking() }

    package func silenceSystemSounds(_ isSilent: Bool) { main.silenceSystemSounds(isSilent) }

    package func restoreDucked(_ records: [DuckRecord]) { main.restoreDucked(records) }
}

// MARK: - Streams beside the player's

extension OutputSwitch: AnnouncementOutputs, CaptureInputs {
    package func openAnnouncement(
        isGuarded: Bool, events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws -> any AudioOutput {
        try main.openAnnouncement(isGuarded: isGuarded, events: events, renderEvents: renderEvents)
    }

    package func openCapture(
        _ order: CaptureOrder, into buffer: CaptureBuffer, events: @escaping @Sendable (CaptureEvent) -> Void
    ) throws -> any CaptureInput {
        try main.openCapture(order, into: buffer, events: events)
    }
}
