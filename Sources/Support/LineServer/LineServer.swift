import Glibc
package import Logging
package import NIOCore
import NIOPosix
package import SystemSupport

/// Serves a protocol of lines on a Unix socket, and on addresses of the network if that is wanted.
///
/// The server listens, admits clients, cuts their bytes into lines and sends output at the pace of the clients. What the lines
/// mean is up to its ``LineProtocol``.
///
/// Confined to one event loop: make, use and release it there. It costs nothing while clients are silent: no timer runs, and
/// no thread wakes.
package final class LineServer {
    /// The event loop that everything happens on.
    package let eventLoop: any EventLoop
    /// The limits for clients.
    package let limits: LineServerLimits
    /// The protocol to speak. Set it before ``start(path:)``; the server keeps it alive while it listens.
    package weak var lineProtocol: (any LineProtocol)?

    let logger: Logger
    /// The connections that have more to do than fits into one turn.
    let turns: TurnQueue
    private var listeners: [ListeningSocket] = []
    private var listenerChannels: [any Channel] = []
    private var connections: [ClientID: LineConnection] = [:]
    private var latestClient: UInt64 = 0
    /// The places for the clients of this server and others, and the number of this server there.
    let places: ClientPlaces
    private let door: Int
    private var refusalPace = LogPace()
    private var failurePace = LogPace()
    private var shutdown: EventLoopPromise<Void>?

    /// Makes a server, which does not listen yet.
    /// - Parameter places: what it shares with the other servers of the process; `nil` if there is no other.
    package init(eventLoop: any EventLoop, limits: LineServerLimits, places: ClientPlaces? = nil, logger: Logger) {
        self.eventLoop = eventLoop
        self.places = places ?? ClientPlaces(for: limits.clients)
        door = self.places.addDoor()
        turns = TurnQueue(eventLoop: eventLoop, time: limits.turnTime)
        self.limits = limits
        self.logger = logger
    }

    /// How many clients are connected. A connection that was detached does not count.
    package var clientCount: Int { connections.count }

    /// Returns the process that has made the connection of a client, with those that it descends from; `nil` if the client is
    /// gone, if that process has ended, or if the client has come over the network.
    package func process(of client: ClientID) -> ProcessLineage? { connections[client]?.peer.lineage }

    /// Returns the name of the program that has made the connection of a client; `nil` as with ``process(of:)``.
    package func programName(of client: ClientID) -> String? { connections[client]?.peer.programName }

    /// How many bytes the server keeps for all clients together; ``LineServerLimits/keptBytes`` says what counts.
    package private(set) var keptBytes = 0

    /// Whether there is a crowd: ``keptBytes`` is so large that clients with unsent output have to wait.
    var isCrowded: Bool { keptBytes > limits.crowdedBytes }

    /// Listens on a new socket, mode 0600, at `path`. Makes missing directories above it with mode 0700.
    ///
    /// - Throws: ``LineServerError``; its message is for the user.
    package func start(path: String) throws(LineServerError) { listen(try ListeningSocket.bind(path: path)) }

    /// Listens on a socket that the service manager passed. The server does not remove it at its end.
    ///
    /// - Throws: ``LineServerError``; its message is for the user.
    package func start(adopting descriptor: CInt) throws(LineServerError) {
        listen(try ListeningSocket.adopt(descriptor))
    }

    /// Listens on a socket that the service manager passed: a Unix socket, or one of TCP, over which everybody may connect who
    /// reaches it. The server does not remove it at its end.
    ///
    /// - Returns: the path or the address of the socket, as the configuration would name it.
    /// - Throws: ``LineServerError``; its message is for the user.
    package func start(adoptingAnyKind descriptor: CInt) throws(LineServerError) -> String {
        listen(try ListeningSocket.adopt(descriptor, families: [AF_UNIX, AF_INET, AF_INET6]))
        return SocketPlace(of: descriptor)?.text ?? "a socket of the service manager"
    }

    /// Returns whether a socket of IPv6 takes connections of IPv4 too, as one does that a service manager makes for a bare port.
    package static func takesBothVersions(_ descriptor: CInt) -> Bool {
        var (isAlone, length) = (CInt(1), socklen_t(MemoryLayout<CInt>.size))
        return getsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &isAlone, &length) == 0 && isAlone == 0
    }

    /// Listens on an address of the network, such as `127.0.0.1:6600` or `[::1]:6600`. Everybody who reaches the address may
    /// connect.
    ///
    /// - Throws: ``LineServerError``; its message is for the user.
    package func start(address: String) throws(LineServerError) { listen(try ListeningSocket.bind(address: address)) }

    /// Does the same for clients that send their lines within another protocol, which `fitting` puts before the lines.
    ///
    /// - Throws: ``LineServerError``; its message is for the user.
    package func start(address: String, fitting: @escaping LineFitting) throws(LineServerError) {
        listen(try ListeningSocket.bind(address: address), fitting: fitting)
    }

    private func listen(_ listener: ListeningSocket, fitting: LineFitting? = nil) {
        eventLoop.preconditionInEventLoop()
        listeners.append(listener)
        let isLocal = listener.isLocal
        guard let lineProtocol else { preconditionFailure("a line server needs a protocol before it listens") }
        let server = NIOLoopBound((self, lineProtocol, fitting), eventLoop: eventLoop)
        ServerBootstrap(group: eventLoop)
            // Enough for a burst of clients at the same moment. NIO would call `listen` again with its own, smaller backlog.
            .serverChannelOption(.backlog, value: Int32(clamping: limits.clients))
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pause = AcceptPause(of: Self.acceptPause) { error in server.value.0.cannotAccept(error) }
                    try channel.pipeline.syncOperations.addHandler(pause)
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let (server, lineProtocol, fitting) = server.value
                    try server.accept(channel, isLocal: isLocal, speaking: lineProtocol, fitting: fitting)
                }
            }
            .withBoundSocket(listener.descriptor)
            .assumeIsolated().whenComplete { result in
                switch result {
                case .success(let channel):
                    self.listenerChannels.append(channel)
                    if self.shutdown != nil { channel.close(promise: nil) }
                case .failure(let error): self.logger.critical("cannot listen for clients", metadata: ["error": "\(error)"])
                }
            }
    }

    private func accept(
        _ channel: any Channel, isLocal: Bool, speaking lineProtocol: any LineProtocol, fitting: LineFitting?
    ) throws {
        latestClient += 1
        let peer = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            // The channel does not set this flag. A program that the daemon starts must not hold clients' connections.
            _ = fcntl($0, F_SETFD, FD_CLOEXEC)
            return ConnectionPeer(descriptor: $0, isLocal: isLocal)
        }
        let connection = LineConnection(
            id: ClientID(number: latestClient, isFar: !isLocal), isLocal: isLocal, peer: peer ?? ConnectionPeer(),
            speaking: lineProtocol, server: self)
        try fitting?(channel.pipeline.syncOperations, connection)
        switch admit(connection) {
        case .failure(let refused):
            log(refused.refusal, connection.peer.party)
            connection.refuse(with: lineProtocol.line(for: refused.refusal))
        case .success(let place):
            connections[connection.id] = connection
            connection.begin(lineProtocol.converse(over: connection), at: place)
        }
        try channel.pipeline.syncOperations.addHandler(connection)
    }

    /// Returns the place that a new connection gets, or why it gets none.
    private func admit(_ connection: LineConnection) -> Result<UInt64, PlaceRefusal> {
        if connection.isLocal, connection.peer.credentials?.mayUse(daemonOf: geteuid()) != true {
            return .failure(PlaceRefusal(refusal: .otherUser))
        }
        if shutdown != nil { return .failure(PlaceRefusal(refusal: .serverIsEnding)) }
        return places.admit(to: door, connection.peer.party, doorLimit: limits.clients) { [weak connection] refusal in
            connection?.leave(because: refusal)
        }
    }

    /// Notes in the log that clients are refused, or lose their places: once a minute, however many they are.
    func log(_ refusal: Refusal, _ party: ClientParty) {
        guard let count = refusalPace.note(at: MonotonicClock.nanoseconds) else { return }
        logger.notice(
            "refusing clients", metadata: ["reason": "\(refusal)", "of": "\(party)", "since the last line": "\(count)"])
    }

    /// For so long no client is accepted once the system has refused one.
    private static let acceptPause = TimeAmount.milliseconds(500)

    private func cannotAccept(_ error: any Error) {
        guard let count = failurePace.note(at: MonotonicClock.nanoseconds) else { return }
        logger.error("cannot accept clients", metadata: ["reason": "\(error)", "since the last line": "\(count)"])
    }

    /// Closes the connection of a client at once. Does nothing if the client is gone.
    package func end(_ client: ClientID) { connections[client]?.abort() }

    // MARK: Told by connections

    /// Reports that `more` bytes are kept for a client, or fewer if negative. As long as it is too much, closes the slowest
    /// client.
    ///
    /// Only clients that use more than their share are closed. A client that waits for its answer, or has sent half a line, is
    /// slow too, but costs nothing.
    func didKeep(_ more: Int) {
        keptBytes += more
        guard more > 0 else { return }
        while keptBytes > limits.keptBytes {
            let share = keptBytes / max(1, connections.count)
            let slowest = connections.values.lazy.filter { $0.canBeEnded && $0.countedBytes >= share }
                .min { $0.stalledSince < $1.stalledSince }
            guard let slowest else { return }
            slowest.endForRoom()
        }
    }

    func didClose(_ connection: LineConnection) {
        if let place = connection.place { places.leave(place) }
        // Not now: the failed write may be that of a line which the protocol is sending to everybody at this moment.
        eventLoop.assumeIsolated().execute { self.forget(connection.id) }
    }

    private func forget(_ client: ClientID) {
        guard connections.removeValue(forKey: client) != nil else { return }
        lineProtocol?.clientDidDisconnect(client)
        endShutdownIfDone()
    }

    // MARK: The end

    /// Takes no more clients and no more lines, has the conversations answer everything that waits, sends the remaining
    /// output, and removes the socket.
    ///
    /// The future succeeds when all connections have ended, at the latest ``LineServerLimits/shutdownTimeout`` from now.
    package func shutDown() -> EventLoopFuture<Void> {
        eventLoop.preconditionInEventLoop()
        if let shutdown { return shutdown.futureResult }
        let shutdown = eventLoop.makePromise(of: Void.self)
        self.shutdown = shutdown
        for listener in listeners { listener.remove() }
        listeners = []
        for channel in listenerChannels { channel.close(promise: nil) }
        listenerChannels = []
        lineProtocol?.serverIsEnding()
        for connection in connections.values { connection.finish() }
        let deadline = eventLoop.assumeIsolated().scheduleTask(in: limits.shutdownTimeout) {
            for connection in self.connections.values { connection.abort() }
        }
        // The conversations may rely on the protocol until the last connection has ended, even if its owner lets go of it now.
        shutdown.futureResult.assumeIsolated().whenComplete { [lineProtocol] _ in
            withExtendedLifetime(lineProtocol) { deadline.cancel() }
        }
        endShutdownIfDone()
        return shutdown.futureResult
    }

    private func endShutdownIfDone() {
        if connections.isEmpty { shutdown?.succeed() }
    }
}
