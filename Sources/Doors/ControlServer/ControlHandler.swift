package import ControlProtocol
package import LineServer

/// The object that answers requests: the daemon. The server calls it on the control server's event loop.
///
/// The server never calls a binding or ``clientDidDisconnect(_:)`` from within a reply or a published event: the handler finishes its
/// current work before the next call comes.
package protocol ControlHandler: AnyObject {
    /// What answers each method that the server does not answer itself. If the server ends before a request is answered, the server
    /// answers it.
    ///
    /// The requests of a connection come in the order of their arrival. After a request whose ``AnyMethod/waitsForMedia`` is
    /// false, the next one of the connection comes only once it has been answered. So the handler may go to another thread
    /// and back without losing the order. After a request that waits for media the next one comes at once.
    ///
    /// The server answers `events.subscribe`, `events.unsubscribe` and `rpc.discover` itself. After a successful answer to
    /// a request that ``AnyMethod/opensStream(_:)``, the server calls ``adopt(_:from:)`` once the client has the reply.
    static var bindings: [MethodBinding<Self>] { get }

    /// Returns why a client may not call a method; `nil` if it may. Each call is asked about, also of the methods that the server answers itself.
    func refusal(of method: any AnyMethod, from client: ClientID) -> ControlError?

    /// Returns the status now: the snapshot that a new subscriber starts from.
    func currentStatus() -> Wire.Status

    /// Takes over the connection of a client that opened a stream.
    ///
    /// The receiver owns the descriptor and closes it. The server then calls ``clientDidDisconnect(_:)``.
    func adopt(_ stream: MediaConnection, from client: ClientID)

    /// Reports that a client has subscribed to events, or no longer does.
    func subscriptionsDidChange()

    /// Reports that a client has disconnected. Everything that lasts only as long as its connection ends.
    ///
    /// Its requests may still be unanswered; answering them does nothing.
    func clientDidDisconnect(_ client: ClientID)
}

extension ControlHandler {
    /// Allows everything to the programs of the user, and nothing to others.
    package func refusal(of method: any AnyMethod, from client: ClientID) -> ControlError? {
        client.isFar ? ControlError(.permissionDenied, "only programs of the user may call \(method.name)") : nil
    }

    /// Does nothing.
    package func subscriptionsDidChange() {}
}

/// A connection that from now on carries the bytes of media and nothing else.
///
/// The receiver gets the descriptor itself and reads from it at its own pace; the kernel holds the client back. No byte passes
/// through the event loop.
package struct MediaConnection: Sendable {
    /// A connected stream socket, non-blocking, closed on exec. The receiver of this value owns it.
    package let descriptor: CInt
    /// The bytes that the server had read from it when the client got its reply: the first bytes of the media.
    package let leadingBytes: [UInt8]
}
