import AudioTypes
import Decoding
package import Logging
import Media
package import PlayerModel
import RealtimeAudio
import Synchronization

/// Carries out what the ``Player`` decides: owns the decode worker, the renderer and the output.
///
/// An actor on the control thread's executor: the control server, on the same thread, calls it without waiting. Worker,
/// output and callback hand in their news with ``post(_:)``, in order.
package actor Engine {
    /// How long to wait for a fade that no callback runs to finish. Three of the longest cycles at 44.1 kHz: the order waits for
    /// a cycle to begin, the fade takes one, and that it is over is told in the next. In nanoseconds.
    static let fadeDeadline: Int64 = 600_000_000

    /// From the start to the end.
    enum Phase {
        case running, shuttingDown, shutDown
    }

    private let executor: any SerialExecutor
    let scheduler: any ControlScheduler
    let logger: Logger
    let output: any AudioOutput
    let inbox = Mutex<[EngineInput]>([])

    package var player: Player
    var configuration: PlaybackConfiguration
    var renderer: Renderer?
    /// What clients send.
    var pushed: PushedStreams?
    /// The queue's revision and the token of the opening of what is heard at which it was looked whether they are still wanted.
    var lookedAtStreams: Player.MediaInUse?
    var worker: DecodeWorker?
    var cancellations: [SourceToken: CancellationToken] = [:]
    var replies: [RequestIdentifier: (PlayerAnswer) -> Void] = [:]
    var observer: ((PlayerEvent) -> Void)?
    var savesState: (() -> Void)?
    var readsList: ((SourceToken, String) -> CancellationToken)?
    var lastRequest: RequestIdentifier = 0

    var streamState = OutputStreamState.closed
    package internal(set) var serverVersion: String?
    package internal(set) var reconnects = 0
    /// Render events of audio that is not heard yet, oldest first.
    var deferred: [RenderEvent] = []
    /// Comes back for them.
    var deferral: (any ScheduledWork)?
    /// Counts fades, so that a deadline knows whether its fade is still the newest.
    var fades = 0
    /// The newest fade's deadline.
    var fadeWatch: (any ScheduledWork)?
    /// Comes back to look how much is there of what the player waits for.
    var bufferWatch: (any ScheduledWork)?
    /// Comes back when a title is heard.
    var tagsWatch: (any ScheduledWork)?
    /// A stream that waits for the old one's fade.
    var waitingRenderer: Renderer?
    var wantsActive = false
    /// Set while the graph is given a moment to change its rate.
    var renegotiation: Renegotiation?
    /// Ends that moment where the graph does not let go.
    var restWatch: (any ScheduledWork)?
    /// The linear factor by which playback is softer than recorded.
    var softening: Float = 1
    /// Who waits for the output to be silent.
    var silenceObservers: [() -> Void] = []
    /// What earlier renderers counted.
    var pastStatistics = RenderStatistics()
    /// How many packets could not be decoded since the start.
    package internal(set) var decodeErrors: UInt64 = 0
    var phase = Phase.running
    var shutDownReplies: [() -> Void] = []

    /// The control thread's.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Makes an engine; ``start(opening:)`` sets it going.
    package init(
        scheduler: any ControlScheduler, output: any AudioOutput, configuration: PlaybackConfiguration, logger: Logger
    ) {
        self.scheduler = scheduler
        executor = scheduler.executor
        self.output = output
        self.configuration = configuration
        self.logger = logger
        player = Player(queue: PlayQueue(seed: UInt64.random(in: 0...UInt64.max)))
        player.apply(configuration)
    }
}
