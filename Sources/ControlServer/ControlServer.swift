package import ControlProtocol
import Glibc
package import Logging
package import NIOCore
import NIOPosix
import SystemSupport

/// Serves the control protocol on a Unix socket.
///
/// Confined to one event loop: make, use and release it there. It costs nothing while clients are silent: no timer runs, and
/// no thread wakes.
package final class ControlServer {
    /// The event loop that everything happens on.
    package let eventLoop: any EventLoop
    /// The limits for clients.
    package let limits: ControlLimits
    /// The object that answers requests. Set it before ``start(path:)``; without one, the server answers requests with
    /// `shutting_down`.
    package weak var handler: (any ControlHandler)?

    let logger: Logger
    private var listener: ListeningSocket?
    private var listenerChannel: (any Channel)?
    private var connections: [ClientID: ClientConnection] = [:]
    private var subscribers: [ClientID: ClientConnection] = [:]
    private var latestClient: UInt64 = 0
    private var shutdown: EventLoopPromise<Void>?

    /// Makes a server, which does not listen yet.
    package init(eventLoop: any EventLoop, limits: ControlLimits = ControlLimits(), logger: Logger) {
        self.eventLoop = eventLoop
        self.limits = limits
        self.logger = logger
    }

    /// How many clients are connected. A connection that has become a stream does not count.
    package var clientCount: Int { connections.count }

    /// How many bytes the server keeps for all clients together; ``ControlLimits/keptBytes`` says what counts.
    package internal(set) var keptBytes = 0

    /// Whether there is a crowd: ``keptBytes`` is so large that clients with unsent output have to wait.
    var isCrowded: Bool { keptBytes > limits.crowdedBytes }

    /// Listens on a new socket, mode 0600, at `path`. Makes missing directories above it with mode 0700.
    ///
    /// - Throws: ``ControlServerError``; its message is for the user.
    package func start(path: String) throws(ControlServerError) { listen(try ListeningSocket.bind(path: path)) }

    /// Listens on a socket that the service manager passed. The server does not remove it at its end.
    ///
    /// - Throws: ``ControlServerError``; its message is for the user.
    package func start(adopting descriptor: CInt) throws(ControlServerError) {
        listen(try ListeningSocket.adopt(descriptor))
    }

    /// Sends an event to the clients that subscribed to its type.
    ///
    /// - Parameter time: when it happened, in seconds of CLOCK_MONOTONIC; the current time if left out.
    package func publish(_ event: Event, time: Double? = nil) {
        eventLoop.preconditionInEventLoop()
        if subscribers.isEmpty { return }
        let notification = Notification(event, time: time ?? MonotonicClock.seconds)
        for subscriber in subscribers.values { subscriber.deliver(notification) }
    }

    private func listen(_ listener: ListeningSocket) {
        eventLoop.preconditionInEventLoop()
        // For the clients, and for the files that the daemon itself has open, which are many only while media hangs.
        DescriptorLimit.raise(to: limits.clients + 768)
        self.listener = listener
        let server = NIOLoopBound(self, eventLoop: eventLoop)
        ServerBootstrap(group: eventLoop)
            // Enough for a burst of clients at the same moment. NIO would call `listen` again with its own, smaller backlog.
            .serverChannelOption(.backlog, value: Int32(clamping: limits.clients))
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try server.value.accept(channel) }
            }
            .withBoundSocket(listener.descriptor)
            .assumeIsolated().whenComplete { result in
                switch result {
                case .success(let channel):
                    self.listenerChannel = channel
                    if self.shutdown != nil { channel.close(promise: nil) }
                case .failure(let error): self.logger.critical("cannot listen for clients", metadata: ["error": "\(error)"])
                }
            }
    }

    private func accept(_ channel: any Channel) throws {
        latestClient += 1
        let rejection = try rejection(of: channel)
        let connection = ClientConnection(id: ClientID(number: latestClient), server: self, rejection: rejection)
        if rejection == nil { connections[connection.id] = connection }
        try channel.pipeline.syncOperations.addHandler(connection)
    }

    /// Returns why a new connection is refused; `nil` if it is served.
    private func rejection(of channel: any Channel) throws -> ControlError? {
        let peer = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            // The channel does not set this flag. A program that the daemon starts must not hold clients' connections.
            _ = fcntl($0, F_SETFD, FD_CLOEXEC)
            return PeerCredentials(descriptor: $0)
        }
        guard let peer = peer ?? nil, peer.mayUse(daemonOf: geteuid()) else {
            return ControlError(.permissionDenied, "only the user who runs fermatad, and root, may control it")
        }
        if shutdown != nil { return .shuttingDown }
        if connections.count >= limits.clients {
            let message = "\(limits.clients) clients are connected, which is the limit"
            return ControlError(.limitExceeded, message, details: ["limit": "clients"])
        }
        return nil
    }

    // MARK: Told by connections

    /// Reports that more is kept for a client. As long as it is too much, closes the slowest client.
    ///
    /// Only clients that use more than their share are closed. A client that waits for media, or has sent half a line, is slow
    /// too, but costs nothing.
    func didGrow() {
        while keptBytes > limits.keptBytes {
            let share = keptBytes / max(1, connections.count)
            let slowest = connections.values.lazy.filter { $0.canBeEnded && $0.countedBytes >= share }
                .min { $0.stalledSince < $1.stalledSince }
            guard let slowest else { return }
            slowest.endForRoom()
        }
    }

    func didSubscribe(_ connection: ClientConnection) { subscribers[connection.id] = connection }

    func didUnsubscribe(_ connection: ClientConnection) { subscribers[connection.id] = nil }

    func didClose(_ connection: ClientConnection) {
        subscribers[connection.id] = nil
        // Not now: the failed write may be that of an event which the handler is publishing at this moment.
        eventLoop.assumeIsolated().execute { self.forget(connection.id) }
    }

    private func forget(_ client: ClientID) {
        guard connections.removeValue(forKey: client) != nil else { return }
        handler?.clientDidDisconnect(client)
        endShutdownIfDone()
    }

    // MARK: The end

    /// Takes no more clients and no more requests, notifies subscribers, sends the remaining output, and removes the socket.
    ///
    /// The server answers requests that still wait with `shutting_down`, whatever the handler answers later. The future
    /// succeeds when all connections have ended, at the latest ``ControlLimits/shutdownTimeout`` from now.
    package func shutDown() -> EventLoopFuture<Void> {
        eventLoop.preconditionInEventLoop()
        if let shutdown { return shutdown.futureResult }
        let shutdown = eventLoop.makePromise(of: Void.self)
        self.shutdown = shutdown
        listener?.remove()
        listener = nil
        listenerChannel?.close(promise: nil)
        listenerChannel = nil
        publish(.serverShuttingDown)
        for connection in connections.values { connection.finish() }
        let deadline = eventLoop.assumeIsolated().scheduleTask(in: limits.shutdownTimeout) {
            for connection in self.connections.values { connection.abort() }
        }
        shutdown.futureResult.whenComplete { _ in deadline.cancel() }
        endShutdownIfDone()
        return shutdown.futureResult
    }

    private func endShutdownIfDone() {
        if connections.isEmpty { shutdown?.succeed() }
    }
}
