package import NIOCore

/// One client's side of a ``LineProtocol``: it takes the lines of one ``LineConnection`` and answers on it.
///
/// Confined to the event loop. The connection asks for the next step only while ``isReady`` is true and the client reads its
/// output, so that a client cannot make the server work ahead.
package protocol LineConversation: AnyObject {
    /// Whether the next step may begin. It is false while an earlier line waits for an answer that has to come first. When it
    /// becomes true again, call ``LineConnection/proceed()``.
    var isReady: Bool { get }

    /// Whether nothing remains to be answered. If the client has closed its writing half, the connection then ends.
    var isIdle: Bool { get }

    /// How many bytes of memory the conversation keeps for its client. Call ``LineConnection/keptBytesDidChange()`` when it
    /// changes outside of a step.
    var keptBytes: Int { get }

    /// Takes the next step of work that an earlier line has begun, such as one request of a batch.
    ///
    /// - Returns: false if no such work remains; the connection then passes the next line.
    func continueWork() -> Bool

    /// Takes a line, without its end; never a blank one, unless ``LineProtocol/passesBlankLines`` is true.
    func receive(_ line: ByteBuffer)

    /// Answers a line that is longer than ``LineServerLimits/lineBytes``. The connection then ends.
    func refuseLongLine()

    /// Adds output that was held back, with ``LineConnection/append(_:)``, as far as there is room for it. The connection calls
    /// this while it sends.
    func refill()

    /// Answers everything that waits, because the server is ending. The connection then sends its output and ends.
    func finish()

    /// Releases everything that is kept, without an answer: the connection is about to be closed to make room for others.
    func discard()

    /// Releases everything that is kept: the connection is closed. No further call follows.
    func connectionEnded()
}
