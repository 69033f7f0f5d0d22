package import NIOCore

/// Puts handlers before the lines of a new connection, whose first byte has not come: those of a protocol that carries lines within messages of
/// its own. To the connection they hand lines with their ends, and from it they get the same. It is called on the server's event loop.
package typealias LineFitting = (_ pipeline: ChannelPipeline.SynchronousOperations, _ connection: LineConnection) throws -> Void

/// A protocol of lines, as a ``LineServer`` speaks it with all its clients. The server calls it on its event loop.
package protocol LineProtocol: AnyObject {
    /// Whether lines without any word are passed as well. Without this, they are left out.
    var passesBlankLines: Bool { get }

    /// Whether any line shows that a client is a real one. Without this, the conversation says so, with
    /// ``LineConnection/didSpeak()``. A client that has not shown it loses its place sooner than others.
    var hearsAnyLine: Bool { get }

    /// Begins the conversation with a client that has connected. A greeting may be sent at once.
    ///
    /// The connection owns the conversation, which must not keep the connection alive.
    func converse(over connection: LineConnection) -> any LineConversation

    /// Returns the line, without its end, for a client that the server refuses. The connection then ends.
    func line(for refusal: Refusal) -> [UInt8]

    /// Reports that the server has begun to end: it no longer listens, and ends each conversation after this call.
    func serverIsEnding()

    /// Reports that a client has disconnected. A client that was refused is not reported.
    ///
    /// The server never calls this from within a call to a ``LineConnection``.
    func clientDidDisconnect(_ client: ClientID)
}

extension LineProtocol {
    /// Lines without any word are left out.
    package var passesBlankLines: Bool { false }

    /// Every line counts.
    package var hearsAnyLine: Bool { true }
}

/// Why the server refuses a client, or ends its connection without having heard from it.
package enum Refusal: Hashable, Sendable {
    /// The client runs as another user, who is not root either.
    case otherUser
    /// As many clients are connected as may be.
    case tooManyClients(limit: Int)
    /// As many clients of its host are connected as may be without a password.
    case tooManyOfHost(limit: Int)
    /// The client has shown nothing of itself, and another one needs its place.
    case replaced
    /// The client has shown nothing of itself for so many seconds.
    case silent(seconds: Int)
    /// The server is ending.
    case serverIsEnding
}
