import ControlProtocol
import NIOCore

/// The connection of one client. Confined to the event loop.
///
/// It serves requests one after the other: the next begins when the one before has been answered, unless that one waits for
/// media. It reads nothing from a client that does not read its output.
final class ClientConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The phases of the connection.
    enum Phase {
        /// The connection serves requests.
        case open
        /// The connection reads no more. It sends the remaining output and then ends.
        case closing
        /// The connection reads no more. It sends the remaining output and then carries media.
        case handingOver
        /// The connection is closed.
        case closed
    }

    let id: ClientID
    let limits: ControlLimits
    unowned let server: ControlServer

    var context: ChannelHandlerContext?
    var phase: Phase
    var framer: LineFramer
    /// The batch whose members are being begun.
    var batch: Batch?
    /// Requests that must be answered before the next may begin: 0 or 1.
    var holding = 0
    /// The unanswered requests: the reply of each and its length in bytes, numbered in the order in which they began.
    var unanswered: [Int: (reply: Reply, bytes: Int)] = [:]
    /// How many requests were passed to the daemon so far.
    var handed = 0
    /// Whether the client has closed its writing half.
    var isInputEnded = false
    var isServing = false
    var isTurnScheduled = false
    /// Whether serving stopped because too much output was unsent.
    var waitsForOutput = false

    var output = OutputQueue()
    /// How many bytes of replies were written so far.
    var written = 0
    /// Bytes of replies that wait for the rest of their batch.
    var batchedBytes = 0
    /// Bytes of requests that have no answer yet, or have not begun.
    var waitingBytes = 0
    /// The length of the request that is being begun, in bytes.
    var requestBytes = 0
    /// How many bytes this connection last reported to the server as kept for the client.
    var countedBytes = 0
    /// When the server began the latest message; or, if nothing was kept before, when bytes were first kept again.
    var lastRequest = NIODeadline.distantPast
    /// Whether a chunk has been passed on and the kernel has not taken all of it.
    var isSending = false
    var isFlushing = false
    var lastProgress = NIODeadline.distantPast
    /// How many bytes the kernel had for the client at the last check.
    var lastUnread: CInt?
    var progressWatch: Scheduled<Void>?

    /// The duplicate of the descriptor, which is to carry media.
    var mediaDescriptor: CInt?

    /// The events that the client subscribed to; `nil` without a subscription.
    var filter: EventFilter?
    /// The sequence number of the latest event for this client.
    var sequence: Int64 = 0

    /// Makes a connection. With a `rejection` it sends that error and ends.
    init(id: ClientID, server: ControlServer, rejection: ControlError?) {
        self.id = id
        self.server = server
        limits = server.limits
        framer = LineFramer(limit: limits.messageBytes)
        phase = rejection == nil ? .open : .closing
        if let rejection { output.append(line: Response(error: rejection).json.bytes) }
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) { advance() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The bytes of a connection that is closing are ignored; those of one that is being handed over are media.
        if phase == .open || phase == .handingOver { framer.append(unwrapInboundIn(data)) }
    }

    func channelReadComplete(context: ChannelHandlerContext) { advance() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            isInputEnded = true
            advance()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection broke: no client is left to get an error.
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Even if the client has gone without its reply, the bytes that it sent are media.
        handOver()
        phase = .closed
        progressWatch?.cancel()
        progressWatch = nil
        filter = nil
        batch = nil
        unanswered = [:]
        countKept()
        server.didClose(self)
    }

    /// Does everything that is possible now: serves requests, sends output, reads on, or ends the connection.
    func advance() {
        serve()
        flush()
        // The kernel took the output at once, so no other call would resume the requests that wait here.
        if waitsForOutput, output.byteCount <= outputLimit { scheduleTurn() }
        countKept()
        readOn()
        endIfDone()
    }

    /// Asks for more bytes, unless enough bytes wait here already or the client does not read.
    private func readOn() {
        guard phase == .open, !isInputEnded, framer.readableBytes <= limits.messageBytes + 1,
            output.byteCount <= outputLimit
        else { return }
        context?.read()
    }

    /// Ends the connection, or hands it over, once all output has been sent.
    private func endIfDone() {
        guard let context, output.byteCount == 0, !isSending else { return }
        switch phase {
        case .open:
            let isDone = isInputEnded && framer.readableBytes == 0 && batch == nil && unanswered.isEmpty
            if isDone { context.close(promise: nil) }
        case .closing: context.close(promise: nil)
        case .handingOver:
            handOver()
            // Closing the channel closes its own descriptor; the connection lives on in the duplicate.
            context.close(promise: nil)
        case .closed: break
        }
    }

    /// Serves no more requests, and answers those that wait with `shutting_down`. The connection ends once all output has been
    /// sent.
    func finish() {
        guard phase == .open else { return }
        phase = .closing
        answerTheRest()
        advance()
    }

    /// Closes the connection at once.
    func abort() { context?.close(promise: nil) }
}
