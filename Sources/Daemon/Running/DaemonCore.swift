import AudioSession
import AudioTypes
import Configuration
import ControlProtocol
import ControlServer
import Decoding
import Desktop
import Logging
import Media
import NIOCore
import Network
import PipeWireOutput
import Playback
import PlayerModel
import SystemSupport

/// The parts of a running daemon, put together. Confined to the control thread.
final class DaemonCore {
    let eventLoop: any EventLoop
    let engine: Engine
    let server: ControlServer
    let service: Service
    let output: any Output
    let driver: SessionDriver
    private let media: AnyMediaOpening
    /// The streams that clients send.
    private let streams: PushedStreams
    private let version: String
    let logger: Logger
    private let store: StateStore
    private var saver: StateSaver?
    private let tags: TagUpdater
    private let notifier = ServiceNotifier()
    /// Whether the service manager knows that clients are served.
    private var isReady = false
    /// The status that the service manager shows.
    private var toldStatus = ""
    /// The configuration that was read at the start. `configuration` is the one that applies now.
    private let firstConfiguration: Configuration
    private var configuration: Configuration
    private let readConfiguration: () throws(Daemon.Failure) -> Configuration

    init(
        _ options: DaemonOptions, _ configuration: Configuration, output: any Output, eventLoop: any EventLoop,
        logger: Logger, reload: @escaping () throws(Daemon.Failure) -> Configuration
    ) {
        self.eventLoop = eventLoop
        self.output = output
        self.logger = logger
        firstConfiguration = configuration
        self.configuration = configuration
        readConfiguration = reload
        let settings = DaemonSettings(configuration)
        store = StateStore(directory: options.stateDirectory)
        version = options.version
        streams = PushedStreams { sentence in logger.notice("\(sentence)") }
        let media = AnyMediaOpening(
            network: NetworkConfiguration(settings, version: options.version), pushed: streams)
        self.media = media
        let prober = Prober(eventLoop: eventLoop, media: media)
        let playlists = PlaylistReader(eventLoop: eventLoop, media: media)
        engine = Engine(
            scheduler: EventLoopScheduler(eventLoop: eventLoop), output: output, configuration: settings.playback, logger: logger)
        tags = TagUpdater(engine: engine, eventLoop: eventLoop, cacheDirectory: options.cacheDirectory, logger: logger)
        server = ControlServer(eventLoop: eventLoop, limits: settings.limits, logger: logger)
        driver = SessionDriver(
            engine: engine, output: output, duckStore: DuckStore(directory: options.stateDirectory, logger: logger),
            eventLoop: eventLoop, logger: logger
        ) { [server] event in server.publish(event) }
        let facts = ServerFacts(
            version: options.version, pipewireVersion: output.libraryVersion, ffmpegVersion: FFmpegLibrary.version,
            startedAt: MonotonicClock.nanoseconds, features: ["stream.open"])
        service = Service(
            engine: engine, server: server, facts: facts, prober: prober, playlists: playlists, driver: driver, streams: streams,
            timing: { [output] in output.timing() })
        service.reload = { [unowned self] () throws(ControlError) in
            do throws(Daemon.Failure) {
                try self.reload()
            } catch {
                throw ControlError(.invalidParams, error.message)
            }
        }
        service.leftOut = { entry in
            logger.warning(
                "Some media could not be used and were left out.",
                metadata: ["of": "\(entry.uri)", "reason": "\(entry.message)"])
        }
        server.handler = service
    }

    /// Listens, restores the queue of the last run, and starts the output. The service manager gets a notice once the socket
    /// answers and it is known whether a sound server runs.
    /// - Throws: `ControlServerError` or `OutputError`; the message of either is for the user.
    func start(_ options: DaemonOptions) throws {
        let settings = DaemonSettings(configuration)
        watchEngine()
        if let descriptor = options.passedSocket {
            try server.start(adopting: descriptor)
        } else {
            try server.start(path: options.socketPath)
        }
        let engine = engine
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let eventLoop = eventLoop
        driver.configure(settings)
        try output.start(
            events: { event in eventLoop.execute { bound.value.happened(event) } },
            renderEvents: { event in engine.post(.render(event)) },
            graphChanged: { graph in eventLoop.execute { bound.value.graphChanged(graph) } })
        // After the output's start: only now does it take the restored volume and the volumes that other programs are to get
        // back.
        driver.setConfiguredOutput(settings.output.target)
        driver.start(environment: options.environment)
        restore(settings)
    }

    // MARK: What happens

    private func happened(_ event: OutputEvent) {
        switch event {
        case .serverConnected:
            // The player may use the server once the session knows where the sound goes.
            driver.serverConnected { [engine] in engine.assumeIsolated { $0.accept(.output(event)) } }
            serverIsKnown()
        case .serverLost:
            // Not posted, because it must not come after the connection of a server that answers again.
            engine.assumeIsolated { $0.accept(.output(event)) }
            driver.serverLost()
            serverIsKnown()
        case .soundCut: driver.handle(.soundCut)
        case .targetTaken(let uid): driver.handle(.targetTaken(uid))
        case .timingChanged(let quantum, let rate, let latency):
            server.publish(
                .sessionConfigurationChanged(
                    ioBufferDuration: Double(quantum) / Double(rate), sampleRate: Double(rate), outputLatency: latency))
        case .streamChanged, .volumeChanged: engine.post(.output(event))
        }
    }

    private func graphChanged(_ graph: GraphSnapshot) {
        driver.handle(.graphChanged(graph))
        tellStatus()
    }

    private func serverIsKnown() {
        if isReady { return }
        isReady = true
        tellReady()
    }

    private func watchEngine() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let (media, streams) = (media, streams)
        engine.assumeIsolated { engine in
            engine.start(opening: media, pushed: streams)
            engine.onRead { token, uri in bound.value.service.read(uri, as: token) }
            engine.observe { event in bound.value.happened(event) }
            engine.onSave { bound.value.saver?.changed() }
        }
    }

    private func happened(_ event: PlayerEvent) {
        server.publish(Event(event))
        switch event {
        case .stateChanged(let state, let reason, let previous):
            tellStatus()
            // For the session, a stream that runs dry and goes on plays all the time.
            if state != previous, [.playing, .buffering].contains(state), [.playing, .buffering].contains(previous) { return }
            // Later, because the engine is still carrying out its decision.
            let driver = NIOLoopBound(driver, eventLoop: eventLoop)
            eventLoop.execute { driver.value.handle(.playerChanged(PlayerActivity(state, reason))) }
        case .itemChanged: tellStatus()
        case .queueChanged: tags.queueChanged()
        default: break
        }
    }

    /// Tells the service manager the line for `systemctl status`, if it has changed.
    private func tellStatus() {
        let line = ServiceStatus.line(service.snapshot().status)
        if line == toldStatus { return }
        toldStatus = line
        notify { () throws(DesktopError) in try notifier.status(line) }
    }

    /// Tells the service manager that clients are served.
    private func tellReady() {
        let line = ServiceStatus.line(service.snapshot().status)
        toldStatus = line
        notify { () throws(DesktopError) in try notifier.ready(status: line) }
    }

    private func restore(_ settings: DaemonSettings) {
        let saved = store.load { sentence in logger.error("\(sentence)") }
        if let session = saved?.session { driver.restore(session) }
        let playsOn = saved?.wasPlaying == true && settings.restore == .playing
        if playsOn { driver.awaitServer(privateOutput: saved?.session?.privateOutput) }
        engine.assumeIsolated { engine in
            engine.player.queue.setModes(settings.modes)
            if var saved {
                if settings.restore == .off { saved.forgetQueue() }
                engine.restore(saved, playsWithServer: playsOn)
            }
        }
        tags.queueChanged()
        let service = NIOLoopBound(service, eventLoop: eventLoop)
        let writer = StateWriter(store, logger: logger, serial: saved?.serial ?? 0)
        saver = StateSaver(writer, eventLoop: eventLoop) { service.value.stateSnapshot }
        driver.saveForSleep = { [unowned self] done in
            if let saver { saver.saveNow(whenDone: done) } else { done() }
        }
        service.value.settingsChanged = { [unowned self] in saver?.changed() }
        driver.routeChanged = { [unowned self] in saver?.changed() }
    }

    /// Reads the configuration again. The limits of the control server stay as they were at the start.
    func reload() throws(Daemon.Failure) {
        // Until the daemon is ready, the service manager waits for the end of the start, and would take the end of the reload
        // for that.
        if isReady { notify { () throws(DesktopError) in try notifier.reloading() } }
        defer { if isReady { tellReady() } }
        let change = ConfigurationChange(to: try readConfiguration(), from: configuration, atStart: firstConfiguration)
        let settings = DaemonSettings(change.configuration)
        if settings.output.target != DaemonSettings(configuration).output.target {
            driver.setConfiguredOutput(settings.output.target)
        }
        driver.configure(settings)
        configuration = change.configuration
        media.reconfigure(NetworkConfiguration(settings, version: version))
        engine.assumeIsolated { $0.reconfigure(settings.playback) }
        server.publish(.serverConfigurationReloaded)
        logger.info("The configuration was read again.", metadata: Self.keys(change.taken))
        if !change.waiting.isEmpty {
            logger.notice("Some changes take effect only after a restart.", metadata: Self.keys(change.waiting))
        }
    }

    private static func keys(_ paths: [String]) -> Logger.Metadata {
        paths.isEmpty ? [:] : ["keys": "\(paths.joined(separator: ", "))"]
    }

    private func notify(_ send: () throws(DesktopError) -> Void) {
        do throws(DesktopError) {
            try send()
        } catch {
            logger.warning("Cannot notify the service manager.", metadata: ["reason": "\(error)"])
        }
    }

    /// Fades out, saves and closes; then calls `done`.
    func shutDown(done: @escaping () -> Void) {
        notify { () throws(DesktopError) in try notifier.stopping(status: "Stopping") }
        let wasPlaying = service.snapshot().player.state == .playing
        logger.debug("Shutting down.", metadata: ["playing": "\(wasPlaying)"])
        // Before the engine closes the streams, which would look like their end.
        streams.endAll(PlaybackError(.shuttingDown, "fermatad is about to end"))
        driver.giveBackPort()
        let bound = NIOLoopBound((core: self, done: done), eventLoop: eventLoop)
        engine.assumeIsolated { engine in
            engine.shutDown {
                let (core, done) = bound.value
                core.saver?.close()
                core.tags.shutDown()
                core.driver.shutDown()
                core.service.endWaiting()
                core.server.shutDown().assumeIsolated().whenComplete { _ in done() }
            }
        }
    }
}
