import AudioTypes
import Decoding
package import Logging
import Media
package import PlayerModel
import RealtimeAudio
import Synchronization

/// The engine that carries out what the ``Player`` decides. It owns the decode worker, the renderer and the output.
///
/// It is an actor on the control thread's executor: the control server, on the same thread, calls it without waiting. Worker,
/// output and callback hand in their events with ``post(_:)``, in order.
package actor Engine {
    /// How long to wait for the end of a fade, in nanoseconds, in case no callback runs: three of the longest cycles at 44.1
    /// kHz. The order waits for a cycle to begin, the fade takes one cycle, and the next cycle reports its end.
    static let fadeDeadline: Int64 = 600_000_000

    /// The phases from the start to the end.
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
    /// The streams that clients send.
    var pushed: PushedStreams?
    /// The media that the player used when the engine last checked which streams are still wanted.
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
    /// The scheduled look at these events.
    var deferral: (any ScheduledWork)?
    /// Counts fades, so that a deadline knows whether its fade is still the newest.
    var fades = 0
    /// The deadline of the newest fade.
    var fadeWatch: (any ScheduledWork)?
    /// The scheduled look at how much of what the player waits for is in the ring.
    var bufferWatch: (any ScheduledWork)?
    /// The scheduled announcement of a title, for when it is heard.
    var tagsWatch: (any ScheduledWork)?
    /// The renderer of a new stream that waits for the fade of the old one.
    var waitingRenderer: Renderer?
    var wantsActive = false
    /// Set while the graph gets a moment to change its rate.
    var renegotiation: Renegotiation?
    /// Ends that moment if the graph does not let go of the stream.
    var restWatch: (any ScheduledWork)?
    /// The linear factor by which playback is softer than recorded.
    var softening: Float = 1
    /// Closures to call when the output is silent.
    var silenceObservers: [() -> Void] = []
    /// What earlier renderers have counted.
    var pastStatistics = RenderStatistics()
    /// How many packets could not be decoded since the start.
    package internal(set) var decodeErrors: UInt64 = 0
    var phase = Phase.running
    var shutDownReplies: [() -> Void] = []

    /// The control thread's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Makes an engine, which ``start(opening:pushed:)`` starts.
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
