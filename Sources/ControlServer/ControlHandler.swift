package import ControlProtocol

/// What answers requests: the daemon. Everything here happens on the control server's event loop.
///
/// ``handle(_:from:reply:)`` and ``clientDidDisconnect(_:)`` are never called from within a reply or a published event: what
/// the handler is in the middle of is done before it hears of the next thing.
package protocol ControlHandler: AnyObject {
    /// Does what a request says and answers it, at once or later. Where the server ends before, it answers itself.
    ///
    /// Requests of a connection come in the order of their arrival. After one whose ``Method/waitsForMedia`` is false the
    /// connection's next request comes only when `reply` has been called; so such a handler may go to another thread and
    /// back without losing the order. After one that waits for media the next comes at once.
    ///
    /// `events.subscribe`, `events.unsubscribe` and `rpc.discover` never come here. For ``Request/streamOpen(format:title:play:)``
    /// a reply that succeeds is followed by ``adopt(_:from:)`` once the client has it.
    func handle(_ request: Request, from client: ClientID, reply: Reply)

    /// What `status` answers now: the snapshot that a new subscriber starts from.
    func currentStatus() -> Wire.Status

    /// Takes over the connection of a client that opened a stream.
    ///
    /// The receiver owns the descriptor and closes it. ``clientDidDisconnect(_:)`` follows.
    func adopt(_ stream: MediaConnection, from client: ClientID)

    /// A client that was heard of is gone, and with it what lasts only as long as its connection.
    ///
    /// Requests of its may still wait for their answer; answering them does nothing.
    func clientDidDisconnect(_ client: ClientID)
}

/// Tells connections apart; never used twice in the life of a server.
package struct ClientID: Hashable, Sendable {
    /// Counted from 1.
    package let number: UInt64

    /// Makes an id.
    package init(number: UInt64) { self.number = number }
}

/// A connection that from here on carries the bytes of media and nothing else.
///
/// The descriptor is handed over whole: whoever decodes reads from it at their own pace, and the kernel holds the client
/// back. No byte of it passes through the event loop.
package struct MediaConnection: Sendable {
    /// A connected stream socket, non-blocking, closed on exec. Owned by whoever gets this value.
    package let descriptor: CInt
    /// What had been read from it when the client got its reply: the first bytes of the media.
    package let leadingBytes: [UInt8]
}
