import AudioTypes
import Decoding
import Logging
import PlayerModel
import Synchronization
import SystemSupport
import TestSupport

@testable import Playback

/// An engine with ramps for media and an output whose cycles the test runs.
final class EngineStage: Sendable {
    let output = FakeOutput()
    let opening: RampOpening
    let engine: Engine
    private let executor = ThreadExecutor()
    private let log = Mutex<[PlayerEvent]>([])

    /// - Parameter fadeSeconds: 0 makes ramps of a single frame, which leaves all others as they are.
    init(
        _ ramps: [String: RampSource.Behaviour], hangs: Set<String> = [], fadeSeconds: Double = 0,
        followsFormat: Bool = false, crossfadeSeconds: Double = 0, passthrough: Set<PassthroughCodec> = []
    ) async {
        opening = RampOpening(ramps, hangs: hangs)
        var configuration = PlaybackConfiguration(
            bufferSeconds: 1, fadeSeconds: fadeSeconds, followsFormat: followsFormat)
        configuration.options.crossfadeSeconds = crossfadeSeconds
        configuration.options.passthrough = passthrough
        engine = Engine(
            scheduler: executor, output: output, configuration: configuration, logger: Logger(label: "test"))
        let engine = engine
        output.start(events: { engine.post(.output($0)) }, renderEvents: { engine.post(.render($0)) })
        await engine.begin(opening) { [self] event in log.withLock { $0.append(event) } }
    }

    deinit { executor.end() }

    var events: [PlayerEvent] { log.withLock { $0 } }

    var states: [PlaybackState] {
        events.compactMap { if case .stateChanged(let state, _, _) = $0 { state } else { nil } }
    }

    var announced: [String] {
        events.compactMap { if case .itemChanged(let item, _) = $0 { item?.uri ?? "" } else { nil } }
    }

    var player: Player { get async { await engine.currentPlayer() } }

    /// Sends a command and waits for its answer, without any cycle.
    @discardableResult
    func ask(_ command: PlayerCommand) async -> PlayerAnswer { await engine.ask(command) }

    /// Runs cycles until `condition`.
    func runCycles(
        of quantum: Int = 256, delay: Int64 = 0, until what: String, _ condition: @Sendable () async -> Bool
    ) async throws {
        try await waitUntil(what, poll: .milliseconds(1)) {
            output.runCycle(quantum, now: MonotonicClock.nanoseconds, delay: delay)
            return await condition()
        }
    }

    /// Runs cycles until so many frames that are not silence were heard.
    func hear(_ count: Int, of quantum: Int = 256) async throws {
        try await runCycles(of: quantum, until: "\(count) frames to be heard") {
            self.output.heard.count { $0 != 0 } >= count
        }
    }

    /// Runs cycles until the queue is over.
    func playOut(quantum: Int = 256) async throws {
        try await runCycles(of: quantum, until: "the end of the queue") { await self.player.state == .stopped }
    }

    /// What was heard without the silence in which nothing played.
    var sound: [Float] { output.heard.filter { $0 != 0 } }
}

extension Engine {
    /// Starts it, with a watcher.
    func begin(_ opening: any MediaOpening, _ watcher: @escaping @Sendable (PlayerEvent) -> Void) {
        start(opening: opening)
        observe(watcher)
    }

    func watchSaves(_ watcher: @escaping @Sendable () -> Void) { onSave(watcher) }

    func ask(_ command: PlayerCommand) async -> PlayerAnswer {
        await withCheckedContinuation { continuation in submit(command) { continuation.resume(returning: $0) } }
    }

    /// Ends it, and comes back when it has ended.
    /// - Parameter silent: is called once nothing is heard any more.
    func end(silent: @escaping @Sendable () -> Void = {}) async {
        await withCheckedContinuation { continuation in
            shutDown(silent: silent, reply: { continuation.resume() })
        }
    }
}
