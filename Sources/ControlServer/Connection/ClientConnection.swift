import ControlProtocol
import NIOCore

/// One client. Confined to the event loop.
///
/// Requests are taken up one after the other: the next begins when the one before has been answered, unless that one
/// waits for media. Nothing is read from a client that owes us the reading of its output.
final class ClientConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What becomes of the connection.
    enum Phase {
        /// Requests are served.
        case open
        /// No more is read; what is owed is sent, then the connection ends.
        case closing
        /// No more is read; what is owed is sent, then the connection carries media.
        case handingOver
        /// It is gone.
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
    /// Where the answers go to requests that have none yet, by the order in which they were begun, and how long each was.
    var unanswered: [Int: (reply: Reply, bytes: Int)] = [:]
    /// How many requests were handed to the daemon so far.
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
    /// How long the request is that is being begun, in bytes.
    var requestBytes = 0
    /// What the server was told is kept for this client, in bytes.
    var countedBytes = 0
    /// When the latest message was taken up, or the first byte came of which something is kept.
    var lastRequest = NIODeadline.distantPast
    /// Whether a chunk is with the kernel.
    var isSending = false
    var isFlushing = false
    var lastProgress = NIODeadline.distantPast
    /// What the kernel had for the client when that was looked at last.
    var lastUnread: CInt?
    var progressWatch: Scheduled<Void>?

    /// The duplicate of the descriptor that is to carry media.
    var mediaDescriptor: CInt?

    /// What the client subscribed to; `nil` without a subscription.
    var filter: EventFilter?
    /// The sequence of the latest event that was for this client.
    var sequence: Int64 = 0

    /// Makes a connection; one with a `rejection` is told so and ends.
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
        // What a closing connection sends is nobody's; what one sends that is handed over is media.
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
        // A connection that broke: there is nobody left to tell.
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // A client that is gone without its reply has sent what it has sent.
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

    /// Does whatever can be done now: serves, sends, reads on or ends.
    func advance() {
        serve()
        flush()
        // The kernel took it at once, and nothing else would come back for the requests that wait here.
        if waitsForOutput, output.byteCount <= outputLimit { scheduleTurn() }
        countKept()
        readOn()
        endIfDone()
    }

    /// Asks for more bytes unless enough wait here already, or the client does not read.
    private func readOn() {
        guard phase == .open, !isInputEnded, framer.readableBytes <= limits.messageBytes + 1,
            output.byteCount <= outputLimit
        else { return }
        context?.read()
    }

    /// Ends the connection, or hands it over, once nothing is owed.
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

    /// Serves no more requests, and answers those that wait that the daemon ends; ends once the client has what it is owed.
    func finish() {
        guard phase == .open else { return }
        phase = .closing
        answerTheRest()
        advance()
    }

    /// Ends at once.
    func abort() { context?.close(promise: nil) }
}
