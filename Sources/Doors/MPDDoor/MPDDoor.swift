package import Application
import AudioSession
package import LineServer
package import Logging
import MPDProtocol
import MusicLibrary
package import NIOCore
import PlayerModel
import SystemSupport

/// The door for clients of MPD: translates the commands of its protocol to commands of the application, and the application's
/// answers and events to what such clients read. It holds no rule of its own.
///
/// Confined to the control thread, like the application that it calls.
package final class MPDDoor {
    /// Added to the numbers of connections, so that no client of the control socket has the same number.
    private static let firstClient: UInt64 = 1 << 63

    let application: Application
    let access: AccessRules
    let eventLoop: any EventLoop
    private let server: LineServer
    private let logger: Logger
    private var conversations: [UInt64: MPDConversation] = [:]
    var channels = Channels()
    var ledger = QueueLedger()
    var shownSongs = ShownSongs()
    /// The look at songs that clients were shown; `nil` while there is none.
    var songsLook: LookAtSongs?
    var outputs = OutputNumbers()
    private let startedAt = MonotonicClock.seconds
    private var playTime = PlayTime()
    private var toldModes = QueueModes()
    private var toldRevision: Int64 = 0
    private var toldOutputs: [MPDOutput] = []
    /// The directories of music by which files are named; `nil` before the first client.
    private var toldRoots: MusicRoots?
    /// The scan of the library that runs; `nil` if none does.
    var runningScan: Int64?
    let answers = AnswerMemory()
    var pictures = PictureMemory()
    /// What went wrong last, for `status`; `nil` since the last start of playback.
    var latestError: String?
    /// What clients have sent by `mixrampdb`, in decibels. Only `status` tells it.
    var mixRampDecibels = 0.0
    /// What clients have sent by `mixrampdelay` to switch it on, in seconds. Only `status` tells it, where clients look for a number above 0.
    var mixRampDelay = 1.0
    private var guesses = GuessLedger<ClientParty>()
    private var guessPace = LogPace()
    private var clientIsGone: () -> Void = {}
    /// Where clients can connect: paths, and addresses with their ports.
    package private(set) var addresses: [String] = []
    /// The same, and for a socket that takes both versions of the internet protocol the address of IPv4 as well.
    package private(set) var reach: [String] = []

    /// Makes the door, which does not listen yet.
    /// - Parameter places: what it shares with the other servers of the process; `nil` if there is no other.
    package init(
        _ application: Application, _ settings: MPDSettings, places: ClientPlaces? = nil, eventLoop: any EventLoop, logger: Logger
    ) {
        self.application = application
        self.logger = logger
        self.eventLoop = eventLoop
        access = settings.access
        server = LineServer(eventLoop: eventLoop, limits: settings.limits, places: places, logger: logger)
        server.lineProtocol = self
        application.observe { [weak self] event in self?.happened(event) }
        application.commanders.nameClients(of: .mpd) { [server] client in
            client > Self.firstClient ? server.programName(of: ClientID(number: client - Self.firstClient)) : nil
        }
        application.library.keepTexts(SongBlocks.texts)
    }

    /// How many clients are connected.
    package var clientCount: Int { server.clientCount }

    /// Whether anybody is there to be told of changes.
    var hasClients: Bool { !conversations.isEmpty }

    /// Sets the closure to call each time when a client has left.
    package func onClientGone(_ clientIsGone: @escaping () -> Void) { self.clientIsGone = clientIsGone }

    /// Listens on the sockets that the service manager passed, and on those of `settings` that are not among them.
    ///
    /// - Throws: `LineServerError`; its message is for the user.
    package func start(_ settings: MPDSettings, adopting passed: [CInt] = []) throws(LineServerError) {
        var places: [String] = []
        var ofBothVersions: [String] = []
        for descriptor in passed {
            let place = try server.start(adoptingAnyKind: descriptor)
            places.append(place)
            if place.hasPrefix("[::]:"), LineServer.takesBothVersions(descriptor) {
                ofBothVersions.append("0.0.0.0:" + place.dropFirst(5))
            }
        }
        if !settings.socket.isEmpty, !places.contains(settings.socket) {
            try server.start(path: settings.socket)
            places.append(settings.socket)
        }
        for address in settings.addresses where !places.contains(address) {
            try server.start(address: address)
            places.append(address)
        }
        addresses = places
        reach = places + ofBothVersions
        logger.info("Clients of MPD can connect.", metadata: ["to": "\(places.joined(separator: ", "))"])
    }

    /// Takes no more clients and no more commands, and removes the socket. The future succeeds when all connections have ended.
    package func shutDown() -> EventLoopFuture<Void> { server.shutDown() }

    /// Seconds since the start, and seconds of them in which something played.
    var times: (uptime: Double, playing: Double) {
        let now = MonotonicClock.seconds
        return (now - startedAt, playTime.seconds(at: now))
    }

    // MARK: Clients

    /// Returns the origin of the commands of a client.
    static func origin(_ client: UInt64, isLocal: Bool, group: UInt64? = nil) -> Origin {
        Origin(.mpd, client: firstClient + client, isFar: !isLocal, group: group)
    }

    func conversationEnded(_ client: UInt64) {
        conversations[client] = nil
        pictures.forget(client)
        if channels.remove(client) { tell(.subscription) }
    }

    /// Keeps a picture for the next piece, if its client is still there.
    func keep(_ picture: FetchedPicture) {
        if conversations[picture.client] != nil { pictures.keep(picture) }
    }

    /// Returns when a password that has come from there is looked at, in nanoseconds from now; `nil` for never.
    func delayOfPassword(from party: ClientParty) -> Int64? { guesses.delay(of: party, at: MonotonicClock.nanoseconds) }

    /// Notes a wrong password, and tells the log once a minute.
    func notePassword(wrongFrom party: ClientParty) {
        let now = MonotonicClock.nanoseconds
        guesses.wasWrong(by: party, at: now)
        guard let count = guessPace.note(at: now) else { return }
        logger.warning(
            "A client of MPD has given a wrong password.", metadata: ["from": "\(party)", "since the last line": "\(count)"])
    }

    /// Tells all clients that something has changed.
    func tell(_ subsystems: Subsystems) {
        for conversation in conversations.values { conversation.changed(subsystems) }
    }

    /// Tells one client that something has changed.
    func tell(_ subsystems: Subsystems, to client: UInt64) { conversations[client]?.changed(subsystems) }

    // MARK: What happens

    private func happened(_ event: ApplicationEvent) {
        switch event {
        case .player(let event): happened(event)
        case .graphChanged, .session(.routeChanged): lookAtOutputs()
        case .reconfigured:
            tell(.options)
            lookAtRoots()
        case .library(let news): happened(news)
        case .playlist: tell(.storedPlaylist)
        case .session, .announcement, .alarm, .recording, .playerLevels, .playerSpectrum, .job, .rooms, .recordPermission,
            .output, .stateToSaveChanged, .currentPictureChanged, .remoteDevicesChanged:
            break
        }
    }

    private func happened(_ event: PlayerEvent) {
        switch event {
        case .stateChanged(let state, _, _):
            playTime.change(isPlaying: state == .playing, at: MonotonicClock.seconds)
            if state == .playing { latestError = nil }
            tell(.player)
        case .itemFailed(_, let error):
            latestError = error.message
            tell(.player)
        case .itemChanged, .positionChanged, .metadataChanged: tell(.player)
        case .resumed, .chapterChanged, .lyricLine, .loopChanged, .silenceSkipped, .speedChanged: break
        case .volumeChanged: tell(.mixer)
        case .stopAfterChanged, .optionsChanged: tell(.options)
        case .queueChanged(let revision, _): queueChanged(to: revision)
        case .buffering, .gap, .startedLate, .mediaServicesLost, .mediaServicesReset: break
        }
    }

    private func happened(_ news: LibraryNews) {
        switch news {
        case .scan(let scan):
            // Clients want to know when a scan begins and when it is over.
            let isRunning = scan.state == .running
            if isRunning != (runningScan == scan.id) { tell(.update) }
            runningScan = isRunning ? scan.id : nil
        case .changed:
            tell(.database)
            lookAtShownSongs()
        case .stickersChanged: tell(.sticker)
        case .watching, .loudness: break
        case .listened: break
        }
    }

    /// Tells whether songs or options have changed. One event reports both kinds of changes.
    private func queueChanged(to revision: Int64) {
        guard !conversations.isEmpty else { return }
        let modes = application.snapshot.player.queue.modes
        var subsystems: Subsystems = []
        if modes != toldModes { subsystems.insert(.options) }
        if modes == toldModes || revision > toldRevision + 1 { subsystems.insert(.playlist) }
        (toldModes, toldRevision) = (modes, revision)
        tell(subsystems)
    }

    /// Tells whether the directories of music are other ones: songs of the queue have other names then, and other tags.
    private func lookAtRoots() {
        guard let before = toldRoots, before != application.library.roots else { return }
        toldRoots = application.library.roots
        shownSongs.forget()
        tell(.playlist)
    }

    /// Tells whether outputs have come or gone, or another one plays. The graph changes for many other reasons.
    private func lookAtOutputs() {
        guard !conversations.isEmpty else { return }
        let outputs = outputList()
        guard outputs != toldOutputs else { return }
        toldOutputs = outputs
        tell(.output)
    }
}

/// What the server of lines asks.
extension MPDDoor: LineProtocol {
    /// A line without a word ends the connection.
    package var passesBlankLines: Bool { true }

    /// Without a permission, a client can say much that shows nothing of it.
    package var hearsAnyLine: Bool { false }

    package func converse(over connection: LineConnection) -> any LineConversation {
        if conversations.isEmpty {
            let queue = application.snapshot.player.queue
            (toldModes, toldRevision, toldOutputs) = (queue.modes, queue.revision, outputList())
        }
        if toldRoots == nil { toldRoots = application.library.roots }
        let conversation = MPDConversation(over: connection, door: self)
        conversations[connection.id.number] = conversation
        // Clients take three numbers from this line and decide by them what they may ask for.
        connection.send(Array("OK MPD 0.24.0".utf8))
        return conversation
    }

    package func line(for refusal: Refusal) -> [UInt8] {
        let failure =
            switch refusal {
            case .otherUser:
                MPDFailure(
                    .permission,
                    "only the user who runs fermatad may use this socket, and root where fermatad runs in no user namespace")
            case .tooManyClients(let limit): MPDFailure(.permission, "\(limit) clients are connected, which is the limit")
            case .tooManyOfHost(let limit):
                MPDFailure(.permission, "\(limit) clients of your host are connected without a password, which is the limit")
            case .replaced:
                MPDFailure(.permission, "this client has given no password and done nothing, and another one needs its place")
            case .silent(let seconds):
                MPDFailure(.permission, "this client has given no password and done nothing for \(seconds) seconds")
            case .serverIsEnding: MPDFailure(.system, "fermatad is about to end")
            }
        return Array(failure.line(index: 0, command: "").utf8)
    }

    package func serverIsEnding() {}

    package func clientDidDisconnect(_ client: ClientID) {
        application.clientLeft(Self.origin(client.number, isLocal: false))
        clientIsGone()
    }
}
