import AudioTypes
import PlayerModel
import RealtimeAudio
import SystemSupport
import TestSupport

@testable import Playback

/// A chain with an output whose cycles the test runs and a time that the test moves. No worker, no thread.
final class ChainStage {
    let scheduler: ManualScheduler
    let output = FakeOutput()
    let chain: OutputChain
    let owner = ChainOwner()
    /// The producers that the worker was sent to, in order.
    private(set) var filled: [RenderProducer] = []
    private let worker: EventDescriptor
    private let inbox = EngineInbox()

    init(_ scheduler: ManualScheduler = ManualScheduler()) throws {
        self.scheduler = scheduler
        worker = try EventDescriptor()
        chain = OutputChain(output, scheduler: scheduler)
        chain.report(to: owner)
        output.start(events: { [inbox] in _ = inbox.append(.output($0)) }, renderEvents: { _ in })
    }

    /// Has the chain take in what the output has sent so far.
    func deliver() {
        while true {
            let inputs = inbox.takeAll()
            if inputs.isEmpty { return }
            for case .output(let event) in inputs { chain.take(event) }
        }
    }

    /// Gives the chain audio of another rate, or of the same.
    func begin(_ rate: SampleRate = .cd, generation: UInt32 = 1, isMuted: Bool = false) throws {
        try chain.begin(
            StreamFormat(sampleRate: rate, channelLayout: .stereo), generation: generation, isMuted: isMuted,
            configuration: PlaybackConfiguration(bufferSeconds: 0.1, fadeSeconds: 0), wakes: worker
        ) { filled.append($0) }
    }

    /// Begins, and lets the stream run.
    func play(_ rate: SampleRate = .cd) throws {
        try begin(rate)
        chain.resume()
        deliver()
    }

    /// The callback reports something.
    func report(_ kind: RenderEvent.Kind, _ segment: UInt64 = 1, heardAfter delay: Int64 = 0) {
        chain.take(
            RenderEvent(kind: kind, segment: segment, mediaFrame: 0, heardAt: scheduler.now + delay, generation: 1))
    }

    /// The rates of the streams that the output was given, in order.
    var opened: [SampleRate] { output.calls.compactMap { if case .open(let format) = $0 { format.sampleRate } else { nil } } }

    /// How the output was woken and put to rest, in order.
    var activity: [Bool] { output.calls.compactMap { if case .setActive(let isActive) = $0 { isActive } else { nil } } }
}

/// An owner of a chain that notes what it is told.
final class ChainOwner: OutputChainOwner {
    enum Note: Hashable {
        case event(RenderEvent.Kind, UInt64)
        case audibilityChanged
        case looked
        case returned
    }

    private(set) var notes: [Note] = []
    /// What the owner answers to whoever asks whether the position moves.
    var moves = false

    func handle(_ event: RenderEvent) { notes.append(.event(event.kind, event.segment)) }

    func audibilityChanged() { notes.append(.audibilityChanged) }

    func positionMoves() -> Bool {
        notes.append(.looked)
        return moves
    }

    func soundReturned() { notes.append(.returned) }

    /// The kinds of the callback's events.
    var kinds: [RenderEvent.Kind] { notes.compactMap { if case .event(let kind, _) = $0 { kind } else { nil } } }

    func forget() { notes = [] }
}
