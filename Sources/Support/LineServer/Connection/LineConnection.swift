import Glibc
import Logging
package import NIOCore

/// The connection of one client, as its ``LineConversation`` uses it. Confined to the event loop.
///
/// It passes one line after the other to the conversation, and lets other clients have their turn in between. It reads nothing
/// from a client that does not read its output.
package final class LineConnection {
    /// The phases of the connection.
    private enum Phase {
        /// The connection passes lines.
        case open
        /// The connection reads no more. It sends the remaining output and then ends.
        case closing
        /// The connection reads no more. It sends the remaining output and then belongs to somebody else.
        case detaching
        /// The connection is closed.
        case closed
    }

    /// The connection without its server: a duplicate of the descriptor, and the function that takes it over.
    private typealias Detachment = (descriptor: CInt, receive: (CInt, [UInt8]) -> Void)

    /// The id of the client.
    package let id: ClientID
    /// Whether the client has come over a Unix socket. Such a client runs as the daemon's user or as root.
    package let isLocal: Bool

    /// Who is at the other end.
    let peer: ConnectionPeer
    /// The number of its place; `nil` if it was refused.
    private(set) var place: UInt64?

    private let limits: LineServerLimits
    private let hearsAnyLine: Bool
    private var standing = PlaceTable.Standing.silent
    private var silence: Scheduled<Void>?
    private weak var lineProtocol: (any LineProtocol)?
    private unowned let server: LineServer
    private var conversation: (any LineConversation)?
    private var phase = Phase.open
    private var framer: LineFramer
    private lazy var output = LineOutput(of: self, timeout: limits.writeTimeout, logger: server.logger)
    private var detachment: Detachment?
    /// Whether the client has closed its writing half.
    private var isInputEnded = false
    /// Whether the client has gone while its lines waited for their turn, which they still get.
    private var isGone = false
    private var isServing = false
    private var isTurnScheduled = false
    /// Whether serving stopped because too much output was unsent.
    private var waitsForOutput = false
    /// How many bytes of replies were written so far.
    private var written = 0
    /// When the server began the latest line; or, if nothing was kept before, when bytes were first kept again.
    private var lastLine = NIODeadline.distantPast

    private(set) var context: ChannelHandlerContext?
    /// How many bytes this connection last reported to the server as kept for the client.
    private(set) var countedBytes = 0

    init(id: ClientID, isLocal: Bool, peer: ConnectionPeer, speaking lineProtocol: any LineProtocol, server: LineServer) {
        self.id = id
        self.isLocal = isLocal
        self.peer = peer
        self.server = server
        self.lineProtocol = lineProtocol
        limits = server.limits
        hearsAnyLine = lineProtocol.hearsAnyLine
        framer = LineFramer(limit: limits.lineBytes, passesBlankLines: lineProtocol.passesBlankLines)
    }

    /// Begins to serve the client that has this place. Call it before the channel is active.
    func begin(_ conversation: any LineConversation, at place: UInt64) {
        self.conversation = conversation
        self.place = place
    }

    /// Sends a line and ends. Call it before the channel is active.
    func refuse(with line: [UInt8]) {
        phase = .closing
        output.append(line: line)
    }

    // MARK: For the conversation

    /// Who has connected: what this connection has in common with others of the same user or host.
    package var party: ClientParty { peer.party }

    /// Notes that the client speaks the protocol: nobody else gets its place any more.
    package func didSpeak() { raise(to: .heard) }

    /// Notes that the client has given a password.
    package func didAuthenticate() { raise(to: .trusted) }

    private func raise(to standing: PlaceTable.Standing) {
        guard self.standing < standing, let place else { return }
        self.standing = standing
        silence?.cancel()
        silence = nil
        server.places.raise(place, to: standing)
    }

    /// Whether the connection takes lines. If not, it is ending or has ended.
    package var isOpen: Bool { phase == .open }

    /// Whether a line that gets no reply was given up, because the daemon is about to end.
    package var hasGivenUp = false

    /// Whether the connection is closed.
    var isClosed: Bool { phase == .closed }

    /// Whether the server keeps so much for all clients that each one gets less.
    package var isCrowded: Bool { server.isCrowded }

    /// How many bytes of output wait, without those that are being sent.
    package var unsentBytes: Int { output.byteCount }

    /// How many bytes of unsent output this client may have. Past that, its lines wait.
    package var outputLimit: Int { server.isCrowded ? 0 : limits.outputBytes }

    /// Sends a line of a reply; `line` is without its end.
    package func send(_ line: [UInt8]) {
        guard phase != .closed else { return }
        output.append(line: line)
        written += line.count
        outputDidChange()
    }

    /// Adds a line that is no reply to the output, and does not send it yet: call ``outputDidChange()``, except within
    /// ``LineConversation/refill()``.
    package func append(_ line: [UInt8]) { output.append(line: line) }

    /// Sends output, unless the connection serves the client at this moment and will send it after that.
    package func outputDidChange() {
        if !isServing { output.flush() }
        keptBytesDidChange()
    }

    /// Takes no more lines. The connection ends once all output has been sent.
    package func end() {
        guard phase == .open else { return }
        phase = .closing
        if !isServing { advance() }
    }

    /// Counts bytes that were prepared as parts of a later line: the other clients have their turn sooner.
    package func didPrepare(_ bytes: Int) { written += bytes }

    /// Reports to the server how many bytes are kept for this client now.
    package func keptBytesDidChange() {
        let kept = phase == .closed ? 0 : output.byteCount + framer.storageBytes + (conversation?.keptBytes ?? 0)
        let more = kept - countedBytes
        guard more != 0 else { return }
        if countedBytes == 0 { lastLine = .now() }
        countedBytes = kept
        server.didKeep(more)
    }

    /// Continues with the client's lines because the conversation is ready again.
    ///
    /// Not now: the answer may be part of work that its giver has not finished.
    package func proceed() {
        guard !isServing, let context else { return }
        context.eventLoop.assumeIsolated().execute { self.advance(isNew: false) }
    }

    /// Takes no more lines. Once the client has all output, or has gone without it, the connection belongs to `receiver`, which
    /// gets its descriptor and the bytes that were read from it but were no line yet.
    ///
    /// The descriptor is a connected stream socket, non-blocking, closed on exec.
    ///
    /// - Returns: false if the descriptor cannot be handed over; the connection then ends. False, too, if it takes no lines
    ///   already.
    package func detach(to receiver: @escaping (_ descriptor: CInt, _ leadingBytes: [UInt8]) -> Void) -> Bool {
        guard phase == .open else { return false }
        phase = .detaching
        // Already now: if the client is gone, NIO closes its own descriptor, and the bytes that the client sent would be lost.
        let duplicate = try? context?.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        guard let descriptor = duplicate.flatMap(\.self), descriptor >= 0 else { return false }
        detachment = (descriptor, receiver)
        return true
    }

    // MARK: Serving

    /// Does everything that is possible now: serves lines, sends output, reads on, or ends the connection.
    /// - Parameter isNew: whether something has come from the client; `false` if its pipeline goes on after an answer.
    func advance(isNew: Bool = true) {
        // What waits for its turn gets it in its order, whatever else has come meanwhile.
        if !isTurnScheduled {
            let turns = server.turns
            let mayWait = !isNew || limits.defersNewcomers
            if mayWait, !turns.mayServe || (turns.hasWork && !isNew) {
                scheduleTurn(isNew: isNew)
            } else {
                turns.didServe(for: serve(upTo: turns.hasWork ? 1 : LineServerLimits.stepsPerTurn))
            }
        }
        goOn()
    }

    /// Sends output, reads on, or ends the connection.
    private func goOn() {
        output.flush()
        // The kernel took the output at once, so no other call would resume the lines that wait here.
        if waitsForOutput, output.byteCount <= outputLimit { scheduleTurn() }
        keptBytesDidChange()
        readOn()
        endIfDone()
    }

    /// Passes lines until one has to wait, or until it is the other clients' turn.
    /// - Parameter most: how many lines, or parts of their work. One while others wait for their turn: the first request of a client is
    ///   served at once, and its pipeline gets behind theirs.
    /// - Returns: how long it took.
    @discardableResult
    private func serve(upTo most: Int) -> TimeAmount {
        guard !isServing, let conversation else { return .zero }
        let begin = NIODeadline.now()
        isServing = true
        let steps = pass(to: conversation, upTo: most, until: begin + limits.turnTime)
        isServing = false
        guard steps > 0 else { return .zero }
        let duration = NIODeadline.now() - begin
        TurnStatistics.noteTurn(of: duration)
        return duration
    }

    /// Passes lines, and returns how many steps that were.
    private func pass(to conversation: any LineConversation, upTo most: Int, until end: NIODeadline) -> Int {
        waitsForOutput = false
        var steps = 0
        let writtenBefore = written
        while phase == .open, conversation.isReady {
            if output.byteCount > outputLimit {
                waitsForOutput = true
                return steps
            }
            if steps == most || written - writtenBefore > LineServerLimits.bytesPerTurn
                || (steps > 0 && NIODeadline.now() >= end)
            {
                scheduleTurn()
                return steps
            }
            steps += 1
            if conversation.continueWork() { continue }
            switch framer.next(isEnded: isInputEnded) {
            case .line(let line):
                lastLine = .now()
                if hearsAnyLine { didSpeak() }
                conversation.receive(line)
            case .incomplete: return steps
            case .tooLong:
                conversation.refuseLongLine()
                phase = .closing
            }
        }
        return steps
    }

    /// Continues with this connection after the event loop has served the others.
    /// - Parameter isNew: whether something has just come from the client, so that it goes before pipelines.
    private func scheduleTurn(isNew: Bool = false) {
        guard context != nil, !isTurnScheduled else { return }
        isTurnScheduled = true
        server.turns.add(self, isNew: isNew)
    }

    /// Continues with this connection: it is its turn.
    /// - Parameter isNew: whether it gets one step only, because its pipeline waits behind those of others.
    func takeTurn(isNew: Bool) {
        isTurnScheduled = false
        serve(upTo: isNew ? 1 : LineServerLimits.stepsPerTurn)
        if isGone { didEnd() } else { goOn() }
    }

    /// Asks for more bytes, unless enough bytes wait here already or the client does not read.
    private func readOn() {
        guard phase == .open, !isInputEnded, framer.readableBytes <= limits.lineBytes + 1, output.byteCount <= outputLimit
        else { return }
        context?.read()
    }

    /// Adds output that the conversation has held back.
    func refill() { conversation?.refill() }

    // MARK: The end

    /// Ends the connection, or hands it over, once all output has been sent.
    private func endIfDone() {
        guard let context, output.byteCount == 0, !output.isSending else { return }
        switch phase {
        case .open:
            let isDone = isInputEnded && framer.readableBytes == 0 && conversation?.isIdle != false
            if isDone { context.close(promise: nil) }
        case .closing: context.close(promise: nil)
        case .detaching:
            handOver()
            // Closing the channel closes its own descriptor; the connection lives on in the duplicate.
            context.close(promise: nil)
        case .closed: break
        }
    }

    private func handOver() {
        guard let (descriptor, receive) = detachment else { return }
        detachment = nil
        // All bytes that the channel has read are in the framer; the kernel still has the rest.
        receive(descriptor, framer.takeRest())
    }

    /// Takes no more lines, and has the conversation answer those that wait. The connection ends once all output has been sent.
    func finish() {
        guard phase == .open else { return }
        phase = .closing
        conversation?.finish()
        advance()
    }

    /// Tells the client why it has to leave, and closes the connection at once.
    func leave(because refusal: Refusal) {
        // Also while it ends: a client that does not read could keep its descriptor for long after its place.
        guard phase == .open || phase == .closing else { return }
        server.log(refusal, peer.party)
        if let line = lineProtocol?.line(for: refusal) { output.append(line: line) }
        output.flush()
        context?.close(promise: nil)
    }

    /// Begins to wait for the client's first sign, if it may not wait with that for any time.
    private func awaitSign(_ context: ChannelHandlerContext) {
        guard place != nil, standing == .silent, let timeout = limits.silenceTimeout else { return }
        silence = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [weak self] in
            self?.leave(because: .silent(seconds: Int(timeout.nanoseconds / 1_000_000_000)))
        }
    }

    /// Closes the connection at once.
    func abort() { context?.close(promise: nil) }

    /// Whether the server may close the connection to make room: not while it serves or flushes, and not if it is being
    /// detached.
    var canBeEnded: Bool { (phase == .open || phase == .closing) && !isServing && !output.isFlushing }

    /// Since when the client has neither read its output nor ended its line.
    var stalledSince: NIODeadline { output.isSending ? output.lastProgress : lastLine }

    /// Closes the connection, and releases everything that is kept for it.
    func endForRoom() {
        server.logger.notice(
            "closing a client that takes too much memory", metadata: ["client": "\(id.number)", "kept": "\(countedBytes)"])
        phase = .closing
        output.discard()
        framer = LineFramer(limit: limits.lineBytes, passesBlankLines: framer.passesBlankLines)
        conversation?.discard()
        keptBytesDidChange()
        context?.close(promise: nil)
    }
}

/// What SwiftNIO reports.
extension LineConnection: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    package func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    package func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    package func channelActive(context: ChannelHandlerContext) {
        awaitSign(context)
        advance()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The bytes of a connection that is closing are ignored; those of one that is being detached belong to its receiver.
        if phase == .open || phase == .detaching { framer.append(unwrapInboundIn(data)) }
    }

    package func channelReadComplete(context: ChannelHandlerContext) { advance() }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            isInputEnded = true
            advance()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection broke: no client is left to get an error.
        context.close(promise: nil)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        // Even if the client has gone without its reply, the bytes that it sent belong to the receiver.
        handOver()
        output.stopWatching()
        isGone = limits.defersNewcomers && isTurnScheduled && phase == .open
        if !isGone { didEnd() }
    }

    private func didEnd() {
        phase = .closed
        silence?.cancel()
        silence = nil
        conversation?.connectionEnded()
        keptBytesDidChange()
        server.didClose(self)
    }
}
