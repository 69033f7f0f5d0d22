package import ControlProtocol
import JSON
package import LineServer
package import Logging
package import NIOCore
package import SystemSupport

/// Serves the control protocol: JSON-RPC, a message on each line of a Unix socket.
///
/// Confined to one event loop: make, use and release it there. It costs nothing while clients are silent: no timer runs, and
/// no thread wakes.
package final class ControlServer {
    /// The limits for clients.
    package let limits: ControlLimits
    /// The object that answers requests.
    private(set) weak var handler: (any ControlHandler)?
    /// Checks the parameters of a request to the handler; `nil` if there is no handler any more.
    private(set) var prepare: (any AnyMethod, Call.Parameters) throws(ControlError) -> HandlerRequest? = { _, _ in nil }

    let logger: Logger
    private let lines: LineServer
    private var subscribers: [ClientID: ControlConversation] = [:]

    /// Makes a server, which does not listen yet.
    /// - Parameter places: what it shares with the other servers of the process; `nil` if there is no other.
    package init(
        eventLoop: any EventLoop, limits: ControlLimits = ControlLimits(), places: ClientPlaces? = nil, logger: Logger
    ) {
        self.limits = limits
        self.logger = logger
        lines = LineServer(eventLoop: eventLoop, limits: limits.lines, places: places, logger: logger)
        lines.lineProtocol = self
    }

    /// The event loop that everything happens on.
    package var eventLoop: any EventLoop { lines.eventLoop }

    /// How many clients are connected. A connection that has become a stream does not count.
    package var clientCount: Int { lines.clientCount }

    /// Returns the process that has made the connection of a client, with those that it descends from; `nil` if the client is
    /// gone, or if that process has ended.
    package func process(of client: ClientID) -> ProcessLineage? { lines.process(of: client) }

    /// Returns the name of the program that has made the connection of a client; `nil` as with ``process(of:)``.
    package func programName(of client: ClientID) -> String? { lines.programName(of: client) }

    /// How many bytes the server keeps for all clients together: output that they have not read, replies to batches that are
    /// not complete, messages that have not ended, and requests that wait.
    package var keptBytes: Int { lines.keptBytes }

    /// Has `handler` answer the requests. Call it before ``start(path:)``; without a handler, the server answers requests with
    /// `shutting_down`.
    ///
    /// - Throws: ``BindingFailure`` unless the handler answers each method of the protocol once.
    package func answer<Handler: ControlHandler>(with handler: Handler) throws(BindingFailure) {
        let table = try MethodTable(Handler.bindings)
        self.handler = handler
        prepare = { [weak handler] method, parameters throws(ControlError) in
            guard let request = try table[method]?.request(parameters), let handler else { return nil }
            return HandlerRequest(opensStream: request.opensStream) { request.begin(handler, $0, $1) }
        }
    }

    /// Listens on a new socket, mode 0600, at `path`. Makes missing directories above it with mode 0700.
    ///
    /// - Throws: `LineServerError`; its message is for the user.
    package func start(path: String) throws(LineServerError) { try lines.start(path: path) }

    /// Listens on a socket that the service manager passed. The server does not remove it at its end.
    ///
    /// - Throws: `LineServerError`; its message is for the user.
    package func start(adopting descriptor: CInt) throws(LineServerError) { try lines.start(adopting: descriptor) }

    /// Listens on an address of the network, for clients that send their messages within another protocol, which `fitting` puts before them.
    ///
    /// - Throws: `LineServerError`; its message is for the user.
    package func start(address: String, fitting: @escaping LineFitting) throws(LineServerError) {
        try lines.start(address: address, fitting: fitting)
    }

    /// Closes the connection of a client at once. Does nothing if the client is gone.
    package func end(_ client: ClientID) { lines.end(client) }

    /// Sends an event to the clients that subscribed to its type.
    ///
    /// - Parameter time: when it happened, in seconds of CLOCK_MONOTONIC; the current time if left out.
    package func publish(_ event: Event, time: Double? = nil) {
        eventLoop.preconditionInEventLoop()
        if subscribers.isEmpty { return }
        let notification = Notification(event, time: time ?? MonotonicClock.seconds)
        for subscriber in subscribers.values { subscriber.deliver(notification) }
    }

    /// Returns whether any client subscribed to the events of `type`.
    package func hasSubscriber(of type: EventType) -> Bool { subscribers.values.contains { $0.admits(type) } }

    /// Takes no more clients and no more requests, notifies subscribers, sends the remaining output, and removes the socket.
    ///
    /// The server answers requests that still wait with `shutting_down`, whatever the handler answers later. The future
    /// succeeds when all connections have ended, at the latest `LineServerLimits.shutdownTimeout` from now.
    package func shutDown() -> EventLoopFuture<Void> { lines.shutDown() }

    // MARK: Told by conversations

    func didSubscribe(_ conversation: ControlConversation, of client: ClientID) {
        subscribers[client] = conversation
        handler?.subscriptionsDidChange()
    }

    func didUnsubscribe(_ client: ClientID) {
        if subscribers.removeValue(forKey: client) != nil { handler?.subscriptionsDidChange() }
    }
}

/// A request to the handler whose parameters have been checked.
struct HandlerRequest {
    let opensStream: Bool
    let begin: (ClientID, Reply) -> Void
}

/// What the line server asks.
extension ControlServer: LineProtocol {
    package func converse(over connection: LineConnection) -> any LineConversation {
        ControlConversation(over: connection, server: self)
    }

    package func line(for refusal: Refusal) -> [UInt8] {
        let error =
            switch refusal {
            case .otherUser:
                ControlError(
                    .permissionDenied,
                    "only the user who runs fermatad may control it, and root where fermatad runs in no user namespace")
            case .tooManyClients(let limit):
                ControlError(
                    .limitExceeded, "\(limit) clients are connected, which is the limit", details: ["limit": "clients"])
            case .tooManyOfHost(let limit):
                ControlError(
                    .limitExceeded, "\(limit) clients of this host are connected, which is the limit",
                    details: ["limit": "clients"])
            case .replaced:
                ControlError(
                    .limitExceeded, "this client has sent nothing, and another one needs its place",
                    details: ["limit": "clients"])
            case .silent(let seconds):
                ControlError(.limitExceeded, "this client has sent nothing for \(seconds) seconds", details: ["limit": "clients"])
            case .serverIsEnding: ControlError.shuttingDown
            }
        return Response(error: error).json.bytes
    }

    package func serverIsEnding() { publish(.serverShuttingDown) }

    package func clientDidDisconnect(_ client: ClientID) { handler?.clientDidDisconnect(client) }
}
