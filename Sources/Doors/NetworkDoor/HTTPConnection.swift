import Glibc
import LineServer
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// One connection as long as it speaks HTTP: it takes one request after the other, has the door say what becomes of each, and writes the answer.
/// It stands before the ``LineConnection``, whose lines become the bodies of requests and answers.
///
/// Confined to the event loop. It keeps the body of no message: what comes goes on to the line at once, which counts and bounds it.
final class HTTPConnection: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        /// It waits for a request.
        case idle
        /// The head of a request has come, whose end is to follow without a body.
        case ending(WebPlan)
        /// The body that the door wants comes.
        case receiving(ByteBuffer, WebPlan.Taking)
        /// The body goes on as a line.
        case passing(Int)
        /// The line is whole, and its reply goes out.
        case replying
        /// An answer is made, or written.
        case answering
        /// An answer without an end is sent; so many bytes of it wait.
        case streaming(unsent: Int)
        /// Nothing counts any more.
        case closing
    }

    /// How long a request may take to come, and a connection may wait for the next one.
    private static let patience = TimeAmount.seconds(30)
    /// How many bytes of an answer are given to the system at a time; the client has the time of a write for each.
    private static let pieceBytes = 64 << 10

    private unowned let door: NetworkDoor
    private let decoder: any RemovableChannelHandler
    let line: LineConnection
    private var state = State.idle
    private var context: ChannelHandlerContext?
    /// The host that the request asked for, once it is known to be one of ours.
    private var host: String?
    /// Whether the connection ends with the answer.
    private var closesAfterAnswer = false
    /// Whether the line asked for more bytes while an answer was written.
    private var holdsRead = false
    /// Whether the head of the reply to a message is written, and whether the reply is over.
    private var (replyBegan, replyEnded) = (false, false)
    private var timer: Scheduled<Void>?
    private var whenAnswered: (() -> Void)?
    /// The user at the other end within this machine, once somebody has asked.
    private(set) lazy var user = line.loopbackUser

    init(_ line: LineConnection, decoder: any RemovableChannelHandler, door: NetworkDoor) {
        self.line = line
        self.decoder = decoder
        self.door = door
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        close(unlessDoneWithin: Self.patience)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        state = .closing
        releaseAnswer()
        context.fireChannelInactive()
    }

    /// Closes the connection at once.
    func close() {
        state = .closing
        context?.close(promise: nil)
    }

    /// What makes a WebSocket of the connection, as far as it depends on the request; `nil` if the request is none for that.
    func webSocketAccept(_ head: HTTPRequestHead) -> String? {
        guard let channel = context?.channel, head.headers.first(name: "sec-websocket-key")?.utf8.count == 24 else { return nil }
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        var accept: String?
        // Nothing is waited for: all of it is known now.
        upgrader.buildUpgradeResponse(channel: channel, upgradeRequest: head, initialResponseHeaders: [:]).assumeIsolated()
            .whenSuccess { accept = $0.first(name: "sec-websocket-accept") }
        return accept
    }

    /// Calls `release` once the answer to this request is written, or the client has gone.
    func onceAnswered(_ release: @escaping () -> Void) { whenAnswered = release }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .idle): begin(head)
        case (.body, .ending): refuse(.badRequest)
        case (.end, .ending(let plan)): carryOut(plan)
        case (.body(let bytes), .receiving(let body, let taking)): take(bytes, after: body, taking)
        case (.end, .receiving(let body, let taking)):
            state = .answering
            close(unlessDoneWithin: Self.patience)
            taking.take(body) { [weak self] in self?.answer($0) }
        case (.body(let bytes), .passing(let count)): pass(bytes, after: count, context)
        case (.end, .passing):
            state = .replying
            timer?.cancel()
            context.fireChannelRead(wrapInboundOut(ByteBuffer(string: "\n")))
            // So the line server answers, and then closes: a reply is over when it does, also if it has no line.
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        // Who sends a request before the answer to the last one gets that answer alone.
        case (.head, .answering), (.head, .replying): closesAfterAnswer = true
        case (.head, _), (.body, _), (.end, _): break
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        host = nil
        // A connection that waited for this request has used up its time.
        close(unlessDoneWithin: Self.patience)
        do throws(WebRefusal) {
            let request = try WebRequest(head)
            // The decoder reads nothing behind a request that asks for another protocol, and would only keep what comes.
            closesAfterAnswer = !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "upgrade")
            try door.check(request)
            host = request.host
            let plan = try door.plan(for: request, of: self)
            switch plan {
            case .answer, .later, .webSocket, .stream: state = .ending(plan)
            case .refused(let response): refuse(response)
            case .body(let taking):
                guard request.contentLength ?? 0 <= taking.limit else { throw .tooLong }
                state = .receiving(ByteBuffer(), taking)
                goOn(head)
            case .message:
                guard request.contentLength ?? 0 <= door.messageLimit else { throw .tooLong }
                state = .passing(0)
                goOn(head)
            }
        } catch {
            refuse(error)
        }
    }

    /// Tells a client that waits for it that its body is wanted.
    private func goOn(_ head: HTTPRequestHead) {
        guard head.headers.first(name: "expect")?.lowercased() == "100-continue" else { return }
        context?.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
    }

    private func carryOut(_ plan: WebPlan) {
        switch plan {
        case .answer(let response): answer(response)
        case .later(let make):
            state = .answering
            timer?.cancel()
            make { [weak self] in self?.answer($0) }
        case .webSocket(let head): upgrade(head)
        case .stream(let plan): stream(plan)
        case .refused, .body, .message: refuse(.badRequest)
        }
    }

    private func take(_ bytes: ByteBuffer, after body: ByteBuffer, _ taking: WebPlan.Taking) {
        var (bytes, body) = (bytes, body)
        guard body.readableBytes + bytes.readableBytes <= taking.limit else { return refuse(.tooLong) }
        body.writeBuffer(&bytes)
        state = .receiving(body, taking)
    }

    private func pass(_ bytes: ByteBuffer, after count: Int, _ context: ChannelHandlerContext) {
        var bytes = bytes
        guard count + bytes.readableBytes <= door.messageLimit else { return refuse(.tooLong) }
        state = .passing(count + bytes.readableBytes)
        WebSocketReader.flatten(&bytes)
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    // MARK: Answers

    private func refuse(_ refusal: WebRefusal) { refuse(refusal.response) }

    private func refuse(_ response: WebResponse) {
        // What is still to come of the request is not read.
        closesAfterAnswer = true
        answer(response)
    }

    private func answer(_ response: WebResponse) {
        guard let context else { return }
        if case .closing = state { return }
        state = .answering
        context.write(wrapOutboundOut(response.head(host: host, closes: closesAfterAnswer)), promise: nil)
        write(response.isHeadOnly ? ByteBuffer() : response.body)
    }

    /// Writes what is left of an answer, one piece after the other.
    private func write(_ rest: ByteBuffer) {
        guard let context else { return }
        var rest = rest
        let piece = rest.readSlice(length: min(rest.readableBytes, Self.pieceBytes)) ?? ByteBuffer()
        close(unlessDoneWithin: door.writeTimeout)
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { [weak self] in
            guard let self, case .answering = state else { return }
            if rest.readableBytes > 0 { write(rest) } else { didAnswer() }
        }
        context.writeAndFlush(wrapOutboundOut(piece), promise: promise)
    }

    private func didAnswer() {
        releaseAnswer()
        guard !closesAfterAnswer else { return end() }
        state = .idle
        close(unlessDoneWithin: Self.patience)
        guard holdsRead else { return }
        holdsRead = false
        context?.read()
    }

    /// Answers with what comes, until one of both ends it. The end of the connection ends the body: players of stations know nothing else.
    private func stream(_ plan: WebPlan.Streaming) {
        guard let context else { return }
        timer?.cancel()
        closesAfterAnswer = true
        state = .streaming(unsent: 0)
        boundSendBuffer(context)
        var head = WebResponse.head(
            status: 200, type: plan.type, host: host, closes: true, plan.lines + [("Cache-Control", "no-store")])
        head.writeString("\r\n")
        context.writeAndFlush(wrapOutboundOut(head), promise: nil)
        whenAnswered = plan.end
        plan.begin { [weak self] in self?.sendOn($0, atMost: plan.limit) }
    }

    /// Sends what comes of an answer without an end; `nil` ends it. A client that does not read loses its place, and holds up nobody.
    private func sendOn(_ bytes: ByteBuffer?, atMost limit: Int) {
        guard let context, case .streaming(let unsent) = state else { return }
        guard let bytes else { return end() }
        let count = bytes.readableBytes
        guard unsent + count <= limit else {
            door.noteSlowListener(line)
            return close()
        }
        state = .streaming(unsent: unsent + count)
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { [weak self] in
            guard let self, case .streaming(let unsent) = state else { return }
            state = .streaming(unsent: unsent - count)
        }
        context.writeAndFlush(wrapOutboundOut(bytes), promise: promise)
    }

    /// How much the system keeps of an endless answer for a client, in bytes: by itself it would keep minutes.
    private static let sendBufferBytes: CInt = 64 << 10

    private func boundSendBuffer(_ context: ChannelHandlerContext) {
        try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { descriptor in
            var value = Self.sendBufferBytes
            // A system that refuses keeps more, and that is all.
            setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &value, socklen_t(MemoryLayout<CInt>.size))
        }
    }

    private func releaseAnswer() {
        let release = whenAnswered
        whenAnswered = nil
        release?()
    }

    private func end() {
        state = .closing
        timer?.cancel()
        context?.close(promise: nil)
    }

    /// Closes the connection if nothing happens for so long.
    private func close(unlessDoneWithin time: TimeAmount) {
        timer?.cancel()
        timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.close() }
    }

    // MARK: WebSocket

    /// From now on the connection is a WebSocket.
    private func upgrade(_ head: ByteBuffer) {
        guard let context else { return }
        state = .closing
        let pipeline = context.pipeline.syncOperations
        context.writeAndFlush(wrapOutboundOut(head), promise: nil)
        do {
            try pipeline.addHandler(WebSocketConnection(limit: door.messageLimit), position: .after(self))
        } catch {
            return context.close(promise: nil)
        }
        let channel = context.channel
        // Until the decoder has gone, what it still makes of bytes behind the request comes here, and counts no more: the handler
        // of a WebSocket takes bytes alone.
        pipeline.removeHandler(decoder).assumeIsolated().whenComplete { [self] _ in
            pipeline.removeHandler(self, promise: nil)
            channel.read()
        }
    }

    // MARK: What the line does

    func read(context: ChannelHandlerContext) {
        switch state {
        case .answering, .replying, .streaming, .closing: holdsRead = true
        case .idle, .ending, .receiving, .passing: context.read()
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        switch state {
        case .passing, .replying: reply(bytes, promise, context)
        case .idle, .ending, .receiving:
            // The line server has no place for the client.
            closesAfterAnswer = true
            promise?.succeed()
            answer(WebResponse(status: WebRefusal.unavailable.rawValue, type: "application/json", body: bytes))
        case .answering, .streaming, .closing: promise?.succeed()
        }
    }

    /// Writes a piece of the reply to a message, which ends with its line.
    private func reply(_ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        guard !replyEnded else { return promise?.succeed() ?? () }
        var (bytes, out) = (bytes, ByteBuffer())
        let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n")).map { $0 - bytes.readerIndex }
        var part = bytes.readSlice(length: end ?? bytes.readableBytes) ?? ByteBuffer()
        if !replyBegan {
            replyBegan = true
            timer?.cancel()
            let lines = [("Cache-Control", "no-store"), ("Transfer-Encoding", "chunked")]
            out = WebResponse.head(status: 200, type: "application/json", host: host, closes: true, lines)
            out.writeString("\r\n")
        }
        if part.readableBytes > 0 {
            out.writeString(String(part.readableBytes, radix: 16) + "\r\n")
            out.writeBuffer(&part)
            out.writeString("\r\n")
        }
        if end != nil {
            replyEnded = true
            out.writeString("0\r\n\r\n")
        }
        context.write(wrapOutboundOut(out), promise: promise)
    }

    /// The line server closes, and has answered nothing: a notification has no reply. If it takes no lines any more, or has given one up, the
    /// message was perhaps not carried out.
    private func endWithoutReply(_ context: ChannelHandlerContext) {
        guard line.isOpen, !line.hasGivenUp else {
            let refusal = WebRefusal.unavailable.response
            context.write(wrapOutboundOut(refusal.head(host: host, closes: true)), promise: nil)
            return context.writeAndFlush(wrapOutboundOut(refusal.body), promise: nil)
        }
        let head = WebResponse.head(status: 204, type: nil, host: host, closes: true, [("Cache-Control", "no-store")])
        context.write(wrapOutboundOut(head), promise: nil)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "\r\n")), promise: nil)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if case .replying = state, !replyBegan { endWithoutReply(context) }
        if case .answering = state, mode == .all, !closesAfterAnswer {
            // An answer that is being written ends the connection itself, unless somebody cannot wait.
            closesAfterAnswer = true
            return promise?.succeed() ?? ()
        }
        state = .closing
        timer?.cancel()
        context.close(mode: mode, promise: promise)
    }

    // MARK: What SwiftNIO reports

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        switch state {
        case .answering, .replying: closesAfterAnswer = true
        case .idle, .ending, .receiving, .passing, .streaming, .closing: context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
        switch state {
        case .passing where replyBegan: context.close(promise: nil)
        case .idle, .ending, .receiving, .passing: refuse(error == .headerOverflow ? .headTooLong : .badRequest)
        case .answering, .replying, .streaming, .closing: context.close(promise: nil)
        }
    }
}
