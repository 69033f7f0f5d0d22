import Logging
import PlayerModel
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Playback

/// An engine with real media, and an output that takes what it plays as fast as it comes.
final class MediaStage: Sendable {
    let output = FakeOutput()
    let engine: Engine
    private let executor = ThreadExecutor()
    private let log = Mutex<[PlayerEvent]>([])

    init() async {
        engine = Engine(
            scheduler: executor, output: output,
            configuration: PlaybackConfiguration(bufferSeconds: 1, fadeSeconds: 0), logger: Logger(label: "test"))
        let engine = engine
        output.start(events: { engine.post(.output($0)) }, renderEvents: { engine.post(.render($0)) })
        await engine.begin(MarkedOpening()) { [self] event in log.withLock { $0.append(event) } }
    }

    deinit { executor.end() }

    /// The items that failed, each with its error's code, in the order in which that was told.
    var failures: [(uri: String, code: PlaybackError.Code)] {
        log.withLock { $0 }.compactMap { event in
            if case .itemFailed(let item, let error) = event { (item.uri, error.code) } else { nil }
        }
    }

    /// Plays these and a mark, in cycles of `quantum` frames, and answers every channel of what is heard before the mark.
    ///
    /// No cycle runs before it can be filled: whatever is heard between two tracks is of the engine's making.
    func play(_ uris: [String], quantum: Int = 1_024) async throws -> [[Float]] {
        _ = await engine.ask(.add(uris + [MarkSource.uri], position: nil))
        let answer = await engine.ask(.play)
        if case .partlyDone(let skipped) = answer {
            // Those at the beginning that cannot be opened.
            #expect(skipped.allSatisfy { uris.contains($0.uri) })
        } else {
            #expect(answer == .done)
        }
        try await waitUntil("the mark to be heard", deadline: .seconds(120), poll: .milliseconds(1)) {
            while output.readableFrames >= quantum, output.newest != MarkSource.level {
                output.runCycle(quantum, now: MonotonicClock.nanoseconds)
            }
            return output.newest == MarkSource.level
        }
        return output.planes.map { plane in Array(plane[..<(plane.firstIndex(of: MarkSource.level) ?? plane.endIndex)]) }
    }
}
