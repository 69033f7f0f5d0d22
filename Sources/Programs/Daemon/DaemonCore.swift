import Application
import AudioSession
import AudioTypes
import Configuration
import ControlDoor
import ControlProtocol
import ControlServer
import Decoding
import Desktop
import Glibc
import LineServer
import Logging
import MPDDoor
import MPRISDoor
import Media
import NIOCore
import Network
import NetworkDoor
import Playback
import PlayerModel
import SystemSupport

/// The parts of a running daemon, put together. Confined to the control thread.
final class DaemonCore {
    private let eventLoop: any EventLoop
    private let application: Application
    private let server: ControlServer
    /// The door of the control server, which refers to it only weakly.
    private var door: ControlDoor?
    private let mprisDoor: MPRISDoor
    /// `nil` if neither the configuration nor the service manager has a place for clients of MPD to connect to.
    private let mpdDoor: MPDDoor?
    /// `nil` if the configuration has no place for browsers to connect to.
    private let networkDoor: NetworkDoor?
    private let version: String
    private let environment: [String: String]
    private let logger: Logger
    private let store: StateStore
    private var saver: StateSaver?
    private let status: ServiceStatus
    private var watchdog: Watchdog?
    /// `nil` if no socket unit would start the daemon again.
    private var idleExit: IdleExit?
    /// The configuration that was read at the start. `configuration` is the one that applies now.
    private let firstConfiguration: Configuration
    private var configuration: Configuration
    private let readConfiguration: () throws(Daemon.Failure) -> Configuration

    init(
        _ options: DaemonOptions, _ configuration: Configuration, outputs: DaemonOutputs, eventLoop: any EventLoop,
        logger: Logger, reload: @escaping () throws(Daemon.Failure) -> Configuration, hasEnded: @escaping () -> Void
    ) {
        self.eventLoop = eventLoop
        self.logger = logger
        firstConfiguration = configuration
        self.configuration = configuration
        readConfiguration = reload
        environment = options.environment
        let settings = DaemonSettings(configuration, environment: environment)
        store = StateStore(directory: options.stateDirectory)
        version = options.version
        application = Application(
            settings.application, network: NetworkConfiguration(settings, version: options.version), output: outputs.main,
            announcementFeed: outputs.announcements,
            streams: PushedStreams { sentence in logger.notice("\(sentence)") }, stateDirectory: options.stateDirectory,
            cacheDirectory: options.cacheDirectory, eventLoop: eventLoop, logger: logger)
        let hasMPD = settings.mpd.isWanted || !options.passedMPDSockets.isEmpty
        let places = ClientPlaces(for: settings.limits.lines.clients + (hasMPD ? settings.mpd.limits.clients : 0))
        server = ControlServer(eventLoop: eventLoop, limits: settings.limits, places: places, logger: logger)
        mprisDoor = MPRISDoor(
            application, instance: options.instance?.text, isEnabled: settings.mpris, eventLoop: eventLoop, logger: logger)
        mpdDoor =
            hasMPD ? MPDDoor(application, settings.mpd, places: places, eventLoop: eventLoop, logger: logger) : nil
        networkDoor =
            settings.remote.isWanted
            ? NetworkDoor(
                application, server, settings.remote, host: NetworkIdentity.host,
                ownAddresses: { NetworkIdentity.addresses }, logger: logger) : nil
        status = ServiceStatus(logger: logger)
        let facts = ServerFacts(
            version: options.version, pipewireVersion: outputs.main.libraryVersion, ffmpegVersion: FFmpegLibrary.version,
            startedAt: MonotonicClock.nanoseconds, features: ["stream.open", "announce", "record"])
        let door = ControlDoor(application, server, facts: facts) { [weak self] () throws(ControlError) in
            do throws(Daemon.Failure) {
                try self?.reload()
            } catch {
                throw ControlError(.invalidParams, error.message)
            }
        }
        self.door = door
        watchdog = Watchdog(
            telling: ServiceNotifier(), eventLoop: eventLoop,
            subject: Watchdog.Subject(
                signs: { [application] in application.signsOfLife },
                askDecoder: { [application] answer in application.askDecoder(answer) }), logger: logger)
        door.onClientGone { [weak self] in self?.idleExit?.look() }
        mpdDoor?.onClientGone { [weak self] in self?.idleExit?.look() }
        if options.passedSocket != nil {
            idleExit = IdleExit(
                seconds: settings.idleExitSeconds, eventLoop: eventLoop,
                isIdle: { [application, server, mpdDoor] in
                    server.clientCount == 0 && (mpdDoor?.clientCount ?? 0) == 0 && application.isAtRest
                },
                nextLook: { [application] in application.promiseLeft },
                end: { [weak self] in
                    guard let self else { return }
                    logger.notice("Nobody has used the daemon for a time; it ends until the next client comes.")
                    shutDown(done: hasEnded)
                })
        } else if settings.idleExitSeconds > 0 {
            logger.notice("server.idle_exit has no effect: no socket unit would start the daemon again.")
        }
    }

    /// Listens, starts the output, and restores the queue of the last run. The service manager gets a notice once the socket
    /// answers and it is known whether a sound server runs.
    /// - Throws: `BindingFailure`, `LineServerError` or `OutputError`; what each says is for the user.
    func start(_ options: DaemonOptions) throws {
        if let door { try server.answer(with: door) }
        application.observe { [weak self] event in self?.happened(event) }
        warn(of: DaemonSettings(configuration, environment: environment))
        if let descriptor = options.passedSocket {
            try server.start(adopting: descriptor)
        } else {
            try server.start(path: options.socketPath)
        }
        let settings = DaemonSettings(configuration, environment: environment)
        try mpdDoor?.start(settings.mpd, adopting: options.passedMPDSockets)
        try networkDoor?.start(settings.remote)
        application.facts = facts(options, settings)
        let saved = store.load { [logger] sentence in logger.error("\(sentence)") }
        try application.start(settings.application, environment: options.environment, restoring: saved)
        publishDoors(settings)
        let application = NIOLoopBound(application, eventLoop: eventLoop)
        let writer = StateWriter(store, logger: logger, serial: saved?.serial ?? 0)
        saver = StateSaver(writer, eventLoop: eventLoop) {
            StateSaver.Snapshot(state: application.value.savedState, watch: application.value.heardWatch)
        }
        self.application.onSleep { [weak self] done in
            if let saver = self?.saver { saver.saveNow(whenDone: done) } else { done() }
        }
    }

    private func facts(_ options: DaemonOptions, _ settings: DaemonSettings) -> DaemonFacts {
        let confinement = ProcessConfinement()
        // The service manager gives each of its processes an id.
        let hasManager = environment["INVOCATION_ID"] != nil && environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
        var directories = [
            DaemonFacts.Directory(purpose: "the queue and the library", path: options.stateDirectory, isNeeded: true)
        ]
        if let cache = options.cacheDirectory {
            directories.append(.init(purpose: "pictures and tags", path: cache, isNeeded: false))
        }
        return DaemonFacts(
            isFiltered: confinement.isFiltered, isInSandbox: hasManager ? confinement.hasFewUsers : nil,
            mpdAddresses: mpdDoor?.addresses ?? [], directories: directories)
    }

    private func happened(_ event: ApplicationEvent) {
        switch event {
        case .player(.stateChanged), .player(.itemChanged), .graphChanged: status.tell(application.snapshot)
        case .output(.serverConnected), .output(.serverLost):
            // The start is over, and its code is not needed again. A player that goes on where the last run was killed needs
            // its own at once.
            if status.tellReady(application.snapshot), application.snapshot.player.state != .playing {
                ProcessMemory.releaseCode()
            }
            watch()
        case .stateToSaveChanged: saver?.changed()
        case .player, .session, .announcement, .alarm, .recording, .playerLevels, .playerSpectrum, .job, .library, .playlist,
            .rooms, .recordPermission, .remoteDevicesChanged, .output,
            .reconfigured, .currentPictureChanged:
            break
        }
        switch event {
        case .player(.stateChanged):
            watch()
            idleExit?.look()
        case .recording(.levels), .playerLevels, .playerSpectrum: break
        case .player, .session, .announcement, .alarm, .recording, .job, .library, .output(.serverConnected),
            .output(.serverLost):
            idleExit?.look()
        case .playlist, .rooms, .recordPermission, .remoteDevicesChanged, .graphChanged, .stateToSaveChanged, .output,
            .reconfigured,
            .currentPictureChanged:
            break
        }
    }

    /// Has the service manager watch over the daemon while something plays.
    private func watch() {
        watchdog?.watch([.playing, .buffering].contains(application.snapshot.player.state))
    }

    /// Reads the configuration again. The limits of the control server stay as they were at the start.
    func reload() throws(Daemon.Failure) {
        status.tellReloading()
        defer { status.tellReloaded(application.snapshot) }
        let change = ConfigurationChange(to: try readConfiguration(), from: configuration, atStart: firstConfiguration)
        let settings = DaemonSettings(change.configuration, environment: environment)
        let old = DaemonSettings(configuration, environment: environment)
        configuration = change.configuration
        idleExit?.seconds = settings.idleExitSeconds
        application.reconfigure(
            settings.application, from: old.application, network: NetworkConfiguration(settings, version: version))
        mprisDoor.setEnabled(settings.mpris)
        do throws(LineServerError) {
            try networkDoor?.reload(settings.remote)
        } catch {
            logger.error("The door for the network stays closed.", metadata: ["reason": "\(error)"])
        }
        publishDoors(settings)
        warn(of: settings)
        logger.info("The configuration was read again.", metadata: Self.keys(change.taken))
        if !change.waiting.isEmpty {
            logger.notice("Some changes take effect only after a restart.", metadata: Self.keys(change.waiting))
        }
    }

    /// Has other machines find the doors that they reach.
    private func publishDoors(_ settings: DaemonSettings) {
        guard mpdDoor != nil || networkDoor != nil else { return }
        application.publish(
            PublishedDoors.services(
                settings, mpdAddresses: mpdDoor?.reach ?? [], remoteAddresses: networkDoor?.addresses ?? [],
                fingerprint: application.remotes.fingerprint, host: NetworkIdentity.host, networks: NetworkIdentity.networks))
    }

    private func warn(of settings: DaemonSettings) {
        if let problem = settings.application.recordings.problem { logger.warning("\(problem)") }
        for problem in settings.application.filterProblems { logger.warning("\(problem)") }
    }

    private static func keys(_ paths: [String]) -> Logger.Metadata {
        paths.isEmpty ? [:] : ["keys": "\(paths.joined(separator: ", "))"]
    }

    /// Fades out, saves and closes; then calls `done`.
    func shutDown(done: @escaping () -> Void) {
        status.tellStopping()
        logger.debug("Shutting down.", metadata: ["playing": "\(application.snapshot.player.state == .playing)"])
        application.fadeOut { [self] in
            saver?.close()
            application.close()
            let ends = [server.shutDown()] + (mpdDoor.map { [$0.shutDown()] } ?? [])
            EventLoopFuture.andAllComplete(ends, on: eventLoop).assumeIsolated().whenComplete { _ in done() }
        }
    }
}
